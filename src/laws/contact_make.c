/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contact_make.c: the tables of the law that is made of parts, and one contact when it is set up.
 *
 * Rows of equal name are one row, whichever parts have it; .of says which. The tables are made
 * once, before main().
 */
#include "contact_make.h"

#include "contact_parts_list.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define DECLARED(id) extern const struct lt_own_part lt_part_##id;
#define ADDRESS(id)  &lt_part_##id,
LT_CONTACT_PARTS(DECLARED)
static const struct lt_own_part *const parts[] = {LT_CONTACT_PARTS(ADDRESS) NULL};
enum { PARTS = sizeof parts / sizeof *parts - 1 };

static const char *const kind_names[LT_KINDS] = {"normal",  "cohesion", "damping", "tangential",
                                                 "rolling", "twisting", "film",    "bond"};
static const char *const kind_docs[LT_KINDS] = {"the part that presses",
                                                "what pulls beside it",
                                                "the dashpot beside it",
                                                "the part that resists shear",
                                                "the part that resists rolling",
                                                "the part that resists twisting",
                                                "a viscous film between the surfaces",
                                                "what holds the surfaces together until it breaks"};

/* ---- Texts, which last as long as the program ------------------------------------------------ */

static char pool[1 << 18];
static size_t pooled;

static const char *text(const char *format, ...) __attribute__((format(printf, 1, 2)));
static const char *text(const char *format, ...) {
    char *at = pool + pooled;
    va_list args;
    va_start(args, format);
    const int size = vsnprintf(at, sizeof pool - pooled, format, args);
    va_end(args);
    if (size < 0 || (size_t)size + 1 >= sizeof pool - pooled)
        abort(); /* a test makes the tables: this is never seen by users */
    pooled += (size_t)size + 1;
    return at;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

enum { MOST_ROWS = 400, MOST_WORDS = 32 };
static struct lt_field params[MOST_ROWS], state[MOST_ROWS], losses[LT_MOST_LOSSES + 1],
    derived[LT_MOST_NUMBERS + 1];
static struct lt_event events[40];
static struct lt_view views[80];
static struct lt_case cases[160];
static struct lt_jump jumps[120];
static struct lt_shortfall declares[160];
static struct lt_clash clashes[80];
static struct lt_part texts[PARTS + 1];
static size_t n_params, n_state, n_losses, n_events, n_views, n_cases, n_jumps, n_declares,
    n_clashes;
static unsigned short places[PARTS * 100];
static size_t n_places;

struct lt_seat lt_contact_seats[PARTS];
size_t lt_contact_states, lt_contact_losses;
unsigned short lt_contact_own[LT_X_STATES];
struct lt_slots lt_contact_slots[LT_KINDS];
static size_t kind_param[LT_KINDS][LT_SLOTS], dp_mode, cap_by; /* of each slot of a kind */
static const char *undefined[PARTS * 40];
static size_t n_undefined, undefined_at[PARTS];

static size_t count_fields(const struct lt_field *fields) {
    size_t n = 0;
    while (fields && fields[n].name)
        n++;
    return n;
}

static size_t find_row(const struct lt_field *rows, size_t n, const char *name) {
    size_t i = 0;
    while (i < n && strcmp(rows[i].name, name) != 0)
        i++;
    return i;
}

/* How many parts of a kind there are. */
static size_t count_parts(int kind) {
    size_t n = 0;
    for (size_t i = 0; i < PARTS; i++)
        n += (int)parts[i]->kind == kind;
    return n;
}

/* How many of them can stand together; each has a slot, which a parameter chooses. */
static size_t count_slots(int kind) {
    const size_t most = kind == LT_COHESION_PART ? LT_COHESIONS
                        : kind == LT_BOND_PART   ? LT_BONDS
                                                 : 1,
                 n = count_parts(kind);
    return n < most ? n : most;
}

static const char *slot_name(int kind, size_t slot) {
    return slot == 0 ? kind_names[kind] : text("%s_%zu", kind_names[kind], slot + 1);
}

/* The number of a part among those of its kind, as it is chosen; 0 may be none. */
static int word_of(const struct lt_own_part *part) {
    int n = part->kind != LT_NORMAL_PART;
    for (size_t i = 0; parts[i] != part; i++)
        n += parts[i]->kind == part->kind;
    return n;
}

/* Adds the rows of a part that are not there yet; where all of them are. */
static const unsigned short *add_rows(struct lt_field *rows, size_t *n,
                                      const struct lt_field *own) {
    const unsigned short *first = &places[n_places];
    for (size_t i = 0; own && own[i].name; i++) {
        const size_t at = find_row(rows, *n, own[i].name);
        if (at == *n) {
            if (++*n >= MOST_ROWS)
                abort();
            rows[at] = own[i];
        }
        if (n_places >= sizeof places / sizeof *places)
            abort();
        places[n_places++] = (unsigned short)at;
    }
    return first;
}

static const struct lt_field *rows_of(const struct lt_own_part *part, int table) {
    return table == 0 ? part->params : table == 1 ? part->state : part->losses;
}

/* Which parts have the row: "normal: hertz jkr; cohesion: dmt". A row may ask for more: "damping".
 */
static const char *owners(int table, const char *name) {
    const char *all = "";
    for (int kind = 0; kind < LT_KINDS; kind++) {
        const char *words = "", *more = NULL;
        int have = 0, of_kind = 0;
        for (size_t i = 0; i < PARTS; i++) {
            if ((int)parts[i]->kind != kind)
                continue;
            const struct lt_field *rows = rows_of(parts[i], table);
            const size_t count = count_fields(rows), at = find_row(rows, count, name);
            of_kind++;
            if (at == count)
                continue;
            have++;
            more = rows[at].of;
            words = text("%s %s", words, parts[i]->name);
        }
        if (have > 0)
            all = text("%s%s%s%s%s%s%s", all, *all ? "; " : "", kind_names[kind],
                       have < of_kind ? ":" : "", have < of_kind ? words : "", more ? " and " : "",
                       more ? more : "");
    }
    return all;
}

/* Those that have PARAM of the contact itself. */
static const char *minding(const char *param, int first_kind) {
    const char *all = "";
    for (int kind = first_kind; kind < LT_FILM_PART; kind++) {
        const char *words = "";
        int have = 0, of_kind = 0;
        for (size_t i = 0; i < PARTS; i++)
            if ((int)parts[i]->kind == kind) {
                const int lacks = parts[i]->lacks && strstr(parts[i]->lacks, param);
                of_kind++;
                have += !lacks;
                words = lacks ? words : text("%s %s", words, parts[i]->name);
            }
        if (have > 0)
            all = text("%s%s%s%s%s", all, *all ? "; " : "", kind_names[kind],
                       have < of_kind ? ":" : "", have < of_kind ? words : "");
    }
    return all;
}

/* ---- Conditions ------------------------------------------------------------------------------ */

/* WHEN with "normal:hertz" as "normal == 1", "bond:none" as "bond == 0"; a word that is not there
 * as what is never true. */
static const char *resolved(const char *when) {
    const char *made = "";
    while (*when) {
        const char *colon = strchr(when, ':');
        if (!colon)
            return text("%s%s", made, when);
        const char *from = colon;
        while (from > when && ((from[-1] >= 'a' && from[-1] <= 'z')))
            from--;
        size_t length = strspn(colon + 1, "abcdefghijklmnopqrstuvwxyz0123456789-");
        const char *kind = text("%.*s", (int)(colon - from), from),
                   *word = text("%.*s", (int)length, colon + 1);
        int number = strcmp(word, "none") == 0 ? 0 : -1;
        for (size_t i = 0; i < PARTS; i++)
            if (strcmp(kind_names[parts[i]->kind], kind) == 0 && strcmp(parts[i]->name, word) == 0)
                number = word_of(parts[i]);
        made = text("%s%.*s%s == %d", made, (int)(from - when), when, kind, number);
        when = colon + 1 + length;
    }
    return made;
}

/* The condition that the part is chosen, in any slot. */
static const char *is_chosen(const struct lt_own_part *part) {
    const int word = word_of(part);
    const char *is = text("%s == %d", kind_names[part->kind], word);
    for (size_t slot = 1; slot < count_slots((int)part->kind); slot++)
        is = text("%s or %s == %d", is, slot_name((int)part->kind, slot), word);
    return count_slots((int)part->kind) > 1 ? text("(%s)", is) : is;
}

static const char *chosen(const struct lt_own_part *part, const char *when) {
    const char *is = is_chosen(part);
    return when && *when ? text("%s and (%s)", is, resolved(when)) : is;
}

#define ROOM(list, n)                                                                              \
    if ((n) + 1 >= sizeof(list) / sizeof *(list))                                                  \
    abort()

/* What several parts say in the same words is there once: changes of one step are summed. */
static void put_jump(const struct lt_jump *jump) {
    for (size_t k = 0; k < n_jumps; k++)
        if (strcmp(jumps[k].force, jump->force) == 0 && strcmp(jumps[k].at, jump->at) == 0 &&
            strcmp(jumps[k].change, jump->change) == 0 && strcmp(jumps[k].why, jump->why) == 0) {
            jumps[k].when = text("%s or %s", jumps[k].when, jump->when);
            return;
        }
    ROOM(jumps, n_jumps);
    jumps[n_jumps] = *jump;
    jumps[n_jumps++].when = text("(%s)", jump->when);
}

/* CHANGE with the state of the slot for "pulls". */
static const char *of_slot(const char *change, const char *pulls) {
    const char *at = strstr(change, "pulls");
    return at ? text("%.*s%s%s", (int)(at - change), change, pulls, at + strlen("pulls")) : change;
}

/* What is made and lost is the contact, which may hold over a gap: of a pull its own state says so,
 * of springs the touch of the surfaces. */
static void add_jump(const struct lt_own_part *part, const struct lt_jump *jump) {
    const bool made = strcmp(jump->at, "made") == 0, lost = strcmp(jump->at, "lost") == 0;
    const bool pull =
        part->kind == LT_COHESION_PART && (made || lost || strstr(jump->change, "pulls"));
    for (size_t slot = 0; slot < (pull ? count_slots(LT_COHESION_PART) : 1); slot++) {
        const char *held = pull ? text("pulls_%zu", slot + 1) : "touches";
        const char *is = pull ? text("%s == %d", slot_name(LT_COHESION_PART, slot), word_of(part))
                              : is_chosen(part);
        struct lt_jump own = *jump;
        own.at = made || lost ? held : jump->at;
        own.change = made   ? text("select(%s > 0.5, 0, %s)", held, jump->change)
                     : lost ? text("select(%s > 0.5, %s, 0)", held, jump->change)
                            : of_slot(jump->change, held);
        own.when = *jump->when ? text("(%s and (%s))", is, resolved(jump->when)) : is;
        put_jump(&own);
    }
}

static void add_lists(const struct lt_own_part *part) {
    for (const struct lt_event *e = part->events; e && e->name; e++) {
        size_t k = 0;
        while (k < n_events && strcmp(events[k].name, e->name) != 0)
            k++;
        ROOM(events, k);
        events[k] = *e;
        n_events = k == n_events ? k + 1 : n_events;
    }
    for (const struct lt_view *v = part->views; v && v->name; v++) {
        ROOM(views, n_views);
        views[n_views++] = *v;
    }
    for (const struct lt_case *c = part->cases; c && c->result; c++) {
        ROOM(cases, n_cases);
        cases[n_cases] = *c;
        cases[n_cases++].when =
            text("%s == %d%s%s%s%s%s", kind_names[part->kind], word_of(part),
                 c->when && *c->when ? " and (" : "", c->when ? resolved(c->when) : "",
                 c->when && *c->when ? ")" : "",
                 count_slots(LT_COHESION_PART) > 1 ? " and cohesion_2 == 0" : "",
                 count_parts(LT_FILM_PART) > 0 ? " and film == 0" : "");
    }
    for (const struct lt_jump *j = part->jumps; j && j->force; j++)
        add_jump(part, j);
    for (const struct lt_shortfall *s = part->declares; s && s->check; s++) {
        ROOM(declares, n_declares);
        declares[n_declares] = *s;
        declares[n_declares++].when = chosen(part, s->when);
    }
}

/* ---- Parts that do not go together ----------------------------------------------------------- */

static const struct {
    unsigned bit;
    enum lt_kind writer;
    const char *why;
} told[] = {
    {LT_HAS_RADIUS, LT_NORMAL_PART,
     "it follows the contact radius, of which this part tells nothing"},
    {LT_HAS_STIFFNESS, LT_NORMAL_PART,
     "it goes by the stiffness of the normal spring, of which this part tells nothing"},
    {LT_HAS_MODULI, LT_NORMAL_PART, "it goes by moduli, which this part does not have"},
    {LT_HAS_CONSTANT, LT_NORMAL_PART, "it is made for a spring of constant stiffness"},
    {LT_HAS_ELASTIC, LT_NORMAL_PART, "it is made for an elastic spring that does not pull"},
    {LT_HAS_HOLD, LT_NORMAL_PART, "it has its spring hold"},
    {LT_HAS_HOLD, LT_TANGENTIAL_PART, "it has its spring hold"},
    {LT_HAS_SHEAR, LT_TANGENTIAL_PART, "it goes by the tangential spring, and there is none"},
    {LT_HAS_VISCOSITY, LT_DAMPING_PART,
     "it goes by the viscosity of the normal dashpot, and there is none"},
};

static unsigned writes_of(const struct lt_own_part *part) {
    return part->writes | (part->kind == LT_DAMPING_PART ? LT_HAS_VISCOSITY : 0);
}

/* Bits of the words of KIND that do not write BIT; none writes nothing. */
static unsigned silent(enum lt_kind kind, unsigned bit) {
    unsigned words = kind == LT_NORMAL_PART ? 0 : 1;
    for (size_t i = 0; i < PARTS; i++)
        if (parts[i]->kind == kind && !(writes_of(parts[i]) & bit))
            words |= 1u << word_of(parts[i]);
    return words;
}

static void add_clash(const struct lt_own_part *part, enum lt_kind other, unsigned words,
                      const char *why) {
    const int kind = (int)part->kind;
    if (!words)
        return;
    for (size_t slot = 0; slot < count_slots(kind); slot++) {
        ROOM(clashes, n_clashes);
        clashes[n_clashes++] = (struct lt_clash){(unsigned)kind_param[kind][slot], 1u << word_of(part), (unsigned)kind_param[other][0], words, why};
    }
}

static void add_clashes(void) {
    for (size_t k = 0; k < sizeof told / sizeof *told; k++)
        for (size_t i = 0; i < PARTS; i++)
            if (parts[i]->reads & told[k].bit)
                add_clash(parts[i], told[k].writer, silent(told[k].writer, told[k].bit),
                          told[k].why);
    for (size_t i = 0; i < PARTS; i++)
        if (parts[i]->reads & LT_HAS_ELASTIC)
            add_clash(parts[i], LT_COHESION_PART, ~1u,
                      "it is made for an elastic spring, beside which nothing pulls");
}

/* ---- All tables ------------------------------------------------------------------------------ */

/* The words of a kind, and how many there are. */
static const char *words_of(int kind, int *count) {
    const char *words = kind == LT_NORMAL_PART ? "" : "none";
    *count = kind != LT_NORMAL_PART;
    for (size_t i = 0; i < PARTS; i++)
        if ((int)parts[i]->kind == kind) {
            words = text("%s%s%s", words, *words ? " " : "", parts[i]->name);
            ++*count;
        }
    return words;
}

static void add_kinds_of(size_t slot) {
    for (int kind = 0; kind < LT_KINDS; kind++) {
        int count;
        const char *words = words_of(kind, &count);
        if (slot >= count_slots(kind))
            continue;
        kind_param[kind][slot] = n_params;
        params[n_params++] = (struct lt_field){
            .name = slot_name(kind, slot),
            .unit = "1",
            .max = count - 1,
            .doc = slot == 0 ? kind_docs[kind] : text("another %s beside it", kind_names[kind]),
            .choices = words,
            .hidden = slot > 0};
    }
}

static void add_kinds(void) {
    for (size_t slot = 0; slot < LT_COHESIONS; slot++)
        add_kinds_of(slot);
    params[dp_mode = n_params++] =
        (struct lt_field){.name = "dp_mode",
                          .unit = "1",
                          .max = 2,
                          .doc = "whether the normal dashpot may pull: it may; no more than the "
                                 "other forces press together; or than the spring presses, and "
                                 "what else pulls comes on top",
                          .of = "damping",
                          .choices = "full no-tension cut-then-adhesion"};
    params[cap_by = n_params++] = (struct lt_field){
        .name = "cap_by",
        .unit = "1",
        .max = 5,
        .doc = "normal force of the limits: the total if it presses, the spring's alone, the "
               "total's size, with adhesion taken off in one way or another",
        .of = minding("cap_by", LT_TANGENTIAL_PART),
        .choices = "total elastic absolute pull pull-once adhesion-back"};
}

static void add_own_states(void) {
    static const char *const names[] = {"touches", "pulls_1", "pulls_2", "pulls_3"};
    for (size_t i = 0; i < LT_X_STATES; i++) {
        lt_contact_own[i] = (unsigned short)n_state;
        state[n_state++] = (struct lt_field){
            .name = names[i],
            .unit = "1",
            .doc = i == 0 ? "1 while the surfaces touch" : "1 while the cohesion pulls",
            .hidden = 1,
            .of = i == 0 ? minding("", LT_COHESION_PART) : "cohesion"};
    }
    state[lt_contact_own[0]].of = NULL;
}

static void set_slots(void) {
    size_t slot = 0, d = LT_H_NUMBERS;
    for (int kind = 0; kind < LT_KINDS; kind++) {
        struct lt_slots *of = &lt_contact_slots[kind];
        *of = (struct lt_slots){.first = slot, .count = count_slots(kind), .d = d};
        for (size_t i = 0; i < PARTS; i++)
            if ((int)parts[i]->kind == kind && lt_contact_seats[i].n_d > of->n_d)
                of->n_d = lt_contact_seats[i].n_d;
        slot += of->count;
        d += of->count * of->n_d;
    }
    if (d > LT_MOST_NUMBERS)
        abort();
    for (size_t i = 0; i < LT_H_NUMBERS; i++)
        derived[i] = (struct lt_field){.name = text("contact_%zu", i), .unit = "1", .doc = "own"};
    for (int kind = 0; kind < LT_KINDS; kind++)
        for (size_t i = 0; i < lt_contact_slots[kind].count * lt_contact_slots[kind].n_d; i++)
            derived[lt_contact_slots[kind].d + i] = (struct lt_field){
                .name = text("%s_%zu", kind_names[kind], i), .unit = "1", .doc = "a part's"};
}

/* What is said where one of its numbers is none: texts that are there beforehand. */
static void name_numbers(size_t i) {
    const struct lt_own_part *part = parts[i];
    undefined_at[i] = n_undefined;
    for (const struct lt_field *d = part->derived; d && d->name; d++) {
        if (n_undefined >= sizeof undefined / sizeof *undefined)
            abort();
        undefined[n_undefined++] =
            text("%s: %s: from these parameters '%s'%s%s%s is no number", kind_names[part->kind],
                 part->name, d->name, *d->doc ? " (" : "", d->doc, *d->doc ? ")" : "");
    }
}

static void seat_parts(void) {
    for (size_t i = 0; i < PARTS; i++) {
        const struct lt_own_part *part = parts[i];
        lt_contact_seats[i] = (struct lt_seat){.part = part,
                                               .n_p = count_fields(part->params),
                                               .n_d = count_fields(part->derived),
                                               .n_x = count_fields(part->state),
                                               .n_e = count_fields(part->losses),
                                               .p_at = add_rows(params, &n_params, part->params),
                                               .x_at = add_rows(state, &n_state, part->state),
                                               .e_at = add_rows(losses, &n_losses, part->losses)};
        if (n_losses > LT_MOST_LOSSES)
            abort();
        texts[i] = (struct lt_part){kind_names[part->kind], part->name, part->doc};
        add_lists(part);
        name_numbers(i);
    }
}

static const struct lt_event own_events[] = {{"contact_activated", "active", 1, 0}};
static const struct lt_view own_views[] = {
    {"overlap", "m", "max(0, -un)", "overlap"},
    {"contact_radius", "m", "sqrt(r_eff*max(0, -un))", "Hertz' radius, sqrt(r_eff overlap)"},
    {"dp_force_n", "N", "0 - vfn", "force of the normal dashpot, > 0 compression"}};
static const struct lt_shortfall own_declares[] = {
    {"jumps", "cap_by == 2", 1,
     "cap_by absolute: a pulling dashpot lets friction hold until the contact is lost"},
    {"continuity", "cap_by == 2", 1,
     "cap_by absolute: a pulling dashpot lets friction hold until the contact is lost"}};

static struct lt_law *filled;
void lt_contact_fill(struct lt_law *law) {
    filled = law;
    add_kinds();
    const size_t own_params = n_params;
    add_own_states();
    memcpy(events, own_events, sizeof own_events);
    n_events = sizeof own_events / sizeof *own_events;
    memcpy(declares, own_declares, sizeof own_declares);
    n_declares = sizeof own_declares / sizeof *own_declares;
    seat_parts();
    for (size_t i = 0; i < sizeof own_views / sizeof *own_views; i++)
        views[n_views++] = own_views[i]; /* of two of a name the first counts */
    for (size_t i = own_params; i < n_params; i++)
        params[i].of = params[i].hidden ? "" : owners(0, params[i].name); /* "": nobody's to give */
    for (size_t i = LT_X_STATES; i < n_state; i++)
        state[i].of = owners(1, state[i].name);
    for (size_t i = 0; i < n_losses; i++)
        losses[i].of = owners(2, losses[i].name);
    add_clashes();
    set_slots();
    lt_contact_states = n_state;
    lt_contact_losses = n_losses;
    law->params = params;
    law->derived = derived;
    law->state = state;
    law->losses = losses;
    law->n_params = n_params;
    law->n_derived = count_fields(derived);
    law->n_state = n_state;
    law->n_losses = n_losses;
    law->events = events;
    law->views = views;
    law->cases = cases;
    law->jumps = jumps;
    law->declares = declares;
    law->clashes = clashes;
    law->parts = texts;
}

/* ---- One contact ----------------------------------------------------------------------------- */

/* The part that a number of a kind means; NULL: none. */
static struct lt_seat *chosen_seat(int kind, double number) {
    int left = (int)number + (kind == LT_NORMAL_PART);
    for (size_t i = 0; i < PARTS && left > 0; i++)
        if ((int)parts[i]->kind == kind && --left == 0)
            return &lt_contact_seats[i];
    return NULL;
}

static const char *clash_among(const double *p) {
    for (const struct lt_clash *c = clashes; c->why; c++)
        if (c->words >> (unsigned)p[c->kind] & c->others >> (unsigned)p[c->other] & 1u)
            return c->why;
    return NULL;
}

/* What stands together begins with the first slot, and each word is there once. */
static const char *wrong_slots(const double *p) {
    for (int kind = 0; kind < LT_KINDS; kind++)
        for (size_t slot = 1; slot < count_slots(kind); slot++) {
            const double word = p[kind_param[kind][slot]];
            if (word > 0.5 && p[kind_param[kind][slot - 1]] < 0.5)
                return kind == LT_BOND_PART ? "bond_2 stands beside another bond"
                                            : "cohesion_2 and cohesion_3 stand beside the pulls "
                                              "before them";
            for (size_t i = 0; i < slot; i++)
                if (word > 0.5 && p[kind_param[kind][i]] == word)
                    return kind == LT_BOND_PART ? "a bond stands once in a contact"
                                                : "a pull stands once in a contact";
        }
    return NULL;
}

enum { MOST_PARAMS = 64 };

static const char *derive_part(const struct lt_seat *seat, size_t slot, struct lt_deal *deal,
                               const double *a, const double *b, double *p, double *d) {
    const struct lt_slots *of = &lt_contact_slots[seat->part->kind];
    double own[MOST_PARAMS], own_a[MOST_PARAMS], own_b[MOST_PARAMS];
    double *const numbers = d + of->d + slot * of->n_d;
    for (size_t i = 0; i < seat->n_p; i++) {
        own[i] = p[seat->p_at[i]];
        own_a[i] = a[seat->p_at[i]];
        own_b[i] = b[seat->p_at[i]];
    }
    deal->usual = 1;
    deal->alone = 0;
    deal->reach = deal->tail = 0;
    const char *wrong = seat->part->derive(seat->part, deal, own_a, own_b, own, numbers);
    for (size_t i = 0; i < seat->n_p; i++)
        p[seat->p_at[i]] = own[i];
    for (size_t i = 0; i < seat->n_d && !wrong; i++)
        if (isnan(numbers[i]))
            wrong = undefined[undefined_at[seat - lt_contact_seats] + i];
    const double bit = (double)(1u << (of->first + slot));
    d[LT_H_SEAT + of->first + slot] = (double)(seat - lt_contact_seats) + 1;
    d[LT_H_USUAL] += deal->usual ? bit : 0;
    d[LT_H_ALONE] += deal->alone ? bit : 0;
    if (seat->part->kind == LT_COHESION_PART) {
        d[LT_H_REACH + slot] = deal->reach;
        d[LT_H_TAIL + slot] = deal->tail;
    } else {
        d[LT_H_FILM] = fmax(d[LT_H_FILM], deal->tail);
    }
    d[LT_H_FAR] = fmax(d[LT_H_FAR], deal->reach);
    d[LT_H_LAST] = fmax(d[LT_H_LAST], deal->tail);
    return wrong;
}

const char *lt_contact_derive(const struct lt_pair *pair, const void *va, const void *vb, void *vp,
                              void *vd) {
    double *p = vp, *d = vd;
    struct lt_deal deal = {.pair = pair, .young = NAN, .shear = NAN};
    const char *wrong = clash_among(p);
    if (wrong)
        return wrong;
    memset(d, 0, filled->n_derived * sizeof *d);
    wrong = wrong_slots(p);
    for (int kind = 0; kind < LT_KINDS && !wrong; kind++)
        for (size_t slot = 0; slot < count_slots(kind) && !wrong; slot++) {
            const struct lt_seat *seat = chosen_seat(kind, p[kind_param[kind][slot]]);
            if (seat)
                wrong = derive_part(seat, slot, &deal, va, vb, p, d);
            if (seat && !wrong && kind == LT_NORMAL_PART && p[dp_mode] > 1.5 &&
                seat->part->writes & LT_HAS_PULL)
                wrong = "dp_mode: cut-then-adhesion needs a normal part whose spring does not pull";
        }
    d[LT_H_NECK] = deal.neck;
    d[LT_H_CUT] = p[dp_mode];
    d[LT_H_CAP_BY] = p[cap_by];
    d[LT_H_PULL_OFF] = deal.pull_off;
    for (size_t i = 0; i < n_params && !wrong; i++)
        p[i] = isnan(p[i]) ? 0 : p[i]; /* not known, and nobody asked for it */
    return wrong;
}

/* Springs side by side: squares of frequencies add up. */
double lt_contact_time(const struct lt_pair *pair, const void *p, const void *vd, double speed) {
    const double *d = vd;
    double sum = 0;
    bool known = false;
    (void)p;
    for (int kind = 0; kind < LT_KINDS; kind++) {
        const struct lt_slots *of = &lt_contact_slots[kind];
        for (size_t slot = 0; slot < of->count; slot++) {
            const size_t number = (size_t)d[LT_H_SEAT + of->first + slot];
            const struct lt_own_part *part = number > 0 ? lt_contact_seats[number - 1].part : NULL;
            const double t = part && part->contact_time
                                 ? part->contact_time(pair, d + of->d + slot * of->n_d, speed)
                                 : INFINITY;
            known |= part && part->contact_time;
            if (isfinite(t) && sum == 0)
                sum = t; /* alone it is itself, to the bit */
            else if (isfinite(t))
                sum = 1 / sqrt(1 / (sum * sum) + 1 / (t * t));
        }
    }
    return sum > 0 ? sum : known ? INFINITY : NAN;
}

double lt_contact_reach(const struct lt_pair *pair, const void *p, const void *d) {
    (void)pair, (void)p;
    return ((const double *)d)[LT_H_FAR];
}

/* ---- A block: contact by contact ------------------------------------------------------------- */

#define TO_MOVE(name, ...)  move.name = m->name[i];
#define FROM_OUT(name, ...) o->name[i] = out.name;
void lt_contact_block(const void *vp, const void *vd, const struct lt_move_lanes *m, void *vx,
                      struct lt_out_lanes *o, void *ve) {
    const double *d = vd;
    double *x = vx, *e = ve;
    (void)vp;
    for (size_t i = 0; i < LT_LANES; i++) {
        double own_d[LT_MOST_NUMBERS], own_x[MOST_ROWS], own_e[LT_MOST_LOSSES];
        struct lt_move move;
        struct lt_out out;
        LT_MOVE(TO_MOVE)
        for (size_t k = 0; k < filled->n_derived; k++)
            own_d[k] = d[k * LT_LANES + i];
        for (size_t k = 0; k < n_state; k++)
            own_x[k] = x[k * LT_LANES + i];
        lt_contact_one(NULL, own_d, &move, own_x, &out, own_e);
        for (size_t k = 0; k < n_state; k++)
            x[k * LT_LANES + i] = own_x[k];
        for (size_t k = 0; k < n_losses; k++)
            e[k * LT_LANES + i] = own_e[k];
        LT_OUT(FROM_OUT)
    }
}
