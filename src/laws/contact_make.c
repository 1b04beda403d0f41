/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * contact_make.c: fills the tables of a law that is made of parts from those of its parts.
 *
 * Rows of equal name in tables of built-in parts become one row of the law; its .of names the parts
 * that have it. Conditions of closed forms, jumps and shortfalls hold only if the part is selected,
 * so that they are combined with "normal == 1" and the like.
 */
#include "contact_make.h"

#include "contact_parts_list.h"

#include <stdarg.h>
#include <stdio.h>

#define DECLARED(id) extern const struct lt_part lt_part_##id;
#define ADDRESS(id)  &lt_part_##id,
LT_CONTACT_PARTS(DECLARED)
static const struct lt_part *const built_in[] = {LT_CONTACT_PARTS(ADDRESS) NULL};
enum { BUILT_IN = sizeof built_in / sizeof *built_in - 1 };

/* Names of the kinds, which are the parameters that select a part, and what users read of them. */
static const char *const kind_names[LT_KINDS] = {"normal",  "cohesion", "damping", "tangential",
                                                 "rolling", "twisting", "film",    "bond"};
static const char *const kind_docs[LT_KINDS] = {"the part that presses",
                                                "what pulls beside it",
                                                "the dashpot beside it",
                                                "the part that resists shear",
                                                "the part that resists rolling",
                                                "the part that resists twisting",
                                                "a viscous film, or a neck that sinters",
                                                "what holds the surfaces together until it breaks"};

/* ---- The builder ----------------------------------------------------------------------------- */

/* Sizes of the tables: about twice what the built-in parts need. */
enum {
    MOST_ROWS = 400,   /* parameters of a law */
    MOST_LISTED = 200, /* events, views, closed forms, jumps, shortfalls, clashes: of each */
    MOST_OWN = 40      /* parts of a user */
};

/* A composition while its tables are filled. */
struct builder {
    struct lt_composition *of;
    const struct lt_part *const *parts;
    size_t count;
    struct lt_field *params, *state, *losses, *derived;
    struct lt_event *events;
    struct lt_view *views;
    struct lt_case *cases;
    struct lt_jump *jumps;
    struct lt_shortfall *declares;
    struct lt_clash *clashes;
    struct lt_part_word *words;
    size_t n_params, n_derived, n_state, n_losses, n_events, n_views, n_cases, n_jumps, n_declares,
        n_clashes;
    const struct lt_allocator *allocator;
    const char *wrong; /* NULL, or the error: a table is too small */
};

/* Zeroed memory for COUNT items of SIZE bytes, which lasts as long as the composition. */
static void *get(const struct builder *m, size_t count, size_t size) {
    return m->allocator->allocate(m->allocator->context, count * size);
}

