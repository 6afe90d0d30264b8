#!/usr/bin/env bash
# Recompiles the .cu files of this folder to the .ll files that the test reads. Needs clang-19.
set -euo pipefail
cd "$(dirname "$0")"
builtin=$(clang-19 -print-resource-dir)/include
for source in *.cu; do
  clang-19 -x cuda --cuda-device-only --cuda-gpu-arch=sm_70 -nocudainc -nocudalib -O1 -Xclang -disable-llvm-passes \
    -Xclang -disable-lifetime-markers -fno-discard-value-names -g -Qn -fdebug-compilation-dir=prepare \
    -ffile-prefix-map="$builtin"=clang -emit-llvm -S "$source" -o "${source%.cu}.ll"
done
