/* SPDX-License-Identifier: GPL-3.0-or-later */
/* audit_jump.c: the jumps of the elastic force that a law declares: what a step has of them, and
 * whether each is as large as the law says. */
#include "formula/expr.h"
#include "registry/laws.h"
#include "verify/auditing.h"

#include <stdio.h>

static const char *const letters[] = {"fn", "fs", "ft", "mn", "ms", "mt"};

/* A declared jump with its formulas read. */
struct said {
    const struct lt_jump *jump;
    int component;
    long state; /* that it is at; -1: the contact is made or lost */
    bool lost;
    struct lt_formula *when, *change;
};

struct lt_audit_jumps {
    size_t count;
    struct said *said;
    const struct lt_names *names;
    struct lt_expr *expr;
    double *values;
    size_t n_views;
    struct lt_formula **views; /* that formulas may use */
};

LT_RELEASE(lt_expr)

/* Reads a formula of a declared jump with the names of SCOPE; NULL: it cannot be read. */
static struct lt_formula *read_declared(const char *text, enum lt_formula_kind kind,
                                        const struct lt_names *all, enum lt_scope scope,
                                        struct lt_arena *arena) {
    struct lt_names names = lt_names_in(all, scope);
    struct lt_errors *errors = lt_errors_new();
    errors->unread = true;
    struct lt_formula *formula =
        lt_formula_read(text, (struct lt_mark){0}, "jump", kind, &names, arena, errors);
    lt_errors_free(errors);
    return formula;
}

/* Reads the jumps that the law declares, and the formulas that these use, into ARENA; NULL: it
 * declares none. Must not run in two threads at once. */
struct lt_audit_jumps *lt_audit_jump_read(const struct lt_law *law, struct lt_arena *arena) {
    size_t count = 0;
    while (law->jumps && law->jumps[count].force)
        count++;
    if (count == 0)
        return NULL;
    struct lt_audit_jumps *jumps = lt_arena_get(arena, sizeof *jumps);
    const struct lt_names *names = lt_names_new(law, NULL, 0, NULL, 0, arena);
    jumps->count = count;
    jumps->names = names;
    jumps->said = lt_arena_get(arena, count * sizeof *jumps->said);
    jumps->expr = lt_arena_keep(arena, lt_expr_new(), lt_expr_release);
    jumps->values = lt_arena_get(arena, names->slots * sizeof *jumps->values);
    while (law->views && law->views[jumps->n_views].name)
        jumps->n_views++;
    jumps->views = lt_arena_get(arena, (jumps->n_views + 1) * sizeof(struct lt_formula *));
    for (size_t i = 0; i < jumps->n_views; i++)
        jumps->views[i] =
            read_declared(law->views[i].formula, LT_FORMULA_NUMBER, names, LT_SCOPE_STEP, arena);
    for (size_t i = 0; i < count; i++) {
        const struct lt_jump *jump = &law->jumps[i];
        jumps->said[i] = (struct said){
            .jump = jump,
            .component = (int)lt_laws_component(jump->force),
            .state = lt_laws_state(law, jump->at),
            .lost = strcmp(jump->at, "lost") == 0,
            .when = read_declared(jump->when, LT_FORMULA_EITHER, names, LT_SCOPE_PARAM, arena),
            .change = read_declared(jump->change, LT_FORMULA_NUMBER, names, LT_SCOPE_STEP, arena)};
    }
    return jumps;
}

/* ---- In a step ------------------------------------------------------------------------------- */

/* The motion and the contact's activity before or after a step. */
struct standing {
    const struct lt_drive_step *step;
    const double *state;
};

/* Returns true if the declared jump SAID occurs between two states of the contact: its state
 * variable changes, or else the contact is lost (said->lost) or made. */
static bool is_there(const struct said *said, const struct standing *before,
                     const struct standing *after) {
    if (said->state >= 0)
        return before->state[said->state] != after->state[said->state];
    bool was = before->step->active > 0.5, is = after->step->active > 0.5;
    return said->lost ? was && !is : is && !was;
}

/* Sets the values of all names that formulas of a jump may use: motion, forces and state before it,
 * parameters, the pair, and the law's views. */
