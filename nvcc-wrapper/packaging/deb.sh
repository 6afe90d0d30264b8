#!/usr/bin/env bash
# Makes a package for Debian 12, Ubuntu 24.04 and newer ones: deb.sh TREE FOLDER, where TREE is what `make install-files
# PREFIX=/usr` leaves. clang 19, LLVM 19 and Z3 are the distribution's, which both have under the same names: the package is
# small, and gets their security updates.
set -euo pipefail

tree=$1 folder=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/Cargo.toml" | head -n 1)
architecture=$(dpkg --print-architecture)

# The newest version of a library's symbols that the files need: newest GLIBC.
newest() {
    find "$tree/usr" -type f -exec sh -c 'for f; do objdump -T "$f" 2>/dev/null; done; true' _ {} + |
        grep -oE "\b$1_[0-9.]+" | sort -Vu | tail -n 1 | cut -d_ -f2
}

find "$tree/usr" -type f \( -name raceproof -o -name nvcc -o -name '*.so' \) -exec strip --strip-unneeded {} +
libc=$(newest GLIBC)

install -d "$tree/DEBIAN" "$tree/usr/share/doc/raceproof" "$tree/usr/share/man/man1" \
    "$tree/usr/share/bash-completion/completions"
"$tree/usr/bin/raceproof" man >"$tree/usr/share/man/man1/raceproof.1"
gzip -9nf "$tree/usr/share/man/man1/raceproof.1"
"$tree/usr/bin/raceproof" completions bash >"$tree/usr/share/bash-completion/completions/raceproof"
python3 -Bc 'import sys; from pathlib import Path; sys.path.insert(0, sys.argv[1])
import wheel; wheel.licences_of_crates(Path(sys.argv[2]))' "$root/nvcc-wrapper/packaging" \
    "$tree/usr/share/doc/raceproof/crates.txt"
gzip -9nf "$tree/usr/share/doc/raceproof/crates.txt"
cat >"$tree/usr/share/doc/raceproof/copyright" <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: raceproof

Files: *
Copyright: the authors of raceproof
License: MIT or Apache-2.0
Comment: The licences of the Rust crates that are linked in are in crates.txt.gz.
END

cat >"$tree/DEBIAN/control" <<END
Package: raceproof
Version: $version
Architecture: $architecture
Maintainer: the authors of raceproof <raceproof@localhost>
Section: devel
Priority: optional
Installed-Size: $(du -sk "$tree/usr" | cut -f1)
Depends: libc6 (>= $libc), libgcc-s1, libstdc++6 (>= 12), libllvm19 (>= 1:19.1), libz3-4 (>= 4.8.12), clang-19
Description: proves CUDA kernels free of data races
 raceproof proves CUDA kernels free of data races and barrier divergence while
 they are being built. Where it cannot, it shows which two threads meet in which
 cell. It stands in for nvcc in a build, and needs no GPU.
END
mkdir -p "$folder"
package="$folder/raceproof_${version}_$architecture.deb"
dpkg-deb --root-owner-group -Zxz --build "$tree" "$package" >/dev/null
echo "$package ($(du -h "$package" | cut -f1))"