/* A formatted text that lasts as long as the composition. */
static const char *text(const struct builder *m, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static const char *text(const struct builder *m, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    const int size = vsnprintf(NULL, 0, format, args);
    char *made = get(m, (size_t)size + 1, 1);
    vsnprintf(made, (size_t)size + 1, format, again);
    va_end(again);
    va_end(args);
    return made;
}

/* Returns true if a table with N of MOST rows takes one more row and the empty one at its end. Else
 * sets the error m->wrong and returns false. */
static bool has_room(struct builder *m, size_t n, size_t most) {
    if (n + 1 >= most)
        m->wrong = "too many parts, or parameters and states of parts";
    return n + 1 < most;
}

/* Number of rows before the one without name; 0 for NULL. */
static size_t count_fields(const struct lt_field *fields) {
    size_t n = 0;
    while (fields && fields[n].name)
        n++;
    return n;
}

/* Index of the row called NAME, N if there is none. */
static size_t find_row(const struct lt_field *rows, size_t n, const char *name) {
    size_t i = 0;
    while (i < n && strcmp(rows[i].name, name) != 0)
        i++;
    return i;
}

/* Number of parts of a kind. */
static size_t count_parts(struct builder *m, int kind) {
    size_t n = 0;
    for (size_t i = 0; i < m->count; i++)
        n += (int)m->parts[i]->kind == kind;
    return n;
}

/* Number of slots of a kind: so many of its parts can act together, each selected by a parameter.
 */
static size_t count_slots(struct builder *m, int kind) {
    const size_t most = kind == LT_COHESION_PART ? LT_COHESIONS
                        : kind == LT_BOND_PART   ? LT_BONDS
                                                 : 1,
                 n = count_parts(m, kind);
    return n < most ? n : most;
}

/* Name of the parameter that selects the part in SLOT: "cohesion", "cohesion_2". */
static const char *slot_name(struct builder *m, int kind, size_t slot) {
    return slot == 0 ? kind_names[kind] : text(m, "%s_%zu", kind_names[kind], slot + 1);
}

/* The value of the parameter that selects PART: its index among the parts of its kind, where 0
 * means none except for normal parts. */
static int word_of(struct builder *m, const struct lt_part *part) {
    int n = part->kind != LT_NORMAL_PART;
    for (size_t i = 0; m->parts[i] != part; i++)
        n += m->parts[i]->kind == part->kind;
    return n;
}

/* Appends the rows OWN of a part to the *N of MOST rows ROWS; if SHARED, only those whose name is
 * not there yet. Returns for each of them its index in ROWS. */
static const unsigned short *add_rows(struct builder *m, struct lt_field *rows, size_t *n,
                                      size_t most, const struct lt_field *own, bool shared) {
    unsigned short *places = get(m, count_fields(own) + 1, sizeof *places);
    for (size_t i = 0; own && own[i].name; i++) {
        const size_t at = shared ? find_row(rows, *n, own[i].name) : *n;
        if (at == *n && has_room(m, at, most))
            rows[(*n)++] = own[i];
        places[i] = (unsigned short)at;
    }
    return places;
}

/* Finds a table of a part by the number TABLE, 0: parameters, 1: states, 2: losses: *ROWS are its
 * rows, *AT their indices in the table of the law. Returns their number. */
static size_t rows_of(const struct lt_part_entry *entry, int table, const struct lt_field **rows,
                      const unsigned short **at) {
    const struct lt_part *part = entry->part;
    *rows = table == 0 ? part->params : table == 1 ? part->state : part->losses;
    *at = table == 0 ? entry->p_at : table == 1 ? entry->x_at : entry->e_at;
    return table == 0 ? entry->n_p : table == 1 ? entry->n_x : entry->n_e;
}

/* Returns the text for .of of row ROW of the table with the number TABLE (as in rows_of()):
 * "normal: hertz jkr; cohesion: dmt"; a kind without words stands for all of its parts. A row may
 * name a further kind on which it depends: "... and damping". */
static const char *owners(struct builder *m, int table, size_t row) {
    const char *all = "";
    for (int kind = 0; kind < LT_KINDS; kind++) {
        const char *words = "", *more = NULL;
        int have = 0, of_kind = 0;
        /* Of all parts of this kind (of_kind), those that have the row (have). */
        for (size_t i = 0; i < m->count; i++) {
            const struct lt_field *rows;
            const unsigned short *at;
            const size_t count = rows_of(&m->of->entries[i], table, &rows, &at);
            size_t k = 0;
            if ((int)m->parts[i]->kind != kind)
                continue;
            while (k < count && at[k] != row)
                k++;
            of_kind++;
            if (k == count)
                continue;
            have++;
            more = rows[k].of;
            words = text(m, "%s %s", words, m->parts[i]->name);
        }
        if (have > 0)
            all = text(m, "%s%s%s%s%s%s%s", all, *all ? "; " : "", kind_names[kind],
                       have < of_kind ? ":" : "", have < of_kind ? words : "", more ? " and " : "",
                       more ? more : "");
    }
    return all;
}

/* As owners(), for PARAM, a parameter of the contact itself: the parts from kind FIRST_KIND on that
 * do not list it as lacking. */
static const char *users_of(struct builder *m, const char *param, int first_kind) {
    const char *all = "";
    for (int kind = first_kind; kind < LT_FILM_PART; kind++) {
        const char *words = "";
        int have = 0, of_kind = 0;
        for (size_t i = 0; i < m->count; i++)
            if ((int)m->parts[i]->kind == kind) {
                const int lacks = m->parts[i]->lacks && strstr(m->parts[i]->lacks, param);
                of_kind++;
                have += !lacks;
                words = lacks ? words : text(m, "%s %s", words, m->parts[i]->name);
            }
        if (have > 0)
            all = text(m, "%s%s%s%s%s", all, *all ? "; " : "", kind_names[kind],
                       have < of_kind ? ":" : "", have < of_kind ? words : "");
    }
    return all;
}

/* ---- Conditions ------------------------------------------------------------------------------ */

/* WHEN with numbers for words: "normal:hertz" becomes "normal == 1", "bond:none" "bond == 0". The
 * word of a part that does not exist becomes -1, which never holds. */
static const char *resolve_words(struct builder *m, const char *when) {
    const char *made = "";
    while (*when) {
        const char *colon = strchr(when, ':');
        if (!colon)
            return text(m, "%s%s", made, when);
        const char *from = colon;
        while (from > when && ((from[-1] >= 'a' && from[-1] <= 'z')))
            from--;
        size_t length = strspn(colon + 1, "abcdefghijklmnopqrstuvwxyz0123456789-");
        const char *kind = text(m, "%.*s", (int)(colon - from), from),
                   *word = text(m, "%.*s", (int)length, colon + 1);
        int number = strcmp(word, "none") == 0 ? 0 : -1;
        for (size_t i = 0; i < m->count; i++)
            if (strcmp(kind_names[m->parts[i]->kind], kind) == 0 &&
                strcmp(m->parts[i]->name, word) == 0)
                number = word_of(m, m->parts[i]);
        made = text(m, "%s%.*s%s == %d", made, (int)(from - when), when, kind, number);
        when = colon + 1 + length;
    }
    return made;
}

/* The condition that PART is selected, in any slot of its kind. */
static const char *is_chosen(struct builder *m, const struct lt_part *part) {
    const int word = word_of(m, part);
    const char *is = text(m, "%s == %d", kind_names[part->kind], word);
    for (size_t slot = 1; slot < count_slots(m, (int)part->kind); slot++)
        is = text(m, "%s or %s == %d", is, slot_name(m, (int)part->kind, slot), word);
    return count_slots(m, (int)part->kind) > 1 ? text(m, "(%s)", is) : is;
}

/* The condition that PART is selected and its own condition WHEN holds; WHEN may be NULL or empty.
 */
static const char *chosen_condition(struct builder *m, const struct lt_part *part,
                                    const char *when) {
    const char *is = is_chosen(m, part);
    return when && *when ? text(m, "%s and (%s)", is, resolve_words(m, when)) : is;
}

/* Appends JUMP to the table if there is room. */
static void put_jump(struct builder *m, const struct lt_jump *jump) {
    if (has_room(m, m->n_jumps, MOST_LISTED))
        m->jumps[m->n_jumps++] = *jump;
}

/* The condition that a part of KIND holds the contact while the surfaces separate: "bond == 1 or
 * bond == 3". */
static const char *holding_condition(struct builder *m, enum lt_kind kind) {
    const char *all = "";
    for (size_t i = 0; i < m->count; i++) {
        const struct lt_part *part = m->parts[i];
        const bool holds = kind != LT_NORMAL_PART || part->writes & LT_HAS_PULL;
        if (part->kind == kind && holds)
            all = text(m, "%s%s%s == %d", all, *all ? " or " : "", kind_names[kind],
                       word_of(m, part));
    }
    return all;
}

/* Adds jumps of the tangential force and the moments where the surfaces separate while a cohesion,
 * a bond or a neck still holds the contact: the springs that friction limits are released, so each
 * component changes by minus its spring. */
static void add_release_jumps(struct builder *m) {
    static const char *const springs[][2] = {{"fs", "spring_s"},
                                             {"ft", "spring_t"},
                                             {"mn", "moment_n"},
                                             {"ms", "moment_s"},
                                             {"mt", "moment_t"}};
    const char *const when[] = {
        holding_condition(m, LT_COHESION_PART),
        text(m, "(%s) and cohesion == 0", holding_condition(m, LT_BOND_PART)),
        text(m, "(%s) and cohesion == 0 and bond == 0", holding_condition(m, LT_NORMAL_PART))};
    for (size_t k = 0; k < sizeof when / sizeof *when; k++)
        for (size_t i = 0; i < sizeof springs / sizeof *springs; i++)
            put_jump(m, &(struct lt_jump){springs[i][0], "touches", when[k],
                                          text(m, "select(touches > 0.5, -%s, 0)", springs[i][1]),
                                          "springs are released where the surfaces separate"});
}

/* Returns the formula CHANGE with PULLS, the name of the state of one slot, in the place of the
 * word "pulls". */
static const char *of_slot(struct builder *m, const char *change, const char *pulls) {
    const char *at = strstr(change, "pulls");
    return at ? text(m, "%.*s%s%s", (int)(at - change), change, pulls, at + strlen("pulls"))
              : change;
}

/* Adds a jump of PART. A part speaks of its contact as "made" and "lost", but the law's contact may
 * last longer: for a cohesion its own state decides, for springs the touch of the surfaces. */
static void add_jump(struct builder *m, const struct lt_part *part, const struct lt_jump *jump) {
    const bool made = strcmp(jump->at, "made") == 0, lost = strcmp(jump->at, "lost") == 0;
    const bool pull =
        part->kind == LT_COHESION_PART && (made || lost || strstr(jump->change, "pulls"));
    for (size_t slot = 0; slot < (pull ? count_slots(m, LT_COHESION_PART) : 1); slot++) {
        const char *held = pull ? text(m, "pulls_%zu", slot + 1) : "touches";
        const char *is =
            pull ? text(m, "%s == %d", slot_name(m, LT_COHESION_PART, slot), word_of(m, part))
                 : is_chosen(m, part);
        struct lt_jump own = *jump;
        own.at = made || lost ? held : jump->at;
        own.change = made   ? text(m, "select(%s > 0.5, 0, %s)", held, jump->change)
                     : lost ? text(m, "select(%s > 0.5, %s, 0)", held, jump->change)
                            : of_slot(m, jump->change, held);
        own.when = *jump->when ? text(m, "(%s and (%s))", is, resolve_words(m, jump->when)) : is;
        put_jump(m, &own);
    }
}

/* Jumps by which springs are released where the surfaces separate and another part holds the
 * contact: springs of built-in parts beside a user's PART, and springs of the user's part itself.
 */
static void add_release_jumps_of(struct builder *m, const struct lt_part *part) {
    static const struct {
        const char *force, *spring;
        int kind;
    } springs[] = {{"fs", "spring_s", LT_TANGENTIAL_PART},
                   {"ft", "spring_t", LT_TANGENTIAL_PART},
                   {"mn", "moment_n", LT_TWISTING_PART},
                   {"ms", "moment_s", LT_ROLLING_PART},
                   {"mt", "moment_t", LT_ROLLING_PART}};
    const int kind = (int)part->kind;
    const bool keeps = kind == LT_COHESION_PART || kind == LT_FILM_PART || kind == LT_BOND_PART;
    for (size_t i = 0; i < sizeof springs / sizeof *springs; i++) {
        const char *f = springs[i].force;
        struct lt_jump jump = {f, "touches", "", text(m, "-%s", springs[i].spring),
                               "springs are released where the surfaces separate"};
        bool said = false;
        for (const struct lt_jump *own = part->jumps; own && own->force; own++)
            said |= strcmp(own->force, f) == 0 && strcmp(own->at, "lost") == 0;
        if (kind == LT_FILM_PART) /* of a pull and a bond add_let_go() says it */
            add_jump(m, part, &jump);
        if (keeps || kind != springs[i].kind || said)
            continue;
        /* Without a bond a film or cohesion holds the contact: the force falls to its viscous
         * part. */
        jump.when = "bond == 0 and not (cohesion == 0 and film == 0)";
        jump.change = text(m, "select(touches > 0.5, v%s - %s, 0)", f, f);
        add_jump(m, part, &jump);
        /* With a bond the bond's own force remains. */
        jump.when = "not (bond == 0)";
        jump.change = text(m, "select(touches > 0.5, v%s + bond_%s - %s, 0)", f, f, f);
        add_jump(m, part, &jump);
    }
}

/* Adds the events, views, closed forms, jumps and shortfalls of PART, each with the condition that
 * PART is selected. */
static void add_lists(struct builder *m, const struct lt_part *part) {
    /* An event that several parts have is listed once. */
    for (const struct lt_event *e = part->events; e && e->name; e++) {
        size_t k = 0;
        while (k < m->n_events && strcmp(m->events[k].name, e->name) != 0)
            k++;
        if (k == m->n_events && has_room(m, k, MOST_LISTED))
            m->events[m->n_events++] = *e;
    }
    for (const struct lt_view *v = part->views; v && v->name; v++) {
        if (has_room(m, m->n_views, MOST_LISTED))
            m->views[m->n_views++] = *v;
    }
    for (const struct lt_case *c = part->cases; c && c->result; c++) {
        if (!has_room(m, m->n_cases, MOST_LISTED))
            return;
        m->cases[m->n_cases] = *c;
        /* A closed form holds for the part alone: without a second cohesion and without a film. */
        m->cases[m->n_cases++].when =
            text(m, "%s == %d%s%s%s%s%s", kind_names[part->kind], word_of(m, part),
                 c->when && *c->when ? " and (" : "", c->when ? resolve_words(m, c->when) : "",
                 c->when && *c->when ? ")" : "",
                 count_slots(m, LT_COHESION_PART) > 1 ? " and cohesion_2 == 0" : "",
                 count_parts(m, LT_FILM_PART) > 0 ? " and film == 0" : "");
    }
    for (const struct lt_jump *j = part->jumps; j && j->force; j++)
        add_jump(m, part, j);
    for (const struct lt_shortfall *s = part->declares; s && s->check; s++) {
        if (!has_room(m, m->n_declares, MOST_LISTED))
            return;
        m->declares[m->n_declares] = *s;
        m->declares[m->n_declares++].when = chosen_condition(m, part, s->when);
    }
}

/* ---- Parts that exclude each other ----------------------------------------------------------- */

/* What a part may need (BIT, of lt_part.reads) of the part of kind WRITER, and the error if that
 * does not give it. */
static const struct {
    unsigned bit;
    enum lt_kind writer;
    const char *why;
} needs[] = {
    {LT_HAS_RADIUS, LT_NORMAL_PART, "it needs the contact radius, which this part does not give"},
    {LT_HAS_CIRCLE, LT_NORMAL_PART, "it needs the contact radius, which this part does not give"},
    {LT_HAS_STIFFNESS, LT_NORMAL_PART,
     "it needs the stiffness of the normal spring, which this part does not give"},
    {LT_HAS_MODULI, LT_NORMAL_PART, "it needs E* and G*, which this part does not have"},
    {LT_HAS_CONSTANT, LT_NORMAL_PART, "it is made for a spring of constant stiffness"},
    {LT_HAS_ELASTIC, LT_NORMAL_PART, "it is made for an elastic spring that does not pull"},
    {LT_HAS_HOLD, LT_NORMAL_PART, "it needs a spring that can bear tension"},
    {LT_HAS_HOLD, LT_TANGENTIAL_PART, "it needs a spring that can bear tension"},
    {LT_HAS_SHEAR, LT_TANGENTIAL_PART, "it needs a tangential spring, and there is none"},
    {LT_HAS_VISCOSITY, LT_DAMPING_PART,
     "its viscosity is a multiple of that of the normal dashpot: choose a damping part"},
};

/* Words of KIND, as a bit mask, whose part does not write BIT (LT_HAS_ ...); "none" (bit 0) is one
 * of them. */
static unsigned words_without(struct builder *m, enum lt_kind kind, unsigned bit) {
    unsigned words = kind == LT_NORMAL_PART ? 0 : 1;
    for (size_t i = 0; i < m->count; i++)
        if (m->parts[i]->kind == kind && !(m->parts[i]->writes & bit))
            words |= 1u << word_of(m, m->parts[i]);
    return words;
}

/* Declares that PART, in any slot, excludes those parts of kind OTHER whose numbers are bits of
 * WORDS; WHY is the message. */
static void add_clash(struct builder *m, const struct lt_part *part, enum lt_kind other,
                      unsigned words, const char *why) {
    const int kind = (int)part->kind;
    if (!words)
        return;
    for (size_t slot = 0; slot < count_slots(m, kind); slot++) {
        if (has_room(m, m->n_clashes, MOST_LISTED))
            m->clashes[m->n_clashes++] =
                (struct lt_clash){(unsigned)m->of->slots[kind].param[slot], 1u << word_of(m, part),
                                  (unsigned)m->of->slots[other].param[0], words, why};
    }
}

/* Returns true if parts I and K, indices in the list of parts, write the same state, so that they
 * cannot act together. */
static bool share_state(struct builder *m, size_t i, size_t k) {
    const struct lt_part_entry *a = &m->of->entries[i], *b = &m->of->entries[k];
    for (size_t x = 0; x < a->n_x; x++)
        for (size_t y = 0; y < b->n_x; y++)
            if (a->x_at[x] == b->x_at[y])
                return true;
    return false;
}

/* Declares that two parts of one kind that write the same state exclude each other. */
static void add_state_clashes(struct builder *m) {
    for (int kind = 0; kind < LT_KINDS; kind++)
        for (size_t i = 0; i < m->count; i++) {
            unsigned others = 0;
            for (size_t k = 0; k < m->count && (int)m->parts[i]->kind == kind; k++)
                if (k != i && (int)m->parts[k]->kind == kind && share_state(m, i, k))
                    others |= 1u << word_of(m, m->parts[k]);
            /* Between any two slots of this kind. */
            for (size_t slot = 1; slot < count_slots(m, kind) && others; slot++)
                for (size_t before = 0; before < slot && has_room(m, m->n_clashes, MOST_LISTED);
                     before++)
                    m->clashes[m->n_clashes++] = (struct lt_clash){
                        (unsigned)m->of->slots[kind].param[slot], 1u << word_of(m, m->parts[i]),
                        (unsigned)m->of->slots[kind].param[before], others,
                        "both remember in states of the same names"};
        }
}

/* Declares all combinations of parts that are not possible. */
static void add_clashes(struct builder *m) {
    add_state_clashes(m);
    /* A part that reads a quantity excludes the parts that should write it and do not. */
    for (size_t k = 0; k < sizeof needs / sizeof *needs; k++)
        for (size_t i = 0; i < m->count; i++)
            if (m->parts[i]->reads & needs[k].bit)
                add_clash(m, m->parts[i], needs[k].writer,
                          words_without(m, needs[k].writer, needs[k].bit), needs[k].why);
    /* A spring that pulls itself excludes the word 2 of dp_mode, cut-then-adhesion. */
    for (size_t i = 0; i < m->count; i++)
        if (m->parts[i]->kind == LT_NORMAL_PART && m->parts[i]->writes & LT_HAS_PULL &&
            has_room(m, m->n_clashes, MOST_LISTED))
            m->clashes[m->n_clashes++] = (struct lt_clash){
                (unsigned)m->of->dp_mode, 1u << 2, (unsigned)m->of->slots[LT_NORMAL_PART].param[0],
                1u << word_of(m, m->parts[i]),
                "dp_mode: cut-then-adhesion needs a normal part whose spring does not pull"};
    /* All words of cohesion but none (bit 0) are excluded. */
    for (size_t i = 0; i < m->count; i++)
        if (m->parts[i]->reads & LT_HAS_ELASTIC)
            add_clash(m, m->parts[i], LT_COHESION_PART, ~1u,
                      "it is made for an elastic spring, beside which nothing pulls");
}

/* ---- The tables ------------------------------------------------------------------------------ */

/* The words that select a part of KIND, as .choices of a parameter; *COUNT: their number. */
static const char *words_of(struct builder *m, int kind, int *count) {
    const char *words = kind == LT_NORMAL_PART ? "" : "none";
    *count = kind != LT_NORMAL_PART;
    for (size_t i = 0; i < m->count; i++)
        if ((int)m->parts[i]->kind == kind) {
            words = text(m, "%s%s%s", words, *words ? " " : "", m->parts[i]->name);
            ++*count;
        }
    return words;
}

/* Adds the parameters that select the parts in SLOT, of all kinds that have so many slots. */
static void add_kinds_of(struct builder *m, size_t slot) {
    for (int kind = 0; kind < LT_KINDS; kind++) {
        int count;
        const char *words = words_of(m, kind, &count);
        if (slot >= count_slots(m, kind))
            continue;
        m->of->slots[kind].param[slot] = m->n_params;
        m->params[m->n_params++] = (struct lt_field){
            .name = slot_name(m, kind, slot),
            .unit = "1",
            .max = count - 1,
            .doc = slot == 0 ? kind_docs[kind] : text(m, "another %s beside it", kind_names[kind]),
            .choices = words,
            .hidden = slot > 0};
    }
}

/* Adds the parameters of the contact itself: those that select parts, dp_mode and cap_by. */
static void add_kinds(struct builder *m) {
    for (size_t slot = 0; slot < LT_COHESIONS; slot++)
        add_kinds_of(m, slot);
    m->params[m->of->dp_mode = m->n_params++] =
        (struct lt_field){.name = "dp_mode",
                          .unit = "1",
                          .max = 2,
                          .doc = "tensile cut-off of the normal dashpot: none; at the sum of the "
                                 "other forces; at the force of the spring, to which other "
                                 "attraction is added",
                          .of = "damping",
                          .choices = "full no-tension cut-then-adhesion"};
    m->params[m->of->cap_by = m->n_params++] = (struct lt_field){
        .name = "cap_by",
        .unit = "1",
        .max = 5,
        .doc = "normal force of the limits: the total if it presses, the spring's alone, the "
               "total's size, with adhesion taken off in one way or another",
        .of = users_of(m, "cap_by", LT_TANGENTIAL_PART),
        .choices = "total elastic absolute pull pull-once adhesion-back"};
}

/* Adds the states of the contact itself. */
static void add_own_states(struct builder *m) {
    static const char *const names[] = {"touches", "pulls_1", "pulls_2", "pulls_3"};
    for (size_t i = 0; i < LT_X_STATES; i++) {
        m->of->own[i] = (unsigned short)m->n_state;
        m->state[m->n_state++] = (struct lt_field){
            .name = names[i],
            .unit = "1",
            .doc = i == 0 ? "1 while the surfaces touch" : "1 while the cohesion pulls",
            .hidden = 1,
            .of = NULL}; /* shown for every part: jumps of a user's part are at these, too */
    }
}

/* Assigns each kind its slots and the place of its derived numbers: a slot has room for the part
 * with most numbers. */
static void set_slots(struct builder *m) {
    size_t slot = 0, d = LT_H_NUMBERS;
    for (int kind = 0; kind < LT_KINDS; kind++) {
        struct lt_slots *of = &m->of->slots[kind];
        of->first = slot;
        of->d = d;
        for (size_t i = 0; i < m->count; i++)
            if ((int)m->parts[i]->kind == kind && m->of->entries[i].n_d > of->n_d)
                of->n_d = m->of->entries[i].n_d;
        slot += of->count;
        d += of->count * of->n_d;
    }
    /* Derived numbers: those of the contact, then those of the slots. */
    if (d >= LT_MOST_NUMBERS) {
        m->wrong = "the parts have too many numbers";
        return;
    }
    m->n_derived = d;
    for (size_t i = 0; i < LT_H_NUMBERS; i++)
        m->derived[i] =
            (struct lt_field){.name = text(m, "contact_%zu", i), .unit = "1", .doc = "own"};
    for (int kind = 0; kind < LT_KINDS; kind++)
        for (size_t i = 0; i < m->of->slots[kind].count * m->of->slots[kind].n_d; i++)
            m->derived[m->of->slots[kind].d + i] = (struct lt_field){
                .name = text(m, "%s_%zu", kind_names[kind], i), .unit = "1", .doc = "a part's"};
}

/* The errors for derived numbers of PART that are NaN. They are written beforehand, because
 * derive() has no memory for texts. */
static const char *const *name_numbers(struct builder *m, const struct lt_part *part) {
    const char **undefined = get(m, count_fields(part->derived) + 1, sizeof *undefined);
    for (size_t i = 0; part->derived && part->derived[i].name; i++) {
        const struct lt_field *d = &part->derived[i];
        undefined[i] =
            text(m, "%s: %s: from these parameters '%s'%s%s%s is no number", kind_names[part->kind],
                 part->name, d->name, *d->doc ? " (" : "", d->doc, *d->doc ? ")" : "");
    }
    return undefined;
}

/* Adds the states of all parts. Within a kind the part with most states comes first, so that the
 * columns of recorded states keep its order. */
static void add_states(struct builder *m) {
    static const enum lt_kind order[LT_KINDS] = {
        LT_TANGENTIAL_PART, LT_TWISTING_PART, LT_ROLLING_PART, LT_NORMAL_PART,
        LT_COHESION_PART,   LT_DAMPING_PART,  LT_FILM_PART,    LT_BOND_PART};
    for (int k = 0; k < LT_KINDS; k++)
        for (size_t n = LT_MOST_STATES; n-- > 0;)
            for (size_t i = 0; i < m->count; i++) {
                struct lt_part_entry *entry = &m->of->entries[i];
                if (m->parts[i]->kind == order[k] && entry->n_x == n)
                    entry->x_at = add_rows(m, m->state, &m->n_state, LT_MOST_STATES,
                                           m->parts[i]->state, entry->built_in > 0);
            }
}

/* Enters all parts into the table of parts and their rows into those of the law. Built-in parts
 * share rows of equal name; a user's part has rows of its own. */
static void enter_parts(struct builder *m) {
    for (size_t i = 0; i < m->count; i++) {
        const struct lt_part *part = m->parts[i];
        struct lt_part_entry *entry = &m->of->entries[i];
        const bool shared = entry->built_in > 0;
        entry->part = part;
        entry->word = word_of(m, part);
        entry->n_p = count_fields(part->params);
        entry->n_d = count_fields(part->derived);
        entry->n_x = count_fields(part->state);
        entry->n_e = count_fields(part->losses);
        entry->p_at = add_rows(m, m->params, &m->n_params, MOST_ROWS, part->params, shared);
        entry->e_at = add_rows(m, m->losses, &m->n_losses, LT_ALL_LOSSES, part->losses, shared);
        entry->undefined = name_numbers(m, part);
        if (entry->n_p > LT_MOST_PARAMS)
            m->wrong = "a part has too many parameters";
        m->words[i] = (struct lt_part_word){kind_names[part->kind], part->name, part->doc};
        add_lists(m, part);
        if (!shared)
            add_release_jumps_of(m, part);
    }
    add_states(m);
}

/* Events, views and shortfalls of the contact itself. */
static const struct lt_event own_events[] = {{"contact_activated", "active", 1, 0}};
static const struct lt_view own_views[] = {
    {"overlap", "m", "max(0, -un)", "overlap"},
    {"contact_radius", "m", "sqrt(r_eff*max(0, -un))", "Hertz' radius, sqrt(r_eff overlap)"},
    {"dp_force_n", "N", "0 - vfn", "force of the normal dashpot, > 0 compression"}};
#define DASHPOT_COUNTS "cap_by == 2 or cap_by == 4 or cap_by == 5"
#define DASHPOT_HOLDS                                                                              \
    "cap_by absolute, pull-once, adhesion-back: with an attractive damping force friction acts "   \
    "until the contact is lost"
static const struct lt_shortfall own_declares[] = {
    {"jumps", DASHPOT_COUNTS, 1, DASHPOT_HOLDS}, {"continuity", DASHPOT_COUNTS, 1, DASHPOT_HOLDS}};

/* Allocates the tables; memory is zeroed, so that each ends with an empty row. */
static void get_arrays(struct builder *m) {
    m->params = get(m, MOST_ROWS + 1, sizeof *m->params);
    m->state = get(m, LT_MOST_STATES + 1, sizeof *m->state);
    m->losses = get(m, LT_ALL_LOSSES + 1, sizeof *m->losses);
    m->derived = get(m, LT_MOST_NUMBERS + 1, sizeof *m->derived);
    m->events = get(m, MOST_LISTED, sizeof *m->events);
    m->views = get(m, MOST_LISTED, sizeof *m->views);
    m->cases = get(m, MOST_LISTED, sizeof *m->cases);
    m->jumps = get(m, MOST_LISTED, sizeof *m->jumps);
    m->declares = get(m, MOST_LISTED, sizeof *m->declares);
    m->clashes = get(m, MOST_LISTED, sizeof *m->clashes);
    m->words = get(m, m->count + 1, sizeof *m->words);
    m->of->entries = get(m, m->count + 1, sizeof *m->of->entries);
    m->of->slots = get(m, LT_KINDS, sizeof *m->of->slots);
    for (int kind = 0; kind < LT_KINDS; kind++)
        m->of->slots[kind].count = count_slots(m, kind);
}

/* Fills all tables. The order matters: the contact's own rows come first, and conditions need the
 * words of all parts. */
static void fill_tables(struct builder *m) {
    add_kinds(m);
    const size_t own_params = m->n_params;
    add_own_states(m);
    m->n_events = sizeof own_events / sizeof *own_events;
    memcpy(m->events, own_events, sizeof own_events);
    m->n_declares = sizeof own_declares / sizeof *own_declares;
    memcpy(m->declares, own_declares, sizeof own_declares);
    enter_parts(m);
    add_release_jumps(m);
    for (size_t i = 0; i < sizeof own_views / sizeof *own_views; i++)
        m->views[m->n_views++] = own_views[i]; /* last: of two of one name the first is used */
    for (size_t i = own_params; i < m->n_params; i++)
        m->params[i].of = m->params[i].hidden ? "" : owners(m, 0, i); /* "": cannot be given */
    for (size_t i = LT_X_STATES; i < m->n_state; i++)
        m->state[i].of = owners(m, 1, i);
    for (size_t i = 0; i < m->n_losses; i++)
        m->losses[i].of = owners(m, 2, i);
    add_clashes(m);
    set_slots(m);
}

/* Has LAW point to the tables. */
static void publish_tables(const struct builder *m, struct lt_law *law) {
    law->params = m->params;
    law->derived = m->derived;
    law->state = m->state;
    law->losses = m->losses;
    law->n_params = m->n_params;
    law->n_derived = m->n_derived;
    law->n_state = m->n_state;
    law->n_losses = m->n_losses;
    law->events = m->events;
    law->views = m->views;
    law->cases = m->cases;
    law->jumps = m->jumps;
    law->declares = m->declares;
    law->clashes = m->clashes;
    law->parts = m->words;
}

/* Fills OF with the tables of the built-in parts and of COUNT parts OWN of a user, which replace
 * those of the same kind and name. Returns the error or NULL. */
const char *lt_contact_make(struct lt_composition *of, const struct lt_own_part *own, size_t count,
                            const struct lt_allocator *allocator) {
    struct builder m = {.of = of, .allocator = allocator};
    const struct lt_part **parts = get(&m, BUILT_IN + count + 1, sizeof *parts);
    size_t from[BUILT_IN + MOST_OWN] = {0}; /* by part: 1 + index in OWN; 0: built in */
    for (m.count = 0; m.count < BUILT_IN; m.count++)
        parts[m.count] = built_in[m.count];
    for (size_t i = 0; i < count && i < MOST_OWN; i++) {
        size_t at = 0; /* a part of the same kind and name is replaced */
        while (at < m.count && (parts[at]->kind != own[i].part->kind ||
                                strcmp(parts[at]->name, own[i].part->name) != 0))
            at++;
        m.count += at == m.count;
        parts[at] = own[i].part;
        from[at] = i + 1;
    }
    m.parts = parts;
    get_arrays(&m);
    for (size_t i = 0; i < m.count; i++)
        if (from[i] == 0)
            of->entries[i].built_in = i + 1;
        else
            of->entries[i].wide = own[from[i] - 1].wide;
    of->n_entries = m.count;
    fill_tables(&m);
    publish_tables(&m, &of->law);
    return count > MOST_OWN ? "too many parts of your own" : m.wrong;
}
