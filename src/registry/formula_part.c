/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "registry/formula_part.h"

#include "base/arena.h"
#include "config.h"
#include "laws/contact_step.h"
#include "registry/own_part.h"
#include "registry/roles.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Kinds ----------------------------------------------------------------------------------- */

static const struct {
    unsigned makes; /* of elastic parts; those of viscous ones are 6 bits higher */
    const char *text;
} kinds[LT_KINDS] = {
    [LT_NORMAL_PART] = {0x1, "fn"},
    [LT_COHESION_PART] = {0x1 | 0x1 << 6, "fn, > 0 where it pulls, and the viscous vfn"},
    [LT_DAMPING_PART] = {0x1 << 6, "the viscous vfn"},
    [LT_TANGENTIAL_PART] = {0x6 | 0x6 << 6, "fs and ft"},
    [LT_ROLLING_PART] = {0x30 | 0x30 << 6, "ms and mt"},
    [LT_TWISTING_PART] = {0x8 | 0x8 << 6, "mn"},
    [LT_FILM_PART] = {0xfff, "any"},
    [LT_BOND_PART] = {0xfff, "any"}};

/* The results that formulas of a part of this kind may define: bits in the order of
 * LT_FORMULA_LAW_MADE. */
unsigned lt_formula_part_makes(enum lt_kind kind) {
    return kinds[kind].makes;
}

/* These results in words, for an error message. */
const char *lt_formula_part_makes_text(enum lt_kind kind) {
    return kinds[kind].text;
}

/* ---- Why a part has no value ----------------------------------------------------------------- */

static _Thread_local struct {
    const struct lt_part *part; /* NULL: none has failed */
    bool trying;
    char text[sizeof((struct lt_interpreter *)0)->wrong];
} failed;

/* The message of this thread if PART was the one that failed; NULL: it did not. */
const char *lt_formula_part_wrong(const struct lt_part *part) {
    return failed.part == part && *failed.text ? failed.text : NULL;
}

/* TRYING: failures in this thread are expected and not explained. */
void lt_formula_part_try(bool trying) {
    failed.trying = trying;
}

/* True if this thread's stored error is of this part. */
bool lt_formula_part_failed(const struct lt_formula_part *part) {
    return failed.part == &part->part;
}

/* Stores an error of the part for this thread and returns the stored text. */
static const char *keep_failure(const struct lt_formula_part *part, const char *why) {
    failed.part = &part->part;
    snprintf(failed.text, sizeof failed.text, "%s", why);
    return failed.text;
}

/* Stores the inputs of a list (motion, readings of the contact, state, derived numbers) in the
 * frame VALUES, where the formulas read them. */
static void give_inputs(const struct lt_formula_part_list *list, const double *d, const double *x,
                        const double *move, const double *reads, double *values) {
    const struct lt_formula_part_input *in = list->inputs;
    const double *const from[] = {move, reads, x, d};
    const size_t counts[] = {list->n_move, list->n_reads, list->n_state, list->n_fixed};
    for (size_t k = 0; list->ops && k < 4; k++)
        for (size_t i = 0; i < counts[k]; i++, in++)
            values[list->ops->slots[in->to]] = from[k][in->from];
}

/* Called after a step: clears the error if its results were KNOWN (numbers), else finds the rule
 * that failed by evaluating all rules once more. ON: the part acts. D, X, MOVE and READS are the
 * inputs of that step: derived numbers, state, motion, quantities of the contact. */
void lt_formula_part_inquire(const struct lt_formula_part *part, bool known, bool on,
                             const double *d, const double *x, const double *move,
                             const double *reads) {
    const struct lt_formula_law *law = part->law;
    double values[LT_FRAME_MOST];
    struct lt_interpreter in = {.law = law, .expr = part->expr, .values = values};
    if (known && !failed.trying && failed.part == &part->part)
        failed.part = NULL;
    if (known || failed.trying || failed.part)
        return; /* the first failure causes those that follow */
    memset(values, 0, law->slots * sizeof *values);
    for (size_t k = 0; k < LT_FORMULA_PART_GAUGE; k++)
        give_inputs(&part->lists[k], d, x, move, reads, values);
    values[law->active] = on;
    lt_formula_law_explain(&in, on ? LT_RULE_ALWAYS | LT_RULE_ACTIVE | LT_RULE_BOOKS
                                   : LT_RULE_ALWAYS | LT_RULE_BOOKS);
    keep_failure(part, in.wrong);
}

