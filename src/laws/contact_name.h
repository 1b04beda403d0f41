/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contact_name.h: what a law has that is a name for a choice of parts; to be included where its
 * structs are known.
 *
 * It has parameters of its own. A list ALIASES of F(own, part) says which of them are those of its
 * parts; derive() chooses, has the parts asked what they are, and takes over their numbers; c is
 * the choice there.
 */
#ifndef LT_CONTACT_NAME_H
#define LT_CONTACT_NAME_H

#include "contact.h"

struct contact_params {
    CONTACT_PARAMS(LT_FIELD_) double end_;
};
struct contact_derived {
    CONTACT_DERIVED(LT_FIELD_) double end_;
};

struct contact_choice {
    struct contact_params a, b, p; /* what the materials say, and the law */
    struct contact_derived d;
};

#define LT_PRESET_(name_, unit, preset, ...) .name_ = preset,
#define LT_UNSAID_(name_, ...)               .name_ = NAN,
#define CONTACT_UNSAID                                                                             \
    { CONTACT_PARAMS(LT_UNSAID_) }

/* Nothing said, every part and parameter as it is by default. */
static const struct contact_choice contact_default = {
    .a = CONTACT_UNSAID, .b = CONTACT_UNSAID, .p = {CONTACT_PARAMS(LT_PRESET_)}};

extern const struct lt_law LT_LAW_NAME(contact);

/* Asks the parts of C. NULL, or what is wrong. */
static inline const char *contact_ask(const struct lt_pair *pair, struct contact_choice *c,
                                      struct derived *d) {
    const char *wrong = LT_LAW_NAME(contact).derive(pair, &c->a, &c->b, &c->p, &c->d);
    memcpy(d, &c->d, offsetof(struct derived, end_));
    return wrong;
}

#define LT_TO_PART_(own, part)   c->p.part = p->own;
#define LT_FROM_PART_(own, part) p->own = c->p.part;

#endif
