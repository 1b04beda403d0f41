/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contact-next: the law `contact` as an array of parts, beside the old one until all parts are
 * there. See contact_step.c.
 */
#include "contact_make.h"

#define NAME__(name, arch) lt_contact_##name##_##arch
#define NAME_(name, arch)  NAME__(name, arch)

#ifndef LT_ARCH
lt_law_march lt_contact_march;

static struct lt_law law = {
    .abi = LT_ABI,
    .size = LT_SIZES,
    .lanes = LT_LANES,
    .name = "contact-next",
    .summary = "a contact made of parts: normal, cohesion, damping, tangential, rolling, twisting, "
               "bond",
    .source = "The sources of its parts: doc/contact.md.",
    .equations = "d = -un; active while un <= 0, or as far as adhesion holds\n"
                 "fn: the normal part's and cohesion's, with a dashpot D vn; dp_mode no-tension: "
                 "it does not pull\n"
                 "the limits of the other parts go by the pressure N: the total if it presses,\n"
                 "the spring's alone, or the total's size (cap_by)\n"
                 "(fs, ft): tangential, at most fric N; (ms, mt): rolling; mn: twisting\n"
                 "a bond adds to all six, or has the springs hold, until it breaks",
    .acts = 0x3f,
    .has_cap = 1,
    .order = 1,
    .derive = lt_contact_derive,
    .one = lt_contact_one,
    .block = lt_contact_block,
    .march = lt_contact_march,
    .contact_time = lt_contact_time,
    .reach = lt_contact_reach};

extern const struct lt_law lt_law_contact_next __attribute__((alias("law")));

static __attribute__((constructor)) void fill(void) {
    lt_contact_fill(&law);
}

#elif LT_N == 1
lt_law_march NAME_(march, LT_ARCH);
const struct lt_law LT_LAW_NAME(contact_next) = {.abi = LT_ABI,
                                                 .size = LT_SIZES,
                                                 .lanes = LT_LANES,
                                                 .name = "contact-next",
                                                 .march = NAME_(march, LT_ARCH)};
#else
lt_law_march_rows NAME_(march, LT_ARCH);
const struct lt_law LT_LAW_NAME(contact_next) = {.abi = LT_ABI,
                                                 .size = LT_SIZES,
                                                 .lanes = LT_LANES,
                                                 .name = "contact-next",
                                                 .block = lt_contact_block,
                                                 .march_rows = NAME_(march, LT_ARCH),
                                                 .n_rows = LT_N};
#endif
