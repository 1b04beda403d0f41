/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formula/ops.h"

#include "base/arena.h"
#include "formula/work.h"

#include <string.h>

/* Skipping costs as much as some additions. */
enum { WORTH_SKIPPING = 8, NONE = 0xffff };

/* A value: of an operation on others, a number, an input. */
struct part {
    enum lt_op_code code;
    size_t uses;
    bool gone; /* evaluated only where its skip does not apply; this skip saves too little */
    size_t a, b, c;
    double number;
    size_t place; /* in the frame */
};

struct lt_ops_making {
    struct lt_arena *arena;
    struct part *parts;
    size_t n_parts, room;
    size_t *defined, *value, n_defined, room_defined; /* slots and what they mean */
    size_t *results, n_results, room_results;
    unsigned short *points;
    size_t n_points, room_points;
};

static const unsigned char costs[] = {
#define COST(CODE, operands, cost, value) [LT_OP_##CODE] = (cost),
    LT_OPS_TOGETHER(COST) LT_OPS_ALONE(COST)[LT_OP_LOOKUP] = 40};

/* Begins a list of operations, which lt_ops_end() completes; all memory is in ARENA. */
struct lt_ops_making *lt_ops_begin(struct lt_arena *arena) {
    struct lt_ops_making *m = lt_arena_get(arena, sizeof *m);
    m->arena = arena;
    return m;
}

/* Makes room in a list of COUNT entries of SIZE bytes for one more. Returns the list, which may
 * have moved to a larger place; *room is its capacity in entries. */
static void *grow_list(struct lt_arena *arena, void *list, size_t count, size_t *room,
                       size_t size) {
    if (count < *room)
        return list;
    *room = 2 * *room + 16;
    void *more = lt_arena_get(arena, *room * size);
    if (count > 0)
        memcpy(more, list, count * size);
    return more;
}

/* True if a part computes a value, in contrast to an input, a number or a jump. */
static bool is_operation(const struct part *part) {
    return part->code <= LT_OP_LOOKUP;
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* True if two parts have the same operation and operands. Numbers are compared by their bits,
 * since 0 and -0 differ. */
static bool same_part(const struct part *x, const struct part *y) {
    return x->code == y->code && x->a == y->a && x->b == y->b && x->c == y->c &&
           memcmp(&x->number, &y->number, sizeof x->number) == 0;
}

/* Adds a part to the program; returns its index. */
static size_t append_part(struct lt_ops_making *m, struct part part) {
    m->parts = grow_list(m->arena, m->parts, m->n_parts, &m->room, sizeof *m->parts);
    m->parts[m->n_parts] = part;
    return m->n_parts++;
}

/* Adds a part unless the same one exists, whose value is then used again (common subexpressions).
 * Parts in a skipped section ("gone") are not used again: they may be unevaluated. Returns the
 * index. */
static size_t enter_part(struct lt_ops_making *m, struct part part) {
    for (size_t i = m->n_parts; i-- > 0;)
        if (!m->parts[i].gone && same_part(&m->parts[i], &part))
            return i;
    return append_part(m, part);
}

/* Adds a literal number; returns its index. */
static size_t add_number(struct lt_ops_making *m, double number) {
    return enter_part(m, (struct part){.code = LT_OP_NUMBER, .number = number});
}

/* Adds an input, the value in SLOT, or takes the value that lt_ops_define() gave to that slot.
 * Returns its index. */
static size_t add_input(struct lt_ops_making *m, size_t slot) {
    for (size_t i = m->n_defined; i-- > 0;)
        if (m->defined[i] == slot)
            return m->value[i];
    return enter_part(m, (struct part){.code = LT_OP_INPUT, .a = slot});
}

/* True if part I is a literal number. */
static bool is_literal(const struct lt_ops_making *m, size_t i) {
    return m->parts[i].code == LT_OP_NUMBER;
}

/* True if part I is the literal NUMBER. */
static bool is_literally(const struct lt_ops_making *m, size_t i, double number) {
    return is_literal(m, i) && m->parts[i].number == number;
}

/* The operation for a power that is computed by roots and products: at most 1.5 ulp from the exact
 * value, as against 1 ulp of pow(), and faster. LT_OP_POWER for other exponents. */
enum lt_op_code lt_ops_power(double exponent) {
    static const struct {
        double exponent;
        enum lt_op_code code;
    } powers[] = {{0.5, LT_OP_ROOT},
                  {1.5, LT_OP_ROOT_CUBED},
                  {2, LT_OP_SQUARE},
                  {2.5, LT_OP_ROOT_TO_5},
                  {3, LT_OP_CUBE}};
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++)
        if (exponent == powers[i].exponent)
            return powers[i].code;
    return LT_OP_POWER;
}

