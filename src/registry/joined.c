/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "registry/joined.h"

#include "base/arena.h"
#include "base/choice.h"
#include "base/options.h"
#include "laws/contact_joined.h"
#include "registry/laws.h"
#include "registry/roles.h"

#include <stdio.h>
#include <string.h>

/* Where a part sits: the parameter and the word that choose it, its first fields in the law. */
struct seat {
    struct lt_guest guest;
    size_t kind, params, state, losses;
    double word;
};

struct joined {
    struct lt_law law;         /* first: what the host sees */
    const struct lt_law *base; /* which the others have joined */
    size_t count;
    struct seat *seats;
};

/* A part in one run. */
struct sitting {
    double *params, *a, *b, *derived; /* with what it is told */
    struct lt_interpreter *interpreter;
    struct lt_out out;
    bool chosen;
};

/* What a run keeps, and the step under way. */
struct hosting {
    struct lt_joining joining; /* first: the step asks with it */
    const struct joined *of;
    struct sitting *at;
    long bonded; /* the state that is 1 while a bond holds */
    double *base_derived, *state, *losses;
    double *lost; /* by the steps of a march */
    const struct lt_move *move;
    char why[200];
};

/* Components of the force that a part of each kind makes, as bits of acts; in the order of the
 * parameters that choose them. None from outside can be of a kind that makes nothing. */
static const struct {
    const char *word, *makes;
    unsigned acts;
} kinds[] = {{"normal", "fn", 0x1},          {"cohesion", "", 0},
             {"damping", "vfn", 0x1},        {"tangential", "fs and ft", 0x6},
             {"rolling", "ms and mt", 0x30}, {"twisting", "mn", 0x8}};
enum { NORMAL, COHESION, DAMPING, TANGENTIAL, KINDS = sizeof kinds / sizeof *kinds };
const char *const lt_joined_kinds[] = {"normal",  "damping",  "tangential",
                                       "rolling", "twisting", NULL};

static size_t kind_number(const char *word) {
    size_t i = 0;
    while (i < KINDS && strcmp(kinds[i].word, word) != 0)
        i++;
    return i;
}

/* The parameters that users give. */
static size_t count_own(const struct lt_law *part) {
    return part->n_params - LT_TOLD_COUNT;
}

static struct hosting *hosting_bound(const void *derived) {
    struct hosting *h;
    memcpy(&h, derived, sizeof h);
    return h;
}

/* ---- Functions of the law -------------------------------------------------------------------- */

static void fill_undefined(double *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        numbers[i] = isnan(numbers[i]) ? 0 : numbers[i];
}

static const char *find_undefined(struct hosting *h, const struct lt_law *law,
                                  const double *derived) {
    for (size_t i = 0; i < law->n_derived; i++)
        if (!isfinite(derived[i])) {
            snprintf(h->why, sizeof h->why, "%s of the part %s is not a finite number (%g)",
                     law->derived[i].name, law->name, derived[i]);
            return h->why;
        }
    return NULL;
}

static const char *derive_seat(struct hosting *h, size_t i, const struct lt_pair *pair,
                               const double *a, const double *b, double *p) {
    const struct seat *seat = &h->of->seats[i];
    const struct lt_law *law = seat->guest.law;
    struct sitting *at = &h->at[i];
    const size_t own = count_own(law);
    at->chosen = p[seat->kind] == seat->word;
    if (!at->chosen) {
        fill_undefined(p + seat->params, own);
        return NULL;
    }
    memcpy(at->params, p + seat->params, own * sizeof *p);
    memcpy(at->a, a + seat->params, own * sizeof *a);
    memcpy(at->b, b + seat->params, own * sizeof *b);
    const char *wrong = law->derive(pair, at->a, at->b, at->params, at->derived);
    memcpy(p + seat->params, at->params, own * sizeof *p);
    return wrong ? wrong : find_undefined(h, law, at->derived);
}