static void show_values(const struct lt_audit_jumps *jumps, const struct lt_drive *drive,
                        const struct standing *before) {
    const struct lt_names *names = jumps->names;
    const struct lt_drive_step *s = before->step;
    double *values = jumps->values;
    memcpy(values + LT_UN, s->u, sizeof s->u);
    memcpy(values + LT_VN, s->v, sizeof s->v);
    memcpy(values + LT_FN, s->f, sizeof s->f);
    memcpy(values + LT_VFN, s->viscous, sizeof s->viscous);
    memcpy(values + names->state, before->state, drive->law->n_state * sizeof *values);
    memcpy(values + names->params, drive->params, drive->law->n_params * sizeof *values);
    values[LT_E_STRAIN] = s->strain;
    values[LT_CONTACT] = s->active;
    values[LT_M_EFF] = drive->pair.m_eff;
    values[LT_R_EFF] = drive->pair.r_eff;
    values[LT_LENGTH_A] = drive->pair.a.length;
    values[LT_LENGTH_B] = drive->pair.b.length;
    values[LT_CONTACT_AREA] = drive->pair.area;
    for (size_t i = 0; i < jumps->n_views; i++) {
        double *value = &values[names->views + i];
        char why[8];
        if (!jumps->views[i] ||
            !lt_expr_number(jumps->expr, jumps->views[i], values, value, why, sizeof why))
            *value = NAN;
    }
}

/* Fills JUMP with the sum of the declared changes of each component, N or N m, from BEFORE to
 * AFTER; NAN: a formula has no value. Returns the number of declared jumps that occur, whether or
 * not their condition holds. */
static int sum_declared(const struct lt_audit_jumps *jumps, const struct lt_drive *drive,
                        const struct standing *before, const struct standing *after, double *jump) {
    int count = 0;
    memset(jump, 0, LT_DOFS * sizeof *jump);
    for (size_t i = 0; i < jumps->count; i++) {
        const struct said *said = &jumps->said[i];
        double holds, change;
        char why[256];
        if (!is_there(said, before, after))
            continue;
        if (count++ == 0)
            show_values(jumps, drive, before);
        if (said->when &&
            !(lt_expr_number(jumps->expr, said->when, jumps->values, &holds, why, sizeof why) &&
              holds != 0))
            continue;
        const bool told =
            said->when && said->change &&
            lt_expr_number(jumps->expr, said->change, jumps->values, &change, why, sizeof why);
        jump[said->component] += told ? change : NAN;
    }
    return count;
}

/* Puts into step NOW the change of the forces that the law declares since BEFORE. STATE and
 * STATE_NOW: the contact's memory at both. */
void lt_audit_jump_expect(const struct lt_audit_jumps *jumps, const struct lt_drive *drive,
                          const struct lt_drive_step *before, const double *state,
                          struct lt_drive_step *now, const double *state_now) {
    now->jumps = 0;
    memset(now->jump, 0, sizeof now->jump);
    if (jumps)
        now->jumps = sum_declared(jumps, drive, &(struct standing){before, state},
                                  &(struct standing){now, state_now}, now->jump);
}

/* ---- How large it is ------------------------------------------------------------------------- */

/* A step in which a declared jump lies, begun again and again to end closer to it. */
struct search {
    struct lt_audit_bench *bench;
    const struct lt_audit_trace *trace; /* up to the step */
    const struct lt_drive_step *step;
    double *loss;
};

/* Makes only a SHARE (0 to 1) of the step of SEARCH from the same start: TO gets the step, STATE
 * the memory after it. */
static void step_to_share(const struct search *search, double share, struct lt_drive_step *to,
                          double *state) {
    const struct lt_drive_step *s = search->step, *before = s - 1;
    *to = (struct lt_drive_step){.dt = share * s->dt, .was = before->active};
    memcpy(to->v, s->v, sizeof to->v);
    for (int i = 0; i < LT_DOFS; i++) {
        to->u[i] = before->u[i] + share * s->du[i];
        to->du[i] = to->u[i] - before->u[i];
    }
    memcpy(state, search->trace->drive.state, search->bench->law->n_state * sizeof *state);
    lt_drive_evaluate(&search->trace->drive, to, state, search->loss);
}

/* Component K of the force in a step without its viscous part, N or N m. */
static double elastic_part(const struct lt_drive_step *s, int k) {
    return s->f[k] - s->viscous[k];
}