/* True if NUMBER is plus or minus a power of 2 whose reciprocal is exact, too, so that a division
 * by it can become a product. */
static bool is_power_of_2(double number) {
    int exponent;
    return fabs(frexp(number, &exponent)) == 0.5 && exponent > -1000 && exponent < 1000;
}

/* Adds an operation on the parts A, B and C, and returns its index; with fewer operands B and C
 * are A. Literal operands are evaluated at once, and costly operations are replaced by equivalent
 * cheaper ones. */
size_t lt_ops_apply(struct lt_ops_making *m, enum lt_op_code code, size_t a, size_t b, size_t c) {
    const struct part *p = m->parts;
    const bool swaps = code == LT_OP_ADD || code == LT_OP_MULTIPLY;
    if (is_literal(m, a) && is_literal(m, b) && is_literal(m, c)) {
        double value = lt_work_value(code, p[a].number, p[b].number, p[c].number);
        if (value == value) /* else the list keeps the operation, which then says why */
            return add_number(m, value);
    }
    if (code == LT_OP_POWER && is_literally(m, b, 1))
        return a;
    if (code == LT_OP_POWER && is_literal(m, b) && lt_ops_power(p[b].number) != LT_OP_POWER)
        return lt_ops_apply(m, lt_ops_power(p[b].number), a, a, a);
    if (code == LT_OP_DIVIDE && is_literal(m, b) && is_power_of_2(p[b].number))
        return lt_ops_apply(m, LT_OP_MULTIPLY, a, add_number(m, 1 / p[b].number), a);
    if (swaps && b < a)
        return lt_ops_apply(m, code, b, a, b);
    return enter_part(m, (struct part){.code = code, .a = a, .b = b, .c = c});
}

/* ---- Choices --------------------------------------------------------------------------------- */

/* Begins a section that is jumped over depending on the value of CONDITION (an index), as CODE
 * says. Returns its index for end_skip(). */
static size_t begin_skip(struct lt_ops_making *m, enum lt_op_code code, size_t condition) {
    return append_part(m, (struct part){.code = code, .a = condition});
}

/* Ends the section that begins at part SKIP. If its cost, in the units of COSTS, is below WORTH,
 * the jump is dropped and the section always evaluated. */
static void end_skip(struct lt_ops_making *m, size_t skip, unsigned worth) {
    unsigned cost = 0;
    for (size_t i = skip + 1; i < m->n_parts; i++)
        cost += is_operation(&m->parts[i]) ? costs[m->parts[i].code] : 0;
    m->parts[skip].b = m->n_parts;
    m->parts[skip].gone = cost < worth;
    for (size_t i = skip + 1; i < m->n_parts && cost >= worth; i++)
        m->parts[i].gone |= is_operation(&m->parts[i]);
}

/* Begins a section that is evaluated only if CONDITION (the index of a value) holds; returns the
 * index for lt_ops_land(). */
size_t lt_ops_skip(struct lt_ops_making *m, size_t condition) {
    return begin_skip(m, LT_OP_SKIP, condition);
}

/* Ends the section begun by lt_ops_skip(), to whose end the jump leads; an empty one is
 * dropped. */
void lt_ops_land(struct lt_ops_making *m, size_t skip) {
    end_skip(m, skip, 1);
}

/* Adds an operand that is evaluated only if CONDITION requires it, by a jump CODE over it. Returns
 * the index of its value. */
static size_t add_side(struct lt_ops_making *m, const struct lt_term *term, enum lt_op_code code,
                       size_t condition) {
    size_t skip = begin_skip(m, code, condition);
    size_t value = lt_ops_add(m, term);
    end_skip(m, skip, WORTH_SKIPPING);
    return value;
}