static const char *derive_joined(const struct lt_pair *pair, const void *a, const void *b, void *p,
                                 void *d) {
    struct hosting *h = hosting_bound(d);
    const char *wrong = h->of->base->derive(pair, a, b, p, h->base_derived);
    for (size_t i = 0; i < h->of->count && !wrong; i++)
        wrong = derive_seat(h, i, pair, a, b, p);
    return wrong;
}

static void ask_part(struct hosting *h, size_t i, double spring, double press) {
    const struct seat *seat = &h->of->seats[i];
    struct sitting *at = &h->at[i];
    double *told = at->params + count_own(seat->guest.law);
    told[0] = h->joining.overlap;
    told[1] = spring;
    told[2] = press;
    seat->guest.law->one(at->params, at->derived, h->move, h->state + seat->state, &at->out,
                         h->losses + seat->losses);
}

/* Adds what the normal part and the damping from outside have to the normal force. */
static void push_normal(struct lt_joining *joining, double *spring, double *drag) {
    struct hosting *h = (struct hosting *)joining;
    const bool active = h->move->un <= 0;
    for (size_t kind = NORMAL; kind <= DAMPING; kind++)
        for (size_t i = 0; i < h->of->count; i++)
            if (h->at[i].chosen && h->of->seats[i].kind == kind) {
                ask_part(h, i, kind == NORMAL ? 0 : *spring, 0);
                *spring -= kind == NORMAL && active ? h->at[i].out.fn : 0;
                *drag += kind == DAMPING && active ? h->at[i].out.vfn : 0;
            }
}

static void add_answer(size_t kind, const struct lt_out *part, struct lt_out *o) {
    const double *from = &part->fn;
    double *to = &o->fn;
    for (size_t k = 0; kind >= TANGENTIAL && k < 6; k++)
        if (kinds[kind].acts >> k & 1) {
            to[k] += from[k]; /* beside what a bond has */
            to[k + 6] += from[k + 6];
        }
    o->strain += part->strain;
    o->cross += part->cross;
    o->defect += part->defect;
}

/* One number for the branches of all: another if any of them is. */
static double mix_branches(double a, double b) {
    const uint64_t mixed = (uint64_t)a * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)b + 1;
    return (double)(mixed >> 12 ^ (mixed & UINT64_C(0xfffffffff)));
}

/* The largest tangential force: as the part tells it, else by its friction; beside a bond that
 * holds there is none. */
static double cap_of_part(const struct hosting *h, size_t i) {
    const struct lt_law *part = h->of->seats[i].guest.law;
    if (h->state[h->bonded] > 0.5)
        return INFINITY;
    const long friction = lt_roles_find(part, LT_FRICTION);
    return part->has_cap   ? h->at[i].out.cap
           : friction >= 0 ? h->at[i].params[friction] * h->joining.press
                           : INFINITY;
}

static void step_together(const void *p, const void *d, const struct lt_move *m, void *x,
                          struct lt_out *o, void *e) {
    struct hosting *h = hosting_bound(d);
    const struct joined *law = h->of;
    h->move = m;
    h->state = x;
    h->losses = e;
    (void)p;
    for (size_t i = law->base->n_losses; i < law->law.n_losses; i++)
        h->losses[i] = 0;
    lt_contact_joined(&h->joining, h->base_derived, m, x, o, e);
    const double spring = o->vfn - o->fn;
    for (size_t i = 0; i < law->count; i++) {
        const size_t kind = law->seats[i].kind;
        if (!h->at[i].chosen)
            continue;
        if (kind >= TANGENTIAL)
            ask_part(h, i, spring, h->joining.press);
        add_answer(kind, &h->at[i].out, o);
        o->cap = kind == TANGENTIAL ? cap_of_part(h, i) : o->cap;
        o->branch = isnan(h->at[i].out.branch) ? NAN : mix_branches(o->branch, h->at[i].out.branch);
    }
}

