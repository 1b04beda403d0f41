/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contact_lists.h: what a contact made of parts has: its parameters, its state, its tables. */
#ifndef LT_CONTACT_LISTS_H
#define LT_CONTACT_LISTS_H

#include "law.h"

#include "contact.h"

/* A law that is a choice of parts may have more parameters, views and shortfalls behind theirs. */
#ifndef MORE_PARAMS
#define MORE_PARAMS(F)
#endif
#ifndef MORE_VIEWS
#define MORE_VIEWS
#endif
#ifndef MORE_DECLARES
#define MORE_DECLARES
#endif

#define PARAMS(F)  CONTACT_PARAMS(F) MORE_PARAMS(F)
#define DERIVED(F) CONTACT_DERIVED(F)

#define SPRINGS(F)                                                                                 \
    F(spring_s, "N", "tangential spring force, s", .of = "tangential", .role = LT_SPRING_S)        \
    F(spring_t, "N", "tangential spring force, t", .of = "tangential", .role = LT_SPRING_T)        \
    F(sliding, "1", "1 while friction limits the tangential force", .of = "tangential")            \
    F(moment_n, "N m", "moment of the twisting spring", .of = "twisting")                          \
    F(moment_s, "N m", "moment of the rolling spring, s", .of = "rolling")                         \
    F(moment_t, "N m", "moment of the rolling spring, t", .of = "rolling")                         \
    F(rolls, "1", "1 while friction limits the rolling moment", .of = "rolling")                   \
    F(twists, "1", "1 while friction limits the twisting moment", .of = "twisting")

#define HELD(F)   SPRINGS(F) NORMAL_STATES(F) COHESION_STATES(F)
#define BONDED(F) HELD(F) BOND_STATES(F)

#define STATE(F) SPRINGS(F) PARTS_STATE(F)

#define LOSSES(F)                                                                                  \
    F(slip, "J", "sliding friction", .of = "tangential")                                           \
    F(roll, "J", "rolling friction", .of = "rolling")                                              \
    F(twist, "J", "twisting friction", .of = "twisting")                                           \
    PARTS_LOSSES(F)

static const struct lt_event events[] = {{"contact_activated", "active", 1, 0},
                                         {"slip_change", "sliding", 1, 1},
                                         {"roll_change", "rolls", 1, 1},
                                         {"twist_change", "twists", 1, 1},
                                         PARTS_EVENTS{.name = NULL}};

static const struct lt_view views[] = {
    {"overlap", "m", "max(0, -un)", "overlap"},
    /* Those of parts come first: of two of a name the first counts. */
    PARTS_VIEWS{"contact_radius", "m", "sqrt(r_eff*max(0, -un))",
                "Hertz' radius, sqrt(r_eff overlap)"},
    {"dp_force_n", "N", "0 - vfn", "force of the normal dashpot, > 0 compression"},
    MORE_VIEWS{.name = NULL}};

/* Closed forms are those of impacts without a bond. */
#ifndef CONTACT_CASES
#define CONTACT_CASES PARTS_CASES
#endif
static const struct lt_case cases[] = {CONTACT_CASES{.result = NULL}};

static const struct lt_shortfall declares[] = {
    LT_SHEAR_DECLARES("slip_dashpot == 1 and cap_on == 0"),
    {"step-length", "slip_dashpot == 1 and cap_on == 0", 2,
     "slip_dashpot kept: the spring of a new contact depends on the first step"},
    {"jumps", "slip_dashpot == 1 and cap_on == 0", 1,
     "slip_dashpot kept: the spring is what the dashpot is at touch, where friction holds nothing"},
    {"jumps", "cap_by == 2", 1,
     "cap_by absolute: a pulling dashpot lets friction hold until the contact is lost"},
    PARTS_DECLARES MORE_DECLARES{.check = NULL}};

static const struct lt_jump jumps[] = {PARTS_JUMPS{.force = NULL}};

static const struct lt_clash clashes[] = {PARTS_CLASHES{.why = NULL}};

static const struct lt_part texts[] = {PARTS_TEXTS{.kind = NULL}};

#define CONTACT_TABLES                                                                             \
    .equations = "d = -un; active while un <= 0, or as far as adhesion holds\n"                    \
                 "fn: the normal part's and cohesion's, with a dashpot D vn; dp_mode no-tension: " \
                 "it does not pull\n"                                                              \
                 "the limits of the other parts go by the pressure N: the total if it presses,\n"  \
                 "the spring's alone, or the total's size (cap_by)\n"                              \
                 "(fs, ft): tangential, at most fric N; (ms, mt): rolling; mn: twisting\n"         \
                 "a bond adds to all six, or has the springs hold, until it breaks",               \
    .acts = 0x3f, .events = events, .views = views, .cases = cases, .has_cap = 1,                  \
    .declares = declares, .jumps = jumps, .order = 1, .parts = texts, .clashes = clashes

#endif
