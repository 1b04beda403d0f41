#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# cpp.sh LAWTESTER ROOT CXX: public headers compile as C17, C++17 and C++20, what 'new' writes as C17.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
src=$(absolute "$2")/src
cxx=$3
scratch

try 0 'a law' new law mylaw
for kind in normal cohesion damping tangential rolling twisting film bond; do
    try 0 "a part, $kind" new law "my$kind" --part "$kind"
done
for file in *.c; do
    check "$file as C17" cc -std=c17 -Wall -Wextra -Werror -fPIC -I"$src" -I"$src/laws" -c "$file" -o out.o
done
for header in lawtester code law num part step laws/bar laws/restitution laws/shear; do
    echo "#include \"$header.h\"" >header.c
    check "$header.h as C17" cc -std=c17 -Wall -Wextra -Werror -I"$src" -I"$src/laws" -c header.c -o out.o
    for standard in c++17 c++20; do
        [ -z "$cxx" ] || check "$header.h as $standard" "$cxx" -std=$standard -Wall -Wextra -Werror -I"$src" -I"$src/laws" -x c++ -c header.c -o out.o
    done
done
# A part in C++: plain structs, in the order of their members.
cat >drag.cpp <<'END'
#include "part.h"
namespace {
struct numbers {
    double c;
};
const char *derive(const lt_part *, lt_deal *, const void *, const void *, void *p, void *d) {
    static_cast<numbers *>(d)->c = static_cast<numbers *>(p)->c;
    return nullptr;
}
void step(const lt_part *, const void *d, void *, void *, lt_touch *t) {
    t->c = static_cast<const numbers *>(d)->c;
    t->dashpot = -t->c * t->m->vn;
}
const lt_field params[] = {{"c_0", "N s/m", 1, 0, INFINITY, "viscosity"}, {}};
const lt_field derived[] = {{"c", "N s/m", 0, 0, 0, "as given"}, {}};
const lt_part_steps steps = {nullptr, step, nullptr};
const lt_part drag = {LT_PART_ABI, sizeof(lt_part), LT_DAMPING_PART, "drag", "c_0 vn", "a test", 0, LT_HAS_VISCOSITY, 0, nullptr,
    params, derived, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, derive, nullptr, &steps, nullptr};
}
LT_PART_PLUGIN(&drag)
END
cat >drag.yaml <<'END'
lawtester: 1
particles: {a: {shape: sphere, radius: 5 mm, density: 2500}, b: {shape: sphere, radius: 5 mm, density: 2500}}
law: {name: contact, kn: 1e5, damping: drag, c_0: 2}
motion: {integrator: exact}
stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: broken}]
expect: [{that: e_n, is: "exp(-pi*c_0/sqrt(4*m_eff*kn - c_0^2))", within: 1e-8}]
END
if [ -n "$cxx" ]; then
    check 'a part in C++' "$cxx" -std=c++17 -Wall -Werror -O2 -ffp-contract=off -fPIC -shared -I"$src" -I"$src/laws" drag.cpp -o drag.so
    try 0 '... runs' run drag.yaml --plugin ./drag.so --plot=none
    try 0 '... is audited' verify drag.yaml --plugin ./drag.so
fi
[ -n "$cxx" ] || skip 'as C++' 'there is no C++ compiler'
finish