static double joined_time(const struct lt_pair *pair, const void *p, const void *d, double speed) {
    const struct hosting *h = hosting_bound(d);
    for (size_t i = 0; i < h->of->count; i++) {
        const struct lt_law *part = h->of->seats[i].guest.law;
        if (h->at[i].chosen && h->of->seats[i].kind == NORMAL)
            return part->contact_time
                       ? part->contact_time(pair, h->at[i].params, h->at[i].derived, speed)
                       : NAN;
    }
    return h->of->base->contact_time(pair, p, h->base_derived, speed);
}

static double joined_reach(const struct lt_pair *pair, const void *p, const void *d) {
    const struct hosting *h = hosting_bound(d);
    return h->of->base->reach(pair, p, h->base_derived);
}

/* ---- A march --------------------------------------------------------------------------------- */

#define TO_MOVE(name, ...) move.name = m->name;
#define TO_OUT(name, ...)  o->name = out.name;
static inline void step_of_march(const void *p, const void *d, const struct lt_move_n *m, void *x,
                                 struct lt_out_n *o, void *e) {
    struct lt_move move;
    struct lt_out out;
    LT_MOVE_NUMBERS(TO_MOVE)
    move.active = m->active;
    step_together(p, d, &move, x, &out, e);
    LT_OUT_NUMBERS(TO_OUT)
    o->active = out.active > 0;
    memcpy(&o->branch, &out.branch, sizeof o->branch);
}

static size_t march_joined(const void *p, const void *d, void *x, void *losses, struct lt_march *m,
                           enum lt_march_kind kind, size_t steps) {
    const struct hosting *h = hosting_bound(d);
    return lt_step_march(step_of_march, 1, p, d, x, h->of->law.n_state, h->lost, losses,
                         h->of->law.n_losses, m, kind, steps);
}

/* ---- A run ----------------------------------------------------------------------------------- */

static const struct joined *joined_of(const struct lt_law *law) {
    const struct lt_law *whole = law->whole ? law->whole : law;
    return whole->derive == derive_joined ? (const struct joined *)whole : NULL;
}

const struct lt_law *lt_joined_base(const struct lt_law *law) {
    const struct joined *of = joined_of(law);
    return of && law->one == of->base->one ? of->base : law->whole ? law->whole : law;
}

bool lt_joined_is(const struct lt_law *law) {
    return law->derive == derive_joined;
}

bool lt_joined_is_own(const struct lt_law *law, size_t param, double number) {
    const struct joined *of = joined_of(law);
    return of && number > of->base->params[param].max;
}

const struct lt_law *lt_joined_outside(const struct lt_law *law, size_t param) {
    const struct joined *of = lt_joined_is(law) ? joined_of(law) : NULL;
    for (size_t i = 0; of && i < of->count; i++)
        if (of->seats[i].kind == param && of->seats[i].word == law->params[param].preset)
            return of->seats[i].guest.law;
    return NULL;
}

static double *unknown_numbers(size_t count, struct lt_arena *arena) {
    double *numbers = lt_arena_get(arena, (count + 1) * sizeof *numbers);
    for (size_t i = 0; i < count; i++)
        numbers[i] = NAN;
    return numbers;
}