/* ---- One contact when it is set up ----------------------------------------------------------- */

/* *VALUE gets the value of a rule that is constant during a run; 0 without a formula. False: it
 * has none, and in->wrong has the reason. */
static bool work_out_once(struct lt_interpreter *in, const struct lt_rule *rule, double *value) {
    *value = 0;
    if (!rule->formula)
        return true;
    if (!lt_formula_law_rule(in, rule))
        return false;
    *value = in->values[rule->slot];
    return true;
}

/* Computes from the values A and B of the materials the parameters P that are not given for the
 * contact (NaN); *KNOWN: all have a value then. False: a formula has none, and in->wrong has the
 * reason. */
static bool mix_params(struct lt_interpreter *in, const struct lt_pair *pair, const double *a,
                       const double *b, double *p, bool *known) {
    const struct lt_formula_law *law = in->law;
    *known = true;
    for (size_t i = 0; i < law->law.n_params; i++) {
        if (isnan(p[i]) && law->mixes[i].formula && !isnan(a[i]) && !isnan(b[i]) &&
            !lt_formula_law_mix(in, pair, i, a[i], b[i], &p[i]))
            return false;
        *known &= !isnan(p[i]);
    }
    return true;
}

/* Computes the part's interaction range and the gap at which it is lost (m) and, of a normal
 * part, the shear modulus (Pa), into D and for other parts into DEAL. Returns the error, or
 * NULL. */
static const char *make_deal(const struct lt_formula_part *part, struct lt_interpreter *in,
                             struct lt_deal *deal, double *d) {
    const struct lt_formula_law *law = part->law;
    double reach, tail, shear;
    if (!work_out_once(in, &law->reach, &reach) || !work_out_once(in, &law->tail, &tail) ||
        !work_out_once(in, &law->shear_modulus, &shear))
        return in->wrong;
    tail = law->tail.formula ? tail : reach;
    if (!(reach >= 0) || !isfinite(tail) || !(tail >= reach))
        return "reach is at least 0, and lost_gap at least reach: both are finite";
    deal->reach = reach;
    deal->tail = tail;
    if (part->part.kind == LT_NORMAL_PART && law->shear_modulus.formula)
        deal->shear = shear;
    if (part->friction >= 0)
        deal->fric = d[part->friction];
    const double r_eff = deal->pair->r_eff;
    d[part->root_r] = isfinite(r_eff) ? sqrt(r_eff) : 0;
    d[part->reach] = reach;
    d[part->tail] = tail;
    return NULL;
}

/* derive() of a part in formulas: mixes parameters, computes constants into VD and what other
 * parts read into DEAL. Returns the error, or NULL. */
static const char *derive_formulas(const struct lt_part *self, struct lt_deal *deal, const void *a,
                                   const void *b, void *p, void *vd) {
    const struct lt_formula_part *part = self->more;
    double values[LT_FRAME_MOST], *d = vd;
    struct lt_interpreter in = {.law = part->law, .expr = part->expr, .values = values};
    bool known;
    failed.part = NULL;
    memset(values, 0, part->law->slots * sizeof *values);
    if (!mix_params(&in, deal->pair, a, b, p, &known))
        return keep_failure(part, in.wrong);
    for (size_t i = 0; i < part->law->law.n_params && !known; i++)
        if (isnan(((const double *)p)[i])) {
            snprintf(in.wrong, sizeof in.wrong, "%s: %s needs '%s'", lt_own_part_kinds[self->kind],
                     self->name, self->params[i].name);
            return keep_failure(part, in.wrong);
        }
    if (!lt_formula_law_constants(&in, deal->pair, p))
        return keep_failure(part, in.wrong);
    for (size_t i = 0; i < part->n_fixed; i++)
        d[i] = values[part->fixed[i]];
    const char *wrong = make_deal(part, &in, deal, d);
    return wrong ? keep_failure(part, wrong) : NULL;
}

/* The undamped contact time in s at an impact speed in m/s by the part's formula; NaN: it has no
 * value. */
