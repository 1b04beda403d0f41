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

cat >tree/src/laws/parts/tangential-half.c <<'END'
/* SPDX-License-Identifier: MIT */
#include "following.h"

LT_INLINE void step_of(const struct lt_following *d, struct lt_sheared *x,
                       struct lt_sheared_losses *e, struct lt_touch *t,
                       const struct lt_shear_span *span, int usual) {
    const num k0 = d->kt * t->a0, k1 = d->kt * t->a;
    lt_follow(d, x, e, t, span, (struct lt_spring_stiffness){.k0 = k0, .k1 = k1, .holds = k1 < k0},
              usual);
}

LT_STEP_OF(step, 0)
LT_STEP_OF(usual, 1)
const struct lt_part_steps LT_STEPS(tangential_half) = {.step = step, .usual = usual};

#ifdef LT_TABLES

struct params {
    struct lt_secant_params all;
    double half_share;
};

static const struct lt_field params[] = {
    LT_SECANT_ROWS, {"half_share", "1", 0.5, 0.1, 1, .doc = "share of 8 G* a"}, {.name = NULL}};
static const struct lt_field derived[] = {LT_FOLLOWING_NUMBERS, {.name = NULL}};
static const struct lt_field state[] = {LT_SHEAR_STATES, {.name = NULL}};
static const struct lt_field losses[] = {{"slip", "J", .doc = "sliding friction"}, {.name = NULL}};
static const struct lt_event events[] = {{"slip_change", "sliding", 1, 1}, {.name = NULL}};
static const struct lt_shortfall declares[] = {
    LT_SLIDING_DECLARES, {"threads", "half_share < 0", 1, "half: never"}, {.check = NULL}};

static const char *derive(const struct lt_part *self, struct lt_deal *deal, const void *a,
                          const void *b, void *vp, void *d) {
    struct params *p = vp;
    (void)self, (void)a, (void)b;
    const char *wrong = lt_secant(deal, &p->all, p->half_share, d);
    deal->carries = LT_LEAVES_FALLING;
    return wrong;
}

const struct lt_part lt_part_tangential_half = {.abi = LT_PART_ABI,
                                                .size = sizeof(struct lt_part),
                                                .kind = LT_TANGENTIAL_PART,
                                                .name = "half",
                                                .doc = "as tangent-rescale with a share of its stiffness",
                                                .reads = LT_HAS_RADIUS,
                                                .writes = LT_HAS_SHEAR,
                                                .params = params,
                                                .derived = derived,
                                                .state = state,
                                                .losses = losses,
                                                .events = events,
                                                .declares = declares,
                                                .derive = derive,
                                                .steps = &lt_steps_tangential_half};

#endif
END
sed "s/^    'partial-slip'\]/    'partial-slip', 'half']/" "$root/meson.build" >tree/meson.build
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
has '... what it does not go with' 'half'
try 0 'in JSON' laws contact --json
has '... where its parameter is known' '"of": "tangential: half"'
has '... where a shared one is' '"of": "tangential: tangent tangent-rescale secant secant-initial displacement-rescale partial-slip half"'
has '... where one is not' '"of": "tangential: tangent tangent-rescale"'
has '... what it declares' '"why": "half: never"'
try 0 'the part' laws tangential:half
has '... its text' 'tangential: half, a part of the law contact'
has '... its parameter' 'half_share'
has '... one of several' 'phi '
check '... none that it lacks' sh -c '! grep -q "^  kt_update" out.txt'
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