void lt_joined_bind(const struct lt_law *law, double *derived, struct lt_expr *expr,
                    struct lt_arena *arena) {
    if (!lt_joined_is(law))
        return;
    const struct joined *of = joined_of(law);
    struct hosting *h = lt_arena_get(arena, sizeof *h);
    h->joining.push = push_normal;
    h->of = of;
    h->bonded = lt_roles_state(of->base, LT_BONDED);
    h->base_derived = lt_arena_get(arena, (of->base->n_derived + 1) * sizeof(double));
    h->lost = lt_arena_get(arena, (of->law.n_losses + 1) * sizeof(double));
    h->at = lt_arena_get(arena, (of->count + 1) * sizeof *h->at);
    for (size_t i = 0; i < of->count; i++) {
        const struct lt_guest *guest = &of->seats[i].guest;
        const size_t n = guest->law->n_params;
        struct sitting *at = &h->at[i];
        at->params = lt_arena_get(arena, (n + 1) * sizeof(double));
        at->a = unknown_numbers(n, arena);
        at->b = unknown_numbers(n, arena);
        at->derived = lt_arena_get(arena, (guest->law->n_derived + 1) * sizeof(double));
        if (guest->formulas)
            at->interpreter = lt_formula_law_bind(guest->formulas, at->derived, expr, arena);
    }
    memcpy(derived, &h, sizeof h);
}

const char *lt_joined_wrong(const struct lt_law *law, const double *derived) {
    const struct hosting *h = lt_joined_is(law) ? hosting_bound(derived) : NULL;
    for (size_t i = 0; h && i < h->of->count; i++)
        if (h->at[i].interpreter && *lt_formula_law_wrong(h->at[i].interpreter))
            return lt_formula_law_wrong(h->at[i].interpreter);
    return "";
}

void lt_joined_try(const struct lt_law *law, const double *derived, bool trying) {
    const struct hosting *h = lt_joined_is(law) ? hosting_bound(derived) : NULL;
    for (size_t i = 0; h && i < h->of->count; i++)
        if (h->at[i].interpreter)
            lt_formula_law_try(h->at[i].interpreter, trying);
}

bool lt_joined_mix(const struct lt_law *law, const double *derived, const struct lt_pair *pair,
                   size_t param, double a, double b, double *value) {
    const struct hosting *h = lt_joined_is(law) ? hosting_bound(derived) : NULL;
    for (size_t i = 0; h && i < h->of->count; i++) {
        const struct seat *seat = &h->of->seats[i];
        const struct lt_formula_law *part = seat->guest.formulas;
        if (part && param >= seat->params && param < seat->params + count_own(&part->law) &&
            part->mixes[param - seat->params].formula)
            return lt_formula_law_mix(h->at[i].interpreter, pair, param - seat->params, a, b,
                                      value);
    }
    return true;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Appends COUNT fields of a part that is known as OF. */
static void append_fields(struct lt_field *to, size_t *n, const struct lt_field *from, size_t count,
                          const char *of) {
    for (size_t i = 0; i < count; i++) {
        to[*n] = from[i];
        to[(*n)++].of = of;
    }
}

static struct lt_field *copy_table(const struct lt_field *from, size_t n, size_t more,
                                   struct lt_arena *arena) {
    struct lt_field *to = lt_arena_get(arena, (n + more + 1) * sizeof *to);
    if (n > 0)
        memcpy(to, from, n * sizeof *to);
    return to;
}

/* WHEN, where the part is chosen. */
static const char *when_chosen(const struct lt_law *law, const struct seat *seat, const char *when,
                               struct lt_arena *arena) {
    return lt_arena_print(arena, "%s == %.0f and (%s)", law->params[seat->kind].name, seat->word,
                          when);
}

/* Lists end with an entry of zeros; conditions of parts hold where they are chosen. */
#define APPEND(type, list, ends, condition)                                                        \
    static void append_##list(struct joined *j, const struct seat *seat, struct lt_arena *arena) { \
        const type *own = j->law.list, *more = seat->guest.law->list;                              \
        size_t n = 0, n_more = 0;                                                                  \
        while (own && own[n].ends)                                                                 \
            n++;                                                                                   \
        while (more && more[n_more].ends)                                                          \
            n_more++;                                                                              \
        type *all = lt_arena_get(arena, (n + n_more + 1) * sizeof *all);                           \
        if (n > 0)                                                                                 \
            memcpy(all, own, n * sizeof *all);                                                     \
        for (size_t i = 0; i < n_more; i++) {                                                      \
            all[n + i] = more[i];                                                                  \
            all[n + i].condition = when_chosen(&j->law, seat, more[i].condition, arena);           \
        }                                                                                          \
        j->law.list = all;                                                                         \
    }