static double part_contact_time(const struct lt_part *self, const struct lt_pair *pair,
                                const void *vd, double speed) {
    const struct lt_formula_part *part = self->more;
    const double *d = vd;
    double values[LT_FRAME_MOST];
    struct lt_interpreter in = {.law = part->law, .expr = part->expr, .values = values};
    (void)pair;
    for (size_t i = 0; i < part->n_fixed; i++)
        values[part->fixed[i]] = d[i];
    values[part->law->speed] = speed;
    return lt_formula_law_rule(&in, &part->law->contact_time) ? values[part->law->contact_time.slot]
                                                              : NAN;
}

/* ---- Lists of operations --------------------------------------------------------------------- */

/* A part that is made. */
struct making_part {
    struct lt_formula_part *part;
    struct lt_arena *arena;
    size_t *fixed, room;
};

/* Adds a number to a list of operations; returns the number of its value there. */
static size_t literal(struct lt_ops_making *making, double number) {
    return lt_ops_add(making, &(struct lt_term){.code = LT_OP_NUMBER, .number = number});
}

/* Adds the value of a slot to a list of operations; returns the number of its value there. */
static size_t input(struct lt_ops_making *making, size_t slot) {
    const struct lt_name name = {.slot = slot};
    return lt_ops_add(making, &(struct lt_term){.code = LT_OP_INPUT, .name = &name});
}

/* Begins a list: quantities without a rule are 0, states that persist keep their value, and
 * 'active' is ON. */
static void begin_part_list(const struct lt_formula_law *law, struct lt_ops_making *making,
                            bool on) {
    const size_t zero = literal(making, 0);
    for (size_t slot = law->first; slot < law->slots; slot++)
        lt_ops_define(making, slot, zero);
    for (size_t i = 0; i < law->law.n_state; i++)
        if (law->stays[i])
            lt_ops_define(making, law->next + i, input(making, law->state + i));
    lt_ops_define(making, law->active, literal(making, on));
}

/* Compiles the rules that hold in one of the cases WHEN; TRYING: the result is the part's own
 * condition 'active', else that is known. */
static void add_rules_of(const struct lt_formula_law *law, struct lt_ops_making *making,
                         unsigned when, bool trying) {
    for (size_t i = 0; i < law->step.count; i++) {
        const struct lt_rule *rule = &law->step.list[i];
        if (!(rule->when & when) || (rule->slot == law->active && !trying))
            continue;
        const size_t value = lt_ops_add(making, rule->formula->term);
        if (rule->slot == law->active)
            lt_ops_result(making, value);
        else
            lt_ops_define(making, rule->slot, value);
    }
}

/* Adds the additional result of some kinds of part: the friction limit of a tangential one, the
 * viscosity of a damping one that is ON; 0 for others. Returns the number of its value. */
static size_t add_more(const struct lt_formula_part *part, struct lt_ops_making *making, bool on) {
    const struct lt_formula_law *law = part->law;
    if (part->part.kind == LT_TANGENTIAL_PART && law->law.has_cap)
        return input(making, law->made + LT_FORMULA_LAW_RESULTS - 1);
    if (part->part.kind == LT_DAMPING_PART && law->viscosity.formula && on)
        return input(making, law->viscosity.slot);
    return literal(making, 0);
}

/* Adds the results in the order in which the step of a part reads them; ON: the part acts, else
 * flags and conditions are 0. */
static void add_results_of(struct lt_formula_part *part, struct lt_ops_making *making, bool on) {
    const struct lt_formula_law *law = part->law;
    const size_t own = law->law.n_state - law->n_flags;
    size_t n = 0;
#define RESULT(value) lt_ops_result(making, value), n++
    for (size_t k = 0; k < 6; k++)
        if (part->acts >> k & 1) {
            RESULT(input(making, law->made + k));
            RESULT(input(making, law->made + 6 + k));
        }
    for (size_t k = 0; k < LT_PART_MORE; k++)
        RESULT(input(making, law->made + 12 + k));
    RESULT(add_more(part, making, on));
    for (size_t i = 0; i < law->law.n_losses; i++)
        RESULT(input(making, law->losses + i));
    for (size_t i = 0; i < own; i++)
        RESULT(input(making, law->next + i));
    for (size_t i = 0; i < law->n_flags; i++)
        RESULT(on ? input(making, law->flags[i]) : literal(making, 0));
    for (size_t i = 0; i < law->n_conditions; i++)
        RESULT(on ? input(making, law->condition[i]) : literal(making, 0));
#undef RESULT
    part->n_results = n;
}

