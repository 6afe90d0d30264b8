# The commands of the README. Cargo does the building; this file only makes sure that it can.

PREFIX ?= /usr/local
# What the programs are installed from.
BUILD ?= target/release
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
root := $(DESTDIR)$(PREFIX)

# Where packages go.
PACKAGES ?= target/packages

.PHONY: build demo test setup toolkit install install-files uninstall wheel deb

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

# The wrapper finds raceproof from where it lies; as `nvcc` it is in a folder of its own, that PATH can begin with.
install-files:
	install -d "$(root)/bin" "$(root)/libexec/raceproof/bin" "$(root)/include" "$(root)/lib/cmake/raceproof"
	install -d "$(root)/lib/raceproof"
	install -m 755 "$(BUILD)/raceproof" "$(root)/bin/raceproof"
	install -m 755 "$(BUILD)/nvcc" "$(root)/libexec/raceproof/bin/nvcc"
	ln -sfn ../libexec/raceproof/bin/nvcc "$(root)/bin/raceproof-nvcc"
	install -m 644 include/raceproof.h "$(root)/include/raceproof.h"
	@if [ -e "$(BUILD)/examples/libraceproof_plugin.so" ]; then \
	    install -m 644 "$(BUILD)/examples/libraceproof_plugin.so" "$(root)/lib/raceproof/libraceproof_plugin.so"; \
	else echo "no pass plugin in $(BUILD)/examples: installed without it"; fi
	install -m 644 nvcc-wrapper/cmake/raceproof-config.cmake "$(root)/lib/cmake/raceproof/"
	sed 's/@VERSION@/$(VERSION)/' nvcc-wrapper/cmake/raceproof-config-version.cmake \
	    >"$(root)/lib/cmake/raceproof/raceproof-config-version.cmake"

uninstall:
	rm -f "$(root)/bin/raceproof" "$(root)/bin/raceproof-nvcc" "$(root)/include/raceproof.h"
	rm -rf "$(root)/libexec/raceproof" "$(root)/lib/cmake/raceproof" "$(root)/lib/raceproof"

# Packages of what is built, for machines without Rust: for pip with all inside, and for Debian and Ubuntu on top of theirs.
wheel: build
	@rm -rf target/wheel.tree
	@$(MAKE) --no-print-directory install-files DESTDIR=target/wheel.tree PREFIX= >/dev/null
	@python3 nvcc-wrapper/packaging/wheel.py target/wheel.tree "$(PACKAGES)"
	@rm -rf target/wheel.tree

deb: build
	@rm -rf target/deb.tree
	@$(MAKE) --no-print-directory install-files DESTDIR=target/deb.tree PREFIX=/usr >/dev/null
	@nvcc-wrapper/packaging/deb.sh target/deb.tree "$(PACKAGES)"
	@rm -rf target/deb.tree

# A CUDA toolkit and a newer CMake for the tests, with pip; does nothing where they are there.
toolkit: setup
	@.ci/toolkit
	@.ci/cmake

# Installs what is missing, with apt; does nothing where nothing is.
setup:
	@.ci/setup