APPEND(struct lt_case, cases, result, when)
APPEND(struct lt_shortfall, declares, check, when)
APPEND(struct lt_jump, jumps, force, when)

static void append_word(struct joined *j, const struct lt_guest *guest, struct lt_arena *arena) {
    size_t n = 0;
    while (j->law.parts[n].kind)
        n++;
    struct lt_part *parts = lt_arena_get(arena, (n + 2) * sizeof *parts);
    memcpy(parts, j->law.parts, n * sizeof *parts);
    parts[n] = (struct lt_part){guest->kind, guest->law->name, guest->law->summary};
    j->law.parts = parts;
}

/* What our own springs declare of a component where the surfaces part; NULL: nothing. */
static const struct lt_jump *find_let_go(const struct lt_law *law, const char *force) {
    for (const struct lt_jump *jump = law->jumps; jump && jump->force; jump++)
        if (strcmp(jump->force, force) == 0 && strcmp(jump->at, "touches") == 0)
            return jump;
    return NULL;
}

/* A part acts while the surfaces touch: all that its springs hold there they let go, where a pull
 * has held the surfaces. A bond beside it keeps its own. */
static void append_let_go(struct joined *j, const struct seat *seat, struct lt_arena *arena) {
    static const char *const forces[] = {"fn", "fs", "ft", "mn", "ms", "mt"};
    struct lt_jump more[2 * sizeof forces / sizeof *forces + 1] = {0};
    size_t n = 0;
    for (size_t k = 1; k < sizeof forces / sizeof *forces; k++) {
        const struct lt_jump *own = find_let_go(j->base, forces[k]);
        if (seat->kind < TANGENTIAL || seat->kind == KINDS || !own ||
            !(kinds[seat->kind].acts >> k & 1))
            continue;
        more[n] = more[n + 1] = *own;
        more[n].when = lt_arena_print(arena, "bond == 0 and (%s)", own->when);
        more[n++].change = lt_arena_print(arena, "v%s - %s", forces[k], forces[k]);
        more[n].when = lt_arena_print(arena, "not (bond == 0) and (%s)", own->when);
        more[n++].change =
            lt_arena_print(arena, "v%s + bond_%s - %s", forces[k], forces[k], forces[k]);
    }
    const struct lt_law said = {.jumps = more};
    append_jumps(j, &(struct seat){.guest = {.law = &said}, .kind = seat->kind, .word = seat->word},
                 arena);
}

/* TEXT, a list of words, with another word in the place of OLD. */
static const char *replace_word(const char *text, const char *old, const char *word,
                                struct lt_arena *arena) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    const size_t length = strlen(old);
    for (const char *at = strstr(text, old); at; at = strstr(at + length, old)) {
        const bool begins = at == text || !strchr(letters, at[-1]);
        if (begins && (!at[length] || !strchr(letters, at[length])))
            return lt_arena_print(arena, "%.*s%s%s", (int)(at - text), text, word, at + length);
    }
    return text;
}

/* The same of "rolling: sds and normal: hertz; rolling: epsd", in the lists of one KIND. */
static const char *replace_owner(const char *of, const char *kind, const char *old,
                                 const char *word, struct lt_arena *arena) {
    const size_t length = strlen(kind);
    const char *made = "";
    while (*of) {
        const char *end = of + strcspn(of, ";"), *link = strstr(of, " and ");
        end = link && link < end ? link + strlen(" and ") : end + (*end == ';');
        const char *piece = lt_arena_copy(arena, of, (size_t)(end - of));
        const char *first = piece + strspn(piece, " ");
        const bool of_kind = strncmp(first, kind, length) == 0 && first[length] == ':';
        made = lt_arena_print(arena, "%s%s", made,
                              of_kind ? replace_word(piece, old, word, arena) : piece);
        of = end;
    }
    return made;
}