/* ---- What they read -------------------------------------------------------------------------- */

/* The source of the quantity in SLOT: motion 0, contact 1, state 2, constants 3; *FROM: its
 * index there. */
static int source_of(const struct lt_formula_law *law, size_t slot, size_t *from) {
    *from = slot - law->move;
    if (slot >= law->move && slot < law->move + 19)
        return 0;
    *from = slot == law->inside ? LT_READS_INSIDE : LT_READS_WAS;
    if (slot == law->inside || slot == law->move + 19)
        return 1;
    *from = slot - law->reads;
    if (slot >= law->reads && slot < law->reads + LT_READS)
        return 1;
    *from = slot - law->state;
    if (slot >= law->state && slot < law->state + law->law.n_state)
        return 2;
    return 3;
}

/* The index of the derived number that holds the value of SLOT, which is appended if there is
 * none yet. */
static size_t fixed_number(struct making_part *m, size_t slot) {
    size_t i = 0;
    while (i < m->part->n_fixed && m->fixed[i] != slot)
        i++;
    if (i == m->part->n_fixed && i < m->room)
        m->fixed[m->part->n_fixed++] = slot;
    return i;
}

static const unsigned read_bits[] = {
#define READ_BIT(name, unit, kind, bit) bit,
    LT_FORMULA_PART_READS(READ_BIT) 0, 0};

/* Lists the inputs of a list of operations by their source, in the order in which a step copies
 * them, and notes which quantities of the contact the part reads. */
static void find_inputs(struct making_part *m, struct lt_formula_part_list *list) {
    const struct lt_ops *ops = list->ops;
    struct lt_formula_part_input *inputs =
        lt_arena_get(m->arena, (ops->n_inputs + 1) * sizeof *inputs);
    size_t *const counts[] = {&list->n_move, &list->n_reads, &list->n_state, &list->n_fixed};
    size_t n = 0;
    list->inputs = inputs;
    for (int source = 0; source < 4; source++)
        for (size_t i = 0; i < ops->n_inputs; i++) {
            size_t from;
            if (source_of(m->part->law, ops->slots[i], &from) != source)
                continue;
            if (source == 1)
                m->part->part.reads |= read_bits[from];
            from = source == 3 ? fixed_number(m, ops->slots[i]) : from;
            inputs[n++] = (struct lt_formula_part_input){(unsigned short)i, (unsigned short)from};
            ++*counts[source];
        }
}

/* Ends the compilation of the case STEP and lists its inputs. False: it has too many operations. */
static bool end_list(struct making_part *m, enum lt_formula_part_step step,
                     struct lt_ops_making *making) {
    struct lt_formula_part_list *list = &m->part->lists[step];
    list->ops = lt_ops_end(making, NULL);
    if (!list->ops)
        return false;
    find_inputs(m, list);
    m->part->frame = list->ops->n_frame > m->part->frame ? list->ops->n_frame : m->part->frame;
    return true;
}

/* Compiles the rules of the case STEP; false: they are too many. */
static bool make_part_list(struct making_part *m, enum lt_formula_part_step step) {
    const struct lt_formula_law *law = m->part->law;
    struct lt_ops_making *making = lt_ops_begin(m->arena);
    const bool on = step == LT_FORMULA_PART_ON, trying = step == LT_FORMULA_PART_TRY;
    begin_part_list(law, making, on);
    add_rules_of(law, making,
                 LT_RULE_ALWAYS | (trying ? 0 : LT_RULE_BOOKS) | (on ? LT_RULE_ACTIVE : 0), trying);
    if (!trying)
        add_results_of(m->part, making, on);
    return end_list(m, step, making);
}

/* Compiles contact radius and stiffness, which other parts use, as a list of its own; false: it
 * has too many operations. */
static bool make_gauge(struct making_part *m) {
    const struct lt_formula_law *law = m->part->law;
    const struct lt_rule *const rules[] = {&law->contact_radius, &law->stiffness};
    struct lt_ops_making *making = lt_ops_begin(m->arena);
    for (size_t i = 0; i < 2; i++)
        lt_ops_result(making, rules[i]->formula ? lt_ops_add(making, rules[i]->formula->term)
                                                : literal(making, 0));
    return end_list(m, LT_FORMULA_PART_GAUGE, making);
}