/* Adds "and", "or" or select, whose first operand decides which of the others counts; a literal
 * condition is decided at once. Returns the index of the value. */
static size_t add_choice(struct lt_ops_making *m, const struct lt_term *term) {
    const size_t condition = lt_ops_add(m, term->of[0]);
    const bool is_or = term->code == LT_OP_OR;
    if (is_literal(m, condition)) {
        const bool holds = m->parts[condition].number != 0;
        return term->code == LT_OP_SELECT ? lt_ops_add(m, term->of[holds ? 1 : 2])
               : holds == is_or           ? add_number(m, holds)
                                          : lt_ops_add(m, term->of[1]);
    }
    size_t yes = add_side(m, term->of[1], is_or ? LT_OP_SKIP_ELSE : LT_OP_SKIP, condition);
    if (term->code != LT_OP_SELECT)
        return lt_ops_apply(m, term->code, condition, yes, condition);
    size_t no = add_side(m, term->of[2], LT_OP_SKIP_ELSE, condition);
    return lt_ops_apply(m, LT_OP_SELECT, condition, yes, no);
}

/* Adds a table lookup with its points; returns its index. The points are added only after all are
 * evaluated, since they may contain lookups themselves. */
static size_t add_lookup(struct lt_ops_making *m, const struct lt_term *term) {
    size_t x = lt_ops_add(m, term->of[0]), points[2 * LT_LOOKUP_POINTS];
    for (size_t i = 1; i < term->n; i++)
        points[i - 1] = lt_ops_add(m, term->of[i]);
    size_t first = m->n_points;
    for (size_t i = 0; i + 1 < term->n; i++) {
        m->points = grow_list(m->arena, m->points, m->n_points, &m->room_points, sizeof *m->points);
        m->points[m->n_points++] = (unsigned short)points[i];
    }
    return append_part(
        m, (struct part){.code = LT_OP_LOOKUP, .a = x, .b = first, .c = (term->n - 1) / 2});
}

/* Adds a term of a formula with all its operands; returns the index of its value. */
size_t lt_ops_add(struct lt_ops_making *m, const struct lt_term *term) {
    size_t of[3] = {0};
    if (term->code == LT_OP_INPUT)
        return add_input(m, term->name->slot);
    if (term->code == LT_OP_NUMBER)
        return add_number(m, term->number);
    if (term->code == LT_OP_AND || term->code == LT_OP_OR || term->code == LT_OP_SELECT)
        return add_choice(m, term);
    if (term->code == LT_OP_LOOKUP)
        return add_lookup(m, term);
    for (size_t i = 0; i < 3; i++)
        of[i] = i < term->n ? lt_ops_add(m, term->of[i]) : of[0];
    return lt_ops_apply(m, term->code, of[0], of[1], of[2]);
}

/* Makes formulas added from now on read part VALUE instead of the input in SLOT. */
void lt_ops_define(struct lt_ops_making *m, size_t slot, size_t value) {
    size_t room = m->room_defined;
    m->defined = grow_list(m->arena, m->defined, m->n_defined, &room, sizeof *m->defined);
    m->value = grow_list(m->arena, m->value, m->n_defined, &m->room_defined, sizeof *m->value);
    m->defined[m->n_defined] = slot;
    m->value[m->n_defined++] = value;
}

/* Makes part VALUE the next result of the list. */
void lt_ops_result(struct lt_ops_making *m, size_t value) {
    m->results =
        grow_list(m->arena, m->results, m->n_results, &m->room_results, sizeof *m->results);
    m->results[m->n_results++] = value;
}

/* ---- The list -------------------------------------------------------------------------------- */

/* Counts a use of each operand of PART. An operation always has three operands, of which the
 * unused ones repeat the first. */
static void use_operands(struct lt_ops_making *m, const struct part *part) {
    m->parts[part->a].uses++;
    for (size_t k = 0; part->code == LT_OP_LOOKUP && k < 2 * part->c; k++)
        m->parts[m->points[part->b + k]].uses++;
    if (part->code < LT_OP_LOOKUP)
        m->parts[part->b].uses++, m->parts[part->c].uses++;
}