static const char *other_word(const char *word, struct lt_arena *arena) {
    return lt_arena_print(arena, "built-in-%s", word);
}

/* A built-in part gives its word to one of that name, and from now on has another one. */
static void rename_part(struct joined *j, const struct lt_guest *guest, struct lt_field *tables[3],
                        const size_t counts[3], struct lt_arena *arena) {
    const char *word = guest->law->name, *other = other_word(word, arena);
    for (size_t t = 0; t < 3; t++)
        for (size_t i = 0; i < counts[t]; i++)
            if (tables[t][i].of)
                tables[t][i].of = replace_owner(tables[t][i].of, guest->kind, word, other, arena);
    size_t n = 0;
    while (j->law.parts[n].kind)
        n++;
    struct lt_part *parts = lt_arena_get(arena, (n + 1) * sizeof *parts);
    memcpy(parts, j->law.parts, n * sizeof *parts);
    for (size_t i = 0; i < n; i++)
        if (strcmp(parts[i].kind, guest->kind) == 0 && strcmp(parts[i].word, word) == 0)
            parts[i].word = other;
    j->law.parts = parts;
}

static void join_guest(struct joined *j, const struct lt_guest *guest, struct lt_arena *arena) {
    struct lt_law *law = &j->law;
    const struct lt_law *part = guest->law;
    const char *of = lt_arena_print(arena, "%s: %s", guest->kind, part->name);
    struct lt_field *params = copy_table(law->params, law->n_params, part->n_params, arena),
                    *state = copy_table(law->state, law->n_state, part->n_state, arena),
                    *losses = copy_table(law->losses, law->n_losses, part->n_losses, arena);
    struct seat *seat = &j->seats[j->count++];
    *seat = (struct seat){*guest,        (size_t)lt_laws_param(law, guest->kind),
                          law->n_params, law->n_state,
                          law->n_losses, 0};
    struct lt_field *kind = &params[seat->kind];
    if (lt_choice_number(kind->choices, part->name) >= 0) {
        kind->choices =
            replace_word(kind->choices, part->name, other_word(part->name, arena), arena);
        rename_part(j, guest, (struct lt_field *[]){params, state, losses},
                    (const size_t[]){law->n_params, law->n_state, law->n_losses}, arena);
    }
    seat->word = kind->max += 1;
    kind->choices = lt_arena_print(arena, "%s %s", kind->choices, part->name);
    append_fields(params, &law->n_params, part->params, count_own(part), of);
    append_fields(state, &law->n_state, part->state, part->n_state, of);
    append_fields(losses, &law->n_losses, part->losses, part->n_losses, of);
    law->params = params;
    law->state = state;
    law->losses = losses;
    append_word(j, guest, arena);
    append_cases(j, seat, arena);
    append_declares(j, seat, arena);
    append_jumps(j, seat, arena);
    append_let_go(j, seat, arena);
}

const struct lt_law *lt_joined_make(const struct lt_law *law, const struct lt_guest *guests,
                                    size_t count, struct lt_arena *arena) {
    const struct joined *before = joined_of(law);
    const size_t n_before = before ? before->count : 0;
    struct joined *j = lt_arena_get(arena, sizeof *j);
    *j = (struct joined){.law = *law, .base = before ? before->base : law};
    j->seats = lt_arena_get(arena, (n_before + count + 1) * sizeof *j->seats);
    if (before)
        memcpy(j->seats, before->seats, n_before * sizeof *j->seats);
    j->count = n_before;
    j->law.derive = derive_joined;
    j->law.one = step_together;
    j->law.march = march_joined;
    j->law.contact_time = joined_time;
    j->law.reach = j->base->reach ? joined_reach : NULL;
    j->law.block = NULL;
    j->law.march_rows = NULL;
    j->law.apart = NULL;
    j->law.wide = NULL;
    j->law.n_rows = 0;
    j->law.n_derived = 0;
    for (size_t i = 0; i < count; i++)
        join_guest(j, &guests[i], arena);
    return &j->law;
}