/* Adds to the derived numbers of the part those that FORMULA (NULL: none) reads and that are
 * constant in a run, except the impact speed, which its caller gives. */
static void keep_numbers(struct making_part *m, const struct lt_formula *formula) {
    size_t from;
    for (size_t i = 0; formula && i < formula->ops->n_inputs; i++)
        if (formula->ops->slots[i] != m->part->law->speed &&
            source_of(m->part->law, formula->ops->slots[i], &from) == 3)
            fixed_number(m, formula->ops->slots[i]);
}

/* Compiles the lists of operations of all cases that the part has. False: it has too many
 * formulas or states. */
static bool make_lists(struct making_part *m) {
    const struct lt_formula_law *law = m->part->law;
    const bool gauges = law->contact_radius.formula || law->stiffness.formula;
    if (law->slots > LT_FRAME_MOST || !make_part_list(m, LT_FORMULA_PART_ON) ||
        !make_part_list(m, LT_FORMULA_PART_OFF) ||
        (law->has_active && !make_part_list(m, LT_FORMULA_PART_TRY)) || (gauges && !make_gauge(m)))
        return false;
    keep_numbers(m, law->contact_time.formula);
    return m->part->n_results <= LT_FORMULA_PART_MOST;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* The name of the parameter or constant in SLOT; "number" for one of the pair. */
static const char *name_of_slot(const struct lt_formula_law *law, size_t slot) {
    if (slot >= law->params && slot < law->params + law->law.n_params)
        return law->law.params[slot - law->params].name;
    for (size_t i = 0; i < law->constants.count; i++)
        if (law->constants.list[i].slot == slot)
            return law->constants.list[i].name;
    return "number";
}

/* Makes the table of the part's derived numbers: those its lists read, then the root of the
 * radius, the range and the gap at which it is lost. */
static const struct lt_field *name_fixed_numbers(struct making_part *m) {
    struct lt_formula_part *part = m->part;
    static const char *const own[] = {"root_r", "reach", "lost_gap"};
    struct lt_field *fields = lt_arena_get(m->arena, (part->n_fixed + 4) * sizeof *fields);
    for (size_t i = 0; i < part->n_fixed + 3; i++)
        fields[i] =
            (struct lt_field){.name = i < part->n_fixed ? name_of_slot(part->law, part->fixed[i])
                                                        : own[i - part->n_fixed],
                              .unit = "1",
                              .doc = ""};
    part->root_r = part->n_fixed;
    part->reach = part->n_fixed + 1;
    part->tail = part->n_fixed + 2;
    return fields;
}

/* Copies N rows of a table into the arena, with room for MORE and an empty one at the end. */
static struct lt_field *copy_part_rows(const struct lt_field *rows, size_t n, size_t more,
                                       struct lt_arena *arena) {
    struct lt_field *copy = lt_arena_get(arena, (n + more + 1) * sizeof *copy);
    if (n > 0)
        memcpy(copy, rows, n * sizeof *copy);
    return copy;
}

/* The jumps of a film or a bond, which is made and lost by itself: those at 'made' and 'lost'
 * become jumps at its own state ON, which is 1 while it acts. */
static const struct lt_jump *own_jumps(struct making_part *m, const char *on) {
    const struct lt_jump *jumps = m->part->law->law.jumps;
    size_t n = 0;
    while (jumps && jumps[n].force)
        n++;
    struct lt_jump *copy = lt_arena_get(m->arena, (n + 1) * sizeof *copy);
    for (size_t i = 0; i < n; i++) {
        const bool made = strcmp(jumps[i].at, "made") == 0, lost = strcmp(jumps[i].at, "lost") == 0;
        copy[i] = jumps[i];
        copy[i].at = made || lost ? on : jumps[i].at;
        if (made || lost)
            copy[i].change = lt_arena_print(
                m->arena, made ? "select(%s > 0.5, 0, %s)" : "select(%s > 0.5, %s, 0)", on,
                jumps[i].change);
    }
    return copy;
}

/* Makes the tables of a part: parameters, state, losses, events. A film or bond gets a further
 * state that is 1 while it acts. */
static void fill_part_tables(struct making_part *m) {
    struct lt_formula_part *part = m->part;
    const struct lt_law *law = &part->law->law;
    struct lt_field *params = copy_part_rows(law->params, law->n_params, 0, m->arena),
                    *state = copy_part_rows(law->state, law->n_state, 1, m->arena);
    part->on = -1;
    part->part.jumps = law->jumps;
    if (part->part.kind == LT_FILM_PART || part->part.kind == LT_BOND_PART) {
        const char *on =
            lt_arena_print(m->arena, "%s_acts", part->part.kind == LT_FILM_PART ? "film" : "bond");
        part->on = (long)law->n_state;
        state[part->on] =
            (struct lt_field){.name = on, .unit = "1", .doc = "1 while it acts", .hidden = 1};
        if (part->part.kind == LT_BOND_PART)
            state[part->on].role = LT_BONDED;
        part->part.acts = law->acts & 0x3f;
        part->part.jumps = own_jumps(m, on);
    }
    part->part.params = params;
    part->part.state = state;
    part->part.losses = copy_part_rows(law->losses, law->n_losses, 0, m->arena);
    part->part.derived = name_fixed_numbers(m);
    part->part.events = law->events;
    part->part.views = law->views;
    part->part.cases = law->cases;
    part->part.declares = law->declares;
}

/* The quantities that a part of this kind writes for others to read, as bits LT_HAS_... */
static unsigned writes_of(const struct lt_formula_law *law, enum lt_kind kind) {
    if (kind == LT_NORMAL_PART)
        return LT_HAS_CIRCLE |
               (law->contact_radius.formula && law->shear_modulus.formula ? LT_HAS_RADIUS : 0) |
               (law->stiffness.formula ? LT_HAS_STIFFNESS : 0);
    return kind == LT_DAMPING_PART && law->viscosity.formula ? LT_HAS_VISCOSITY : 0;
}

extern const struct lt_part_steps lt_formula_part_steps;

/* Frees an evaluator of formulas, with the signature that lt_arena_keep() needs. */
static void free_expr(void *expr) {
    lt_expr_free(expr);
}

/* Makes a part of KIND of the law `contact` from the formulas of LAW. *WRONG: the reason why it
 * cannot be compiled, else NULL. */
const struct lt_formula_part *lt_formula_part_make(const struct lt_formula_law *law,
                                                   enum lt_kind kind, struct lt_arena *arena,
                                                   const char **wrong) {
    struct lt_formula_part *part = lt_arena_get(arena, sizeof *part);
    const size_t room = law->law.n_params + law->constants.count + LT_FORMULA_LAW_PAIR_NUMBERS;
    struct making_part m = {part, arena, lt_arena_get(arena, (room + 1) * sizeof(size_t)), room};
    *part = (struct lt_formula_part){.part = {.abi = LT_PART_ABI,
                                              .size = sizeof(struct lt_part),
                                              .kind = kind,
                                              .name = law->law.name,
                                              .doc = law->law.summary,
                                              .source = law->law.source,
                                              .writes = writes_of(law, kind),
                                              .derive = derive_formulas,
                                              .steps = &lt_formula_part_steps,
                                              .more = part},
                                     .law = law,
                                     .fixed = m.fixed,
                                     .friction = -1};
    /* Bits of the six components, elastic and viscous ones together. */
    part->acts = (kinds[kind].makes | kinds[kind].makes >> 6) & 0x3f;
    part->part.contact_time = law->contact_time.formula ? part_contact_time : NULL;
    part->expr = lt_arena_keep(arena, lt_expr_new(), free_expr);
    *wrong = make_lists(&m) ? NULL : "the part has too many formulas or states";
    const long friction = lt_roles_find(&law->law, LT_FRICTION);
    if (friction >= 0 && kind == LT_TANGENTIAL_PART)
        part->friction = (long)fixed_number(&m, law->params + (size_t)friction);
    fill_part_tables(&m);
    return part;
}

#if LT_X86
extern const struct lt_part_steps lt_formula_part_steps_avx2_4, lt_formula_part_steps_avx512_8;
#endif
extern const struct lt_part_steps lt_formula_part_steps_sse2_2;
const void *const lt_formula_part_wide[LT_WIDTHS] = {
    [LT_WIDTH_sse2_2] = &lt_formula_part_steps_sse2_2,
#if LT_X86
    [LT_WIDTH_avx2_4] = &lt_formula_part_steps_avx2_4,
    [LT_WIDTH_avx512_8] = &lt_formula_part_steps_avx512_8,
#endif
};
