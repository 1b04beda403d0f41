#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# wheel_layout.sh MESON ROOT: what a wheel will hold, by pyproject.toml and by meson's plan, without a network and without building
# it. scripts/nightly wheel builds, repairs and tries it.
set -u
. "$(dirname "$0")/tap.sh"
meson=$1
root=$(absolute "$2")
scratch

for python in "$(command -v python3)" /usr/bin/python3; do
    "$python" -c 'import tomllib' 2>/dev/null && break
done
"$python" -c 'import tomllib' 2>/dev/null || { skip 'the wheel' 'no Python 3.11'; finish; exit; }
check 'pyproject.toml' "$python" - "$root" <<'END'
import importlib.util
import pathlib
import sys
import tomllib

root = pathlib.Path(sys.argv[1])
project = tomllib.loads((root / "pyproject.toml").read_text())
assert project["build-system"]["build-backend"] == "mesonpy"
assert "meson-python" in project["build-system"]["requires"]
assert (root / project["project"]["readme"]).exists()
module, function = project["project"]["scripts"]["lawtester"].split(":")
spec = importlib.util.spec_from_file_location(module, root / "python" / f"{module}.py")
command = importlib.util.module_from_spec(spec)
spec.loader.exec_module(command)
assert callable(getattr(command, function))
listed = (root / "python/meson.build").read_text()
for file in (root / "python").rglob("*.py"):
    assert str(file.relative_to(root / "python")) in listed, f"{file} is not installed"
END
check 'meson takes it' "$meson" setup "$folder/build" "$root" -Dwheel=true
"$meson" introspect "$folder/build" --install-plan >plan.json
check 'a wheel has all that it needs' "$python" - "$root" plan.json <<'END'
import json
import pathlib
import sys

plan = json.loads(pathlib.Path(sys.argv[2]).read_text())
there = {one["destination"] for group in plan.values() for one in group.values()}
platlib, other = "{py_platlib}/", [one for one in there if not one.startswith("{py_platlib}/")]
assert not other, f"outside of the module's folder: {other}"
wanted = ["lawtester_command.py", "lawtester/__init__.py", "lawtester/liblawtester.so", "lawtester/bin/lawtester",
          "lawtester/libexec/lawtester/serve-code", "lawtester/libexec/lawtester/serve.py", "lawtester/include/lawtester/law.h",
          "lawtester/share/lawtester/plots", "lawtester/share/lawtester/stages"]
if (pathlib.Path(sys.argv[1]) / "engine/engine.wasm.gz").exists():
    wanted += ["lawtester/share/lawtester/engine.wasm.gz", "lawtester/share/lawtester/engine-source.tar.xz"]
missing = [one for one in wanted if platlib + one not in there]
assert not missing, f"missing: {missing}; there are {sorted(there)}"
END
finish
