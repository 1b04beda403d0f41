/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contact_choice.h: a law that is the law `contact` with some parts chosen: the file that includes
 * it says before which, by CHOSEN_NORMAL and CHOSEN_COHESION, and behind it CONTACT_CHOICE(id,
 * .name = ..., .summary = ..., .source = ...). One with MORE_PARAMS says CHOICE_DERIVES and has a
 * derive() of its own, which calls derive_parts().
 */
#ifndef LT_CONTACT_CHOICE_H
#define LT_CONTACT_CHOICE_H

#include "contact_lists.h"

LT_STRUCTS

extern const struct lt_law LT_LAW_NAME(contact);

static const char *derive_parts(const struct lt_pair *pair, const struct params *a,
                                const struct params *b, struct params *p, struct derived *d) {
    return LT_LAW_NAME(contact).derive(pair, a, b, p, d);
}

#ifndef CHOICE_DERIVES
static const char *derive(const struct lt_pair *pair, const struct params *a,
                          const struct params *b, struct params *p, struct derived *d) {
    return derive_parts(pair, a, b, p, d);
}
#endif

static void block(const void *p, const void *d, const struct lt_move_lanes *m, void *x,
                  struct lt_out_lanes *o, void *e) {
    LT_LAW_NAME(contact).block(p, d, m, x, o, e);
}

static int apart(const void *p, const void *d) {
    return LT_LAW_NAME(contact).apart(p, d);
}

static double reach(const struct lt_pair *pair, const void *p, const void *d) {
    return LT_LAW_NAME(contact).reach(pair, p, d);
}

static double contact_time(const struct lt_pair *pair, const void *p, const void *d, double speed) {
    return LT_LAW_NAME(contact).contact_time(pair, p, d, speed);
}

#if LT_N == 1
static void one(const void *p, const void *d, const struct lt_move *m, void *x, struct lt_out *o,
                void *e) {
    LT_LAW_NAME(contact).one(p, d, m, x, o, e);
}

static size_t march(const void *p, const void *d, void *x, void *losses, struct lt_march *m,
                    enum lt_march_kind kind, size_t steps) {
    return LT_LAW_NAME(contact).march(p, d, x, losses, m, kind, steps);
}
#define CONTACT_STEPS .one = one, .march = march
#else
static size_t march_rows(const struct lt_row *p, const struct lt_row *d, struct lt_row *x,
                         struct lt_row *losses, struct lt_march_rows *m, enum lt_march_kind kind,
                         size_t steps) {
    return LT_LAW_NAME(contact).march_rows(p, d, x, losses, m, kind, steps);
}
#define CONTACT_STEPS .march_rows = march_rows, .n_rows = LT_N
#endif

#define CONTACT_CHOICE(id, ...)                                                                    \
    LT_TABLES_(id, CONTACT_STEPS, .contact_time = contact_time, .reach = reach, .apart = apart,    \
               CONTACT_TABLES, __VA_ARGS__)

#endif
