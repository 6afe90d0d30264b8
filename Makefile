# The two commands of the README. Cargo does the building; this file only makes sure that it can.

.PHONY: demo test setup

# Checks the kernels in examples/ and shows the diagnostics.
demo: setup
	cargo build --release --locked --workspace
	.ci/demo target/release/raceproof

# Every test of the workspace.
test: setup
	cargo test --workspace --locked --no-fail-fast

# Installs what is missing, with apt; does nothing where nothing is.
setup:
	@.ci/setup
