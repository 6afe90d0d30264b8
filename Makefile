# The commands of the README. Cargo does the building; this file only makes sure that it can.

PREFIX ?= /usr/local
# What the programs are installed from.
BUILD ?= target/release
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
root := $(DESTDIR)$(PREFIX)

.PHONY: build demo test setup toolkit install install-files uninstall

# The two programs, and the pass plugin, which is built as an example.
build: setup
	cargo build --release --locked --workspace --bins --example raceproof_plugin

# Checks the kernels in examples/ and shows the diagnostics.
demo: build
	.ci/demo target/release/raceproof

# Every test of the workspace.
test: setup toolkit
	cargo test --profile suite --workspace --locked --no-fail-fast

# `make`, then `sudo make install-files`, needs no cargo as root.
install: build install-files

# The wrapper looks for raceproof beside itself.
install-files:
	install -d "$(root)/bin" "$(root)/libexec/raceproof/bin" "$(root)/include" "$(root)/lib/cmake/raceproof"
	install -d "$(root)/lib/raceproof"
	install -m 755 "$(BUILD)/raceproof" "$(root)/bin/raceproof"
	install -m 755 "$(BUILD)/nvcc" "$(root)/libexec/raceproof/bin/nvcc"
	ln -sfn ../../../bin/raceproof "$(root)/libexec/raceproof/bin/raceproof"
	install -m 644 include/raceproof.h "$(root)/include/raceproof.h"
	install -m 644 "$(BUILD)/examples/libraceproof_plugin.so" "$(root)/lib/raceproof/libraceproof_plugin.so"
	install -m 644 nvcc-wrapper/cmake/raceproof-config.cmake "$(root)/lib/cmake/raceproof/"
	sed 's/@VERSION@/$(VERSION)/' nvcc-wrapper/cmake/raceproof-config-version.cmake \
	    >"$(root)/lib/cmake/raceproof/raceproof-config-version.cmake"

uninstall:
	rm -f "$(root)/bin/raceproof" "$(root)/include/raceproof.h"
	rm -rf "$(root)/libexec/raceproof" "$(root)/lib/cmake/raceproof" "$(root)/lib/raceproof"

# A CUDA toolkit and a newer CMake for the tests, with pip; does nothing where they are there.
toolkit: setup
	@.ci/toolkit
	@.ci/cmake

# Installs what is missing, with apt; does nothing where nothing is.
setup:
	@.ci/setup