/* Counts how often each part is used by results and by operations that are needed themselves.
 * Parts without a use are left out of the list; a jump counts as needed. */
static void count_uses(struct lt_ops_making *m) {
    for (size_t i = 0; i < m->n_results; i++)
        m->parts[m->results[i]].uses++;
    for (size_t i = m->n_parts; i-- > 0;) {
        struct part *part = &m->parts[i];
        if (part->code >= LT_OP_SKIP && part->code < LT_OP_END && !part->gone)
            part->uses++;
        if (part->code < LT_OP_END && part->uses > 0)
            use_operands(m, part);
    }
}

/* True if PART is a sum, difference, product or square with only USES uses, which must all be in
 * one operation; the two can then be fused. */
static bool is_lone(const struct part *part, size_t uses) {
    return part->uses == uses && (part->code <= LT_OP_MULTIPLY || part->code == LT_OP_SQUARE);
}

/* Fuses OUTER with one of its operands into one instruction, if nothing else uses that operand: a
 * list then has fewer instructions to dispatch. */
static void fuse_operand(struct lt_ops_making *m, struct part *outer) {
    const struct part *p = m->parts;
    if (outer->code > LT_OP_MULTIPLY || outer->a == outer->b)
        return;
    const bool first = is_lone(&p[outer->a], 2);
    if (!first && !is_lone(&p[outer->b], 1))
        return;
    struct part *inner = &m->parts[first ? outer->a : outer->b];
    const unsigned from = LT_OP_ADD_FROM - LT_OP_ADD_ADD,
                   times = LT_OP_ADD_MULTIPLY - LT_OP_ADD_ADD;
    const unsigned kind = inner->code == LT_OP_SQUARE ? LT_OP_MULTIPLY : inner->code;
    const unsigned how = outer->code == LT_OP_MULTIPLY             ? times
                         : outer->code == LT_OP_SUBTRACT && !first ? from
                                                                   : outer->code;
    outer->c = first ? outer->b : outer->a;
    outer->a = inner->a;
    outer->b = inner->b;
    outer->code = LT_OP_ADD_ADD + kind * (LT_OP_SUBTRACT_ADD - LT_OP_ADD_ADD) + how;
    inner->uses = 0;
}

/* Gives the used parts of a kind (LT_OP_LOOKUP: all operations) consecutive places in the frame
 * from PLACE on; returns the next free place. */
static size_t place_parts(struct lt_ops_making *m, enum lt_op_code kind, size_t place) {
    for (size_t i = 0; i < m->n_parts; i++)
        if (m->parts[i].uses > 0 &&
            (kind == LT_OP_LOOKUP ? is_operation(&m->parts[i]) : m->parts[i].code == kind))
            m->parts[i].place = place++;
    return place;
}

/* True if a part becomes an instruction: an operation or a jump that is used. */
static bool has_op(const struct part *part) {
    return part->uses > 0 && part->code < LT_OP_END;
}

/* The index in the list of instructions of the first one that belongs to part FROM or a later
 * one. */
static size_t list_index(const struct lt_ops_making *m, size_t from) {
    size_t index = 0;
    for (size_t i = 0; i < from; i++)
        index += has_op(&m->parts[i]);
    return index;
}

/* Encodes a part as an instruction of the machine, with places in the frame instead of indices of
 * parts. */
static struct lt_op make_op(const struct lt_ops_making *m, const struct part *part) {
    const struct part *p = m->parts;
    struct lt_op op = {(unsigned short)(LT_AT_HAND * part->code), (unsigned short)part->place,
                       (unsigned short)p[part->a].place, (unsigned short)part->b,
                       (unsigned short)part->c};
    if (part->code >= LT_OP_SKIP)
        op.b = (unsigned short)list_index(m, part->b);
    else if (part->code != LT_OP_LOOKUP)
        op.b = (unsigned short)p[part->b].place, op.c = (unsigned short)p[part->c].place;
    return op;
}

/* Marks operations that use the result of the previous one, which the machine keeps in a register.
 * Not behind a jump's end, where the previous operation may not have been executed. */