/* ---- A choice -------------------------------------------------------------------------------- */

#define MORE(type, list)                                                                           \
    static const type *more_##list(const type *own, const type *more, struct lt_arena *arena) {    \
        size_t n = 0, n_more = 0;                                                                  \
        while (own && own[n].name)                                                                 \
            n++;                                                                                   \
        while (more && more[n_more].name)                                                          \
            n_more++;                                                                              \
        type *all = lt_arena_get(arena, (n + n_more + 1) * sizeof *all);                           \
        if (n > 0)                                                                                 \
            memcpy(all, own, n * sizeof *all);                                                     \
        if (n_more > 0)                                                                            \
            memcpy(all + n, more, n_more * sizeof *all);                                           \
        return all;                                                                                \
    }
MORE(struct lt_event, events)
MORE(struct lt_view, views)

/* The law as it was before others joined: a choice without them has its functions and bits. */
static void choose_base(const struct lt_law *base, struct lt_law *made) {
    made->derive = base->derive;
    made->one = base->one;
    made->march = base->march;
    made->contact_time = base->contact_time;
    made->reach = base->reach;
    made->block = base->block;
    made->march_rows = base->march_rows;
    made->apart = base->apart;
    made->wide = base->wide;
    made->n_rows = base->n_rows;
    made->derived = base->derived;
    made->n_derived = base->n_derived;
}

void lt_joined_choose(struct lt_law *made, struct lt_arena *arena) {
    const struct joined *of = joined_of(made);
    bool any = false;
    for (size_t i = 0; of && i < of->count; i++) {
        const struct lt_law *part = of->seats[i].guest.law;
        const size_t kind = of->seats[i].kind;
        if (made->params[kind].preset != of->seats[i].word)
            continue;
        any = true;
        made->events = more_events(made->events, part->events, arena);
        made->views = more_views(made->views, part->views, arena);
        if (kind == TANGENTIAL)
            made->has_cap = part->has_cap || lt_roles_find(part, LT_FRICTION) >= 0;
        if (kind == NORMAL)
            made->contact_time = part->contact_time ? joined_time : NULL;
    }
    if (of && !any)
        choose_base(of->base, made);
}

const char *lt_joined_refuse_kind(const char *kind, struct lt_arena *arena) {
    size_t count = 0;
    for (; lt_joined_kinds[count]; count++)
        if (strcmp(kind, lt_joined_kinds[count]) == 0)
            return NULL;
    return lt_arena_print(arena, "'%s' is no kind of part%s", kind,
                          lt_options_choice(kind, lt_joined_kinds, count, arena));
}

const char *lt_joined_refuse(const struct lt_guest *guest, struct lt_arena *arena) {
    const size_t kind = kind_number(guest->kind);
    const struct lt_law *part = guest->law;
    const char *why = lt_joined_refuse_kind(guest->kind, arena);
    if (why)
        return why;
    if (part->n_params < LT_TOLD_COUNT ||
        strcmp(part->params[part->n_params - 1].name, "press") != 0)
        return lt_arena_print(arena, "the parameters of a part end with LT_TOLD (part_law.h)");
    if (part->acts & ~kinds[kind].acts)
        return lt_arena_print(arena, "a %s part makes %s and no other force (acts)", guest->kind,
                              kinds[kind].makes);
    if (part->reach || part->forward_only)
        return lt_arena_print(arena, "a part acts while the surfaces touch: no reach, not forwards "
                                     "only");
    return NULL;
}

bool lt_joined_replaces(const struct lt_law *law, const struct lt_guest *guest) {
    return lt_choice_number(law->params[kind_number(guest->kind)].choices, guest->law->name) >= 0;
}
