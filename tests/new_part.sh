#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# new_part.sh MESON ROOT: a part more of the law contact is one file and one word. A copy of the source gets both, is
# built for one instruction set without optimising, and every list, help, table and test loop has the part.
set -u
. "$(dirname "$0")/tap.sh"
meson=$1
root=$(absolute "$2")
scratch
mkdir tree
(cd "$root" && tar cf - --exclude='./build*' --exclude=./.git .) | tar xf - -C tree

cat >tree/src/laws/parts/tangential-half.h <<'END'
/* SPDX-License-Identifier: MIT */
#ifdef LT_PART_LISTS
#define TANGENTIAL_HALF_TEXT "as tangent-rescale with a share of its stiffness"
#define TANGENTIAL_HALF_PARAMS(F)                                                                  \
    F(half_share, "1", 0.5, 0.1, 1, "share of 8 G* a", .of = "tangential: half")
#define TANGENTIAL_HALF_CLASHES                                                                    \
    {OF_TANGENTIAL, PART(TANGENTIAL_HALF), OF_TWISTING, PART(TWISTING_MARSHALL),                   \
     "half of a spring is none over a circle"},
#define TANGENTIAL_HALF_DECLARES                                                                   \
    {"threads", IS_TANGENTIAL_HALF " and half_share < 0", 1, "half: never"},

#define TANGENTIAL_HALF_NEEDS_radius SAID
#define TANGENTIAL_HALF_TAKES_phi    SAID
#define TANGENTIAL_HALF_LACKS_cap_on SAID
#else

static const char *tangential_half(const struct part *of) {
    of->d->rescales = 1;
    return tangential_of_radius(of, of->p->half_share);
}

#endif
END
sed "s/'displacement-rescale', 'partial-slip'\]/'displacement-rescale', 'partial-slip', 'half']/" "$root/meson.build" >tree/meson.build
check 'the word is added' test "$(diff "$root/meson.build" tree/meson.build | grep -c '^>')" -eq 1
# One instruction set does: what is asked is asked of the tables.
sed "s/^if host_machine.cpu_family() == 'x86_64'/if false/" "$root/src/meson.build" >tree/src/meson.build
check 'it is set up' "$meson" setup tree/build tree -Doptimization=0 -Ddebug=false -Dwerror=false
check 'it is built' "$meson" compile -C tree/build lawtester:executable combinations
lawtester=$folder/tree/build/lawtester
export LAWTESTER_DATADIR="$folder/tree"

has() { # NAME TEXT: what was printed last has the text
    check "$1" grep -qF -e "$2" out.txt
}
try 0 'the law' laws contact --all
has '... lists it' 'half                 as tangent-rescale with a share of its stiffness'
has '... its parameter' 'half_share'
has '... what it does not go with' 'tangential: half with twisting: marshall'
try 0 'in JSON' laws contact --json
has '... where its parameter is known' '"of": "tangential: half"'
has '... where a shared one is' '"of": "tangential: tangent tangent-rescale secant secant-initial displacement-rescale partial-slip half"'
has '... where one is not' '"of": "tangential: all but viscous half"'
has '... what it declares' '"why": "half: never"'
try 0 'the part' laws tangential:half
has '... its text' 'tangential: half, a part of the law contact'
has '... its parameter' 'half_share'
has '... one of several' 'phi '
check '... none that it lacks' sh -c '! grep -q "^  cap_on" out.txt'
try 0 'keys' keys --schema
has '... schema' '"half"'
has '... parameter' '"half_share"'

cat >half.yaml <<'END'
lawtester: 1
particles: {a: {shape: sphere, radius: 5 mm, density: 2500}, b: {shape: sphere, radius: 5 mm, density: 2500}}
law: {name: contact, normal: hertz, tangential: half, young: 1e7, poisson: 0.3, fric: 1e3, phi: 0.1}
stages:
  - {name: press, whats: vvvvvv, values: [-0.1, 0, 0, 0, 0, 0], until: un <= -1e-5}
  - {name: shear, whats: vvvvvv, values: [0, 1e-6, 0, 0, 0, 0], until: time >= 1e-3}
expect:
  - {that: spring_s, is: 4*shear_eff*sqrt(r_eff*-un)*us, within: 1e-9}
END
try 0 'it runs, with half of the spring' run half.yaml --plot=none --json
has '... its word is in the document' '"tangential": "half"'
sed 's/normal: hertz/normal: linear/; s/young.*phi/phi/' half.yaml >flat.yaml
try 3 'refused where it has no radius' run flat.yaml --plot=none
sed 's/tangential: half/tangential: half, twisting: marshall/' half.yaml >clash.yaml
try 3 'refused beside what it does not go with' run clash.yaml --plot=none
check '... with its reason' grep -q 'half of a spring is none over a circle' err.txt
sed 's/tangential: half/tangential: secant, half_share: 0.3/' half.yaml >foreign.yaml
try 3 'its parameter with another part' run foreign.yaml --plot=none
check '... belongs to it' grep -q 'tangential: half' err.txt
try 0 'completion' complete -- run half.yaml -D law.tangential=h
has '... offers it' 'half'
try 0 'completion of its parameter' complete -- run half.yaml -D half
has '... offers it' 'half_share'

tree/build/tests/combinations 1 200 1 >out.txt 2>&1
check 'random combinations have it' grep -q ' half ' out.txt
check '... and are clean, where nothing else is in question' sh -c '! grep "^not ok.*: hertz none .* half " out.txt'
if command -v scdoc >/dev/null; then
    check 'the manual is made' "$meson" compile -C tree/build lawtester-laws.7.scd:custom
    check '... and has it' grep -q '^\*tangential: half\*' tree/build/doc/lawtester-laws.7.scd
    check '... its parameter' grep -q '^\*half\\_share\*' tree/build/doc/lawtester-laws.7.scd
fi
finish