static void chain_ops(struct lt_op *list, size_t count) {
    bool lands[LT_FRAME_MOST + 1];
    unsigned short last = NONE;
    memset(lands, 0, (count + 1) * sizeof *lands); /* a jump goes no further than the end */
    for (size_t i = 0; i < count; i++) {
        struct lt_op *op = &list[i];
        bool skips = op->code >= LT_AT_HAND * LT_OP_SKIP;
        last = lands[i] ? NONE : last;
        if (skips)
            lands[op->b] = true;
        const bool plain = op->code < LT_AT_HAND * LT_OP_LOOKUP;
        if (op->a == last)
            op->code += 1;
        else if (op->b == last && plain)
            op->code += 2;
        else if (op->c == last && plain)
            op->code += 3;
        last = skips ? last : op->to;
    }
}

/* Writes the list of instructions and the places of the points of lookups. */
static void fill_list(struct lt_ops_making *m, struct lt_ops *ops) {
    struct lt_op *list = lt_arena_get(m->arena, (ops->count + 1) * sizeof *list);
    size_t n = 0;
    for (size_t i = 0; i < m->n_parts; i++)
        if (has_op(&m->parts[i]))
            list[n++] = make_op(m, &m->parts[i]);
    for (size_t i = 0; i < m->n_points; i++)
        m->points[i] = (unsigned short)m->parts[m->points[i]].place;
    chain_ops(list, n);
    list[n].code = LT_AT_HAND * LT_OP_END;
    ops->list = list;
    ops->points = m->points;
}

/* Lists the slots of the inputs, the literal numbers and the places of the results in the
 * frame. */
static void list_numbers(struct lt_ops_making *m, struct lt_ops *ops) {
    size_t *slots = lt_arena_get(m->arena, (ops->n_inputs + 1) * sizeof *slots);
    double *numbers = lt_arena_get(m->arena, (ops->n_numbers + 1) * sizeof *numbers);
    unsigned short *results = lt_arena_get(m->arena, (m->n_results + 1) * sizeof *results);
    size_t n = 0;
    for (size_t i = 0; i < m->n_parts; i++)
        if (m->parts[i].uses == 0)
            continue;
        else if (m->parts[i].code == LT_OP_INPUT)
            slots[n++] = m->parts[i].a;
        else if (is_literal(m, i))
            numbers[m->parts[i].place - ops->first] = m->parts[i].number;
    for (size_t i = 0; i < m->n_results; i++)
        results[i] = (unsigned short)m->parts[m->results[i]].place;
    ops->slots = slots;
    ops->numbers = numbers;
    ops->results = results;
    ops->n_results = m->n_results;
}

/* Makes the places of inputs their slots, for a caller whose array of values is the frame
 * itself. */
static void keep_slots(struct lt_ops_making *m) {
    for (size_t i = 0; i < m->n_parts; i++)
        if (m->parts[i].code == LT_OP_INPUT)
            m->parts[i].place = m->parts[i].a;
}

/* Completes the list: drops unused parts, fuses operations and gives all values places in the
 * frame. With PLACE the frame is the caller's array of slots, where *place is the first free one.
 * NULL if the frame or list becomes too long. */
const struct lt_ops *lt_ops_end(struct lt_ops_making *m, size_t *place) {
    struct lt_ops *ops = lt_arena_get(m->arena, sizeof *ops);
    count_uses(m);
    for (size_t i = 0; i < m->n_parts; i++)
        if (m->parts[i].uses > 0)
            fuse_operand(m, &m->parts[i]);
    ops->n_inputs = place_parts(m, LT_OP_INPUT, 0);
    ops->first = place ? *place : ops->n_inputs;
    if (place)
        keep_slots(m);
    ops->n_frame = place_parts(m, LT_OP_NUMBER, ops->first);
    ops->n_numbers = ops->n_frame - ops->first;
    ops->n_frame = place_parts(m, LT_OP_LOOKUP, ops->n_frame);
    ops->count = list_index(m, m->n_parts);
    if (ops->n_frame > LT_FRAME_MOST || ops->count > LT_FRAME_MOST)
        return NULL;
    list_numbers(m, ops);
    fill_list(m, ops);
    if (place)
        *place = ops->n_frame;
    return ops;
}