/* Bisects a step for the place of the jump SAID, and compares its height with the declared one, N
 * or N m. Returns the larger of MOST and the error relative to the largest elastic force, at least
 * the height; if it is larger than MOST, DETAIL, of SIZE bytes, describes it. */
static double miss_of_jump(const struct search *search, const struct said *said, char *detail,
                           size_t size, double most) {
    enum { HALVINGS = 40 }; /* more would show the rounding errors of a force like a root */
    struct lt_audit_bench *bench = search->bench;
    const size_t room = (bench->law->n_state + 1) * sizeof(double);
    double *states[] = {lt_arena_get(bench->arena, room), lt_arena_get(bench->arena, room),
                        lt_arena_get(bench->arena, room)};
    struct lt_drive_step low = search->step[-1], high, middle;
    double from = 0, to = 1;
    memcpy(states[0], search->trace->drive.state, room);
    step_to_share(search, 1, &high, states[1]);
    const struct standing start = {&search->step[-1], search->trace->drive.state};
    /* low: without the jump, high: with it; states[] are theirs and that of the middle. */
    for (int i = 0; i < HALVINGS; i++) {
        const double share = 0.5 * (from + to);
        step_to_share(search, share, &middle, states[2]);
        const bool there = is_there(said, &start, &(struct standing){&middle, states[2]});
        *(there ? &high : &low) = middle;
        memcpy(states[there], states[2], room);
        *(there ? &to : &from) = share;
    }
    double declared[LT_DOFS];
    const struct standing before = {&low, states[0]}, after = {&high, states[1]};
    sum_declared(bench->jumps, &search->trace->drive, &before, &after, declared);
    const struct lt_audit_trace *base = lt_audit_drive_base(bench);
    /* Without a spring of moment, a moment of the size of rounding is ignored. */
    const double moment = fmax(base->spring_moment, 1e-9 * base->spring * bench->now->length);
    for (int k = 0; k < LT_DOFS; k++) {
        const double change = elastic_part(&high, k) - elastic_part(&low, k);
        const double scale = fmax(k < 3 ? base->spring : moment, fabs(change));
        const double off = fabs(change - declared[k]) / scale;
        if (off <= most || (change == 0 && declared[k] == 0))
            continue;
        most = isnan(off) ? INFINITY : off;
        snprintf(detail, size,
                 "%s without its viscous part jumps by %.10g at un = %.6g m (%s: %s), where the "
                 "law declares a jump of %.10g",
                 letters[k], change, low.u[0], said->jump->at, said->jump->why, declared[k]);
    }
    return most;
}

/* Check "jumps": the largest error of a declared jump, relative to the largest elastic force;
 * INFINITY: a broken bond holds again; -1: the law declares no jumps. */
double lt_audit_jump_size(struct lt_audit_bench *bench, char *detail, size_t size) {
    enum { LOOKS = 8 }; /* jumps examined in a case; each costs a run */
    const struct lt_audit_jumps *jumps = bench->jumps;
    const struct lt_audit_trace *base = lt_audit_drive_base(bench);
    double most = -1, *loss;
    if (!jumps || !base->finite || !(base->spring > 0))
        return -1;
    if (base->healed) {
        snprintf(detail, size, "a broken bond holds again without having been set");
        return INFINITY;
    }
    loss = lt_arena_get(bench->arena, (bench->law->n_losses + 1) * sizeof *loss);
    for (size_t i = 1, looks = 0; i < base->count && looks < LOOKS; i++) {
        if (base->steps[i].jumps == 0)
            continue;
        looks++;
        /* The state before the step i, then the law at its end. */
        const struct lt_audit_variant until = {.split_at = i, .split_into = 1};
        const struct search search = {bench, lt_audit_drive(bench, bench->now, &until),
                                      &base->steps[i], loss};
        struct lt_drive_step end;
        double *state = lt_arena_get(bench->arena, (bench->law->n_state + 1) * sizeof *state);
        step_to_share(&search, 1, &end, state);
        const struct standing before = {search.step - 1, search.trace->drive.state},
                              after = {&end, state};
        /* Each declared jump that occurs in this step is compared with the change of the force. */
        most = fmax(most, 0);
        for (size_t k = 0; k < jumps->count; k++)
            if (is_there(&jumps->said[k], &before, &after))
                most = miss_of_jump(&search, &jumps->said[k], detail, size, most);
    }
    return most;
}
