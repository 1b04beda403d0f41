/* SPDX-License-Identifier: MIT */
/*
 * law_lists.h: makes structs, tables, the loop over a block of contacts and the march of many steps
 * from the lists and functions of a law. law.h includes it and describes what a law defines.
 */
#ifndef LAWTESTER_LAW_LISTS_H
#define LAWTESTER_LAW_LISTS_H

#define LT_LANE_(name, ...) double name[LT_LANES];
struct lt_move_lanes {
    LT_MOVE(LT_LANE_)
};
struct lt_out_lanes {
    LT_OUT(LT_LANE_)
};

/* A part of which a law can be composed: the parameter KIND chooses it by its WORD. */
struct lt_part_word {
    const char *kind, *word, *doc;
};

/* Parts that cannot be combined. KIND and OTHER are indices of parameters; bit i of WORDS and
 * OTHERS stands for their choice i. */
struct lt_clash {
    unsigned kind, words, other, others;
    const char *why; /* why the first cannot be combined with the other */
};

/* A checksum of the sizes of all structs that the host and a law share, by which a law compiled
 * with another version is detected. The factors keep changes of two structs from cancelling. */
#define LT_SIZES                                                                                   \
    (unsigned)(sizeof(struct lt_law) + 3 * sizeof(struct lt_field) + 5 * sizeof(struct lt_pair) +  \
               7 * sizeof(struct lt_move) + 11 * sizeof(struct lt_out) +                           \
               13 * sizeof(struct lt_march) + 5 * sizeof(struct lt_march_rows) +                   \
               17 * sizeof(struct lt_event) + 19 * sizeof(struct lt_view) +                        \
               23 * sizeof(struct lt_case) + 29 * sizeof(struct lt_shortfall) +                    \
               37 * sizeof(struct lt_part_word) + 41 * sizeof(struct lt_clash) +                   \
               31 * sizeof(struct lt_jump))

/* ---- Structs of a law ------------------------------------------------------------------------
 * Each list names its fields: F(name, unit, default, min, max, doc [, .choices = ..., ...]) for
 * PARAMS, F(name, unit, doc) for the others. ISO C has no empty struct, hence the last member.
 */
#if LT_N == 1 /* one contact: all variants of a struct are the same */
#define LT_STRUCTS_N_
#define params_n      params
#define derived_n     derived
#define state_n       state
#define losses_n      losses
#define params_cells  params
#define derived_cells derived
#define state_cells   state
#define losses_cells  losses
#else
#define LT_CELL_(name, ...) lt_cell name;
#define LT_STRUCTS_N_                                                                              \
    struct params_n {                                                                              \
        PARAMS(LT_NUM_) num end_;                                                                  \
    };                                                                                             \
    struct derived_n {                                                                             \
        DERIVED(LT_NUM_) num end_;                                                                 \
    };                                                                                             \
    struct state_n {                                                                               \
        STATE(LT_NUM_) num end_;                                                                   \
    };                                                                                             \
    struct losses_n {                                                                              \
        LOSSES(LT_NUM_) num end_;                                                                  \
    };                                                                                             \
    struct params_cells {                                                                          \
        PARAMS(LT_CELL_) lt_cell end_;                                                             \
    };                                                                                             \
    struct derived_cells {                                                                         \
        DERIVED(LT_CELL_) lt_cell end_;                                                            \
    };                                                                                             \
    struct state_cells {                                                                           \
        STATE(LT_CELL_) lt_cell end_;                                                              \
    };                                                                                             \
    struct losses_cells {                                                                          \
        LOSSES(LT_CELL_) lt_cell end_;                                                             \
    };
#endif

#define LT_STRUCTS                                                                                 \
    struct params {                                                                                \
        PARAMS(LT_FIELD_) double end_;                                                             \
    };                                                                                             \
    struct derived {                                                                               \
        DERIVED(LT_FIELD_) double end_;                                                            \
    };                                                                                             \
    struct state {                                                                                 \
        STATE(LT_FIELD_) double end_;                                                              \
    };                                                                                             \
    struct losses {                                                                                \
        LOSSES(LT_FIELD_) double end_;                                                             \
    };                                                                                             \
    LT_STRUCTS_N_                                                                                  \
    struct params_lanes {                                                                          \
        PARAMS(LT_LANE_) double end_;                                                              \
    };                                                                                             \
    struct derived_lanes {                                                                         \
        DERIVED(LT_LANE_) double end_;                                                             \
    };                                                                                             \
    struct state_lanes {                                                                           \
        STATE(LT_LANE_) double end_;                                                               \
    };                                                                                             \
    struct losses_lanes {                                                                          \
        LOSSES(LT_LANE_) double end_;                                                              \
    };

#define LT_PARAM_ROW_(name_, unit_, preset_, min_, max_, ...)                                      \
    {.name = #name_,                                                                               \
     .unit = unit_,                                                                                \
     .preset = preset_,                                                                            \
     .min = min_,                                                                                  \
     .max = max_,                                                                                  \
     .doc = __VA_ARGS__},
#define LT_ROW_(name_, unit_, ...) {.name = #name_, .unit = unit_, .doc = __VA_ARGS__},

#define LT_COUNT_(type) (sizeof(type) / sizeof(double) - 1)

/* A condition that few steps meet. For one contact the rare side is moved out of the loop. */
#define LT_RARE(condition) LT_UNLIKELY(condition)

/* The symbol of a law. A law compiled for another instruction set has a symbol of its own. */
#if defined LT_WIDE && !defined LT_ARCH
#define LT_ARCH wide
#endif
#ifdef LT_ARCH
#define LT_LAW_NAME__(id, arch) lt_law_##id##_##arch
#define LT_LAW_NAME_(id, arch)  LT_LAW_NAME__(id, arch)
#define LT_LAW_NAME(id)         LT_LAW_NAME_(id, LT_ARCH)
#else
#define LT_LAW_NAME(id) lt_law_##id
#endif

/* ---- A step in doubles ----------------------------------------------------------------------- */

#define LT_GET_P_(name, ...) pi.name = p->name[i];
#define LT_GET_D_(name, ...) di.name = d->name[i];
#define LT_GET_M_(name, ...) mi.name = m->name[i];
#define LT_GET_X_(name, ...) xi.name = x->name[i];
#define LT_PUT_X_(name, ...) x->name[i] = xi.name;
#define LT_PUT_O_(name, ...) o->name[i] = oi.name;
#define LT_PUT_E_(name, ...) e->name[i] = ei.name;

/* The loop over a block of LT_LANES contacts. */
#define LT_BLOCK(block, step, STATE)                                                               \
    static void block(const void *restrict vp, const void *restrict vd,                            \
                      const struct lt_move_lanes *restrict m, void *restrict vx,                   \
                      struct lt_out_lanes *restrict o, void *restrict ve) {                        \
        const struct params_lanes *p = vp;                                                         \
        const struct derived_lanes *d = vd;                                                        \
        struct state_lanes *x = vx;                                                                \
        struct losses_lanes *e = ve;                                                               \
        (void)p, (void)d, (void)x, (void)e;                                                        \
        for (int i = 0; i < LT_LANES; i++) {                                                       \
            struct params pi;                                                                      \
            struct derived di;                                                                     \
            struct lt_move mi;                                                                     \
            struct state xi;                                                                       \
            struct lt_out oi;                                                                      \
            struct losses ei;                                                                      \
            PARAMS(LT_GET_P_)                                                                      \
            DERIVED(LT_GET_D_)                                                                     \
            oi.lost_gap = oi.cap = 0;                                                              \
            LT_MOVE(LT_GET_M_)                                                                     \
            STATE(LT_GET_X_)                                                                       \
            step(&pi, &di, &mi, &xi, &oi, &ei);                                                    \
            STATE(LT_PUT_X_)                                                                       \
            LT_OUT(LT_PUT_O_)                                                                      \
            LOSSES(LT_PUT_E_)                                                                      \
        }                                                                                          \
    }

/* ---- A step in nums ---------------------------------------------------------------------------
 */

/* Load parameters, derived numbers, state and losses for a march, and store state and losses. */
#define LT_LOAD_P_(name, ...) pn.name = lt_load(&p->name);
#define LT_LOAD_D_(name, ...) dn.name = lt_load(&d->name);
#define LT_LOAD_X_(name, ...) xn.name = lt_load(&x->name);
#define LT_LOAD_E_(name, ...) total.name = lt_load(&e->name);
#define LT_SAVE_X_(name, ...) lt_store(&x->name, xn.name);
#define LT_SAVE_E_(name, ...) lt_store(&e->name, total.name);

#define LT_MARCH_OF_(vp, vd, vx, ve, m, kind, steps, step, raw, STATE)                             \
    const struct params_cells *p = vp;                                                             \
    const struct derived_cells *d = vd;                                                            \
    struct state_cells *x = vx;                                                                    \
    struct losses_cells *e = ve;                                                                   \
    struct params_n pn;                                                                            \
    struct derived_n dn;                                                                           \
    struct state_n xn;                                                                             \
    struct losses_n en, total;                                                                     \
    (void)p, (void)d, (void)x, (void)e;                                                            \
    PARAMS(LT_LOAD_P_)                                                                             \
    DERIVED(LT_LOAD_D_)                                                                            \
    STATE(LT_LOAD_X_)                                                                              \
    LOSSES(LT_LOAD_E_)                                                                             \
    const size_t made = lt_step_march(                                                             \
        step, raw, &pn, &dn, (num *)&xn, offsetof(struct state_n, end_) / sizeof(num), (num *)&en, \
        (num *)&total, offsetof(struct losses_n, end_) / sizeof(num), m, kind, steps);             \
    STATE(LT_SAVE_X_)                                                                              \
    LOSSES(LT_SAVE_E_)                                                                             \
    return made;

#define LT_MARCH_KIND_(name, kind, step, raw, STATE)                                               \
    static size_t name(const void *vp, const void *vd, void *vx, void *ve, lt_cells *m,            \
                       size_t steps) {                                                             \
        LT_MARCH_OF_(vp, vd, vx, ve, m, kind, steps, step, raw, STATE)                             \
    }

/* With LT_SMALL one function serves all kinds of march: the same results from a sixth of the
 * code. */
#ifdef LT_SMALL
#define LT_MARCH_(name, step, raw, STATE)                                                          \
    static size_t name(const void *vp, const void *vd, void *vx, void *ve, lt_cells *m,            \
                       enum lt_march_kind kind, size_t steps) {                                    \
        LT_MARCH_OF_(vp, vd, vx, ve, m, kind, steps, step, raw, STATE)                             \
    }
#else
#define LT_MARCH_(name, step, raw, STATE)                                                          \
    LT_MARCH_KIND_(name##_driven, LT_MARCH_DRIVEN, step, raw, STATE)                               \
    LT_MARCH_KIND_(name##_imposed, LT_MARCH_IMPOSED, step, raw, STATE)                             \
    LT_MARCH_KIND_(name##_sheared, LT_MARCH_SHEARED, step, raw, STATE)                             \
    LT_MARCH_KIND_(name##_free, LT_MARCH_FREE, step, raw, STATE)                                   \
    LT_MARCH_KIND_(name##_turning, LT_MARCH_TURNING, step, raw, STATE)                             \
    LT_MARCH_KIND_(name##_plain, LT_MARCH_PLAIN, step, raw, STATE)                                 \
    static size_t name(const void *p, const void *d, void *x, void *losses, lt_cells *m,           \
                       enum lt_march_kind kind, size_t steps) {                                    \
        static size_t (*const of[])(const void *, const void *, void *, void *, lt_cells *,        \
                                    size_t) = {name##_driven, name##_imposed, name##_sheared,      \
                                               name##_free,   name##_turning, name##_plain};       \
        return of[kind](p, d, x, losses, m, steps);                                                \
    }
#endif

/* The march NAME of a law, or of those of its contacts that use STEP and the variables of STATE. */
#define LT_MARCH(name, step, STATE)                                                                \
    LT_INLINE void name##_any(const void *p, const void *d, const struct lt_move_n *m, void *x,    \
                              struct lt_out_n *o, void *e) {                                       \
        step(p, d, m, x, o, e);                                                                    \
    }                                                                                              \
    LT_MARCH_(name, name##_any, 0, STATE)

/* The march of a law whose step() is in doubles. */
#define LT_TO_MOVE_(name, ...) move.name = m->name;
#define LT_TO_OUT_(name, ...)  o->name = out.name;
#define LT_MARCH_DOUBLES(name_, step)                                                              \
    LT_INLINE void name_##_any(const void *p, const void *d, const struct lt_move_n *m, void *x,   \
                               struct lt_out_n *o, void *e) {                                      \
        struct lt_move move;                                                                       \
        struct lt_out out;                                                                         \
        LT_MOVE_NUMBERS(LT_TO_MOVE_)                                                               \
        move.active = m->active;                                                                   \
        out.lost_gap = out.cap = 0;                                                                \
        step(p, d, &move, x, &out, e);                                                             \
        LT_OUT_NUMBERS(LT_TO_OUT_)                                                                 \
        o->active = out.active > 0;                                                                \
        memcpy(&o->branch, &out.branch, sizeof o->branch);                                         \
    }                                                                                              \
    LT_MARCH_(name_, name_##_any, 1, STATE)

/* The step of one contact from a step() in nums, and of a block, LT_N contacts at a time. */
#define LT_OUT_OF_(name, ...) out->name = o.name;
#define LT_ONE_(one, step)                                                                         \
    static void one(const void *p, const void *d, const struct lt_move *move, void *x,             \
                    struct lt_out *out, void *e) {                                                 \
        struct lt_move_n n, *const mn = &n;                                                        \
        struct lt_out_n o;                                                                         \
        const struct lt_move *m = move;                                                            \
        LT_MOVE_NUMBERS(LT_MOVE_OF_)                                                               \
        n.active = m->active > 0.5;                                                                \
        n.stay = 0;                                                                                \
        o.lost_gap = o.cap = NUM(0.0);                                                             \
        if (n.active && n.un <= 0) {                                                               \
            n.active = n.stay = 1;                                                                 \
            step(p, d, mn, x, &o, e);                                                              \
        } else {                                                                                   \
            step(p, d, mn, x, &o, e);                                                              \
        }                                                                                          \
        LT_OUT_NUMBERS(LT_OUT_OF_)                                                                 \
        out->active = o.active ? 1.0 : 0.0;                                                        \
        out->branch = (double)o.branch;                                                            \
    }
#define LT_MOVE_OF_(name, ...) mn->name = m->name;

#define LT_TAKE_(to, from)    memcpy(&(to), &(from)[i], sizeof(num))
#define LT_TAKE_P_(name, ...) LT_TAKE_(pn.name, p->name);
#define LT_TAKE_D_(name, ...) LT_TAKE_(dn.name, d->name);
#define LT_TAKE_M_(name, ...) LT_TAKE_(mn.name, m->name);
#define LT_TAKE_X_(name, ...) LT_TAKE_(xn.name, x->name);
#define LT_GIVE_(to, from)    memcpy(&(to)[i], &(from), sizeof(num))
#define LT_GIVE_X_(name, ...) LT_GIVE_(x->name, xn.name);
#define LT_GIVE_O_(name, ...) LT_GIVE_(o->name, on.name);
#define LT_GIVE_E_(name, ...) LT_GIVE_(e->name, en.name);
#define LT_BLOCK_N_(block, step)                                                                   \
    static void block(const void *restrict vp, const void *restrict vd,                            \
                      const struct lt_move_lanes *restrict m, void *restrict vx,                   \
                      struct lt_out_lanes *restrict o, void *restrict ve) {                        \
        const struct params_lanes *p = vp;                                                         \
        const struct derived_lanes *d = vd;                                                        \
        struct state_lanes *x = vx;                                                                \
        struct losses_lanes *e = ve;                                                               \
        (void)p, (void)d, (void)x, (void)e;                                                        \
        for (int i = 0; i < LT_LANES; i += LT_N) {                                                 \
            struct params_n pn;                                                                    \
            struct derived_n dn;                                                                   \
            struct lt_move_n mn;                                                                   \
            struct state_n xn;                                                                     \
            struct lt_out_n on;                                                                    \
            struct losses_n en;                                                                    \
            num active, branch;                                                                    \
            PARAMS(LT_TAKE_P_)                                                                     \
            DERIVED(LT_TAKE_D_)                                                                    \
            LT_MOVE_NUMBERS(LT_TAKE_M_)                                                            \
            STATE(LT_TAKE_X_)                                                                      \
            LT_TAKE_(active, m->active);                                                           \
            mn.active = IS(active);                                                                \
            mn.stay = 0;                                                                           \
            on.lost_gap = on.cap = NUM(0.0);                                                       \
            step(&pn, &dn, &mn, &xn, &on, &en);                                                    \
            STATE(LT_GIVE_X_)                                                                      \
            LT_OUT_NUMBERS(LT_GIVE_O_)                                                             \
            active = lt_of_mask(on.active);                                                        \
            branch = lt_of_bits(on.branch);                                                        \
            LT_GIVE_(o->active, active);                                                           \
            LT_GIVE_(o->branch, branch);                                                           \
            LOSSES(LT_GIVE_E_)                                                                     \
        }                                                                                          \
    }

/* Refers to the same law compiled with LT_WIDE; weak, so that it may be missing. */
#if defined __GNUC__ && !defined LT_BUILTIN && !defined LT_ARCH
#define LT_WIDE_DECLARED_(id)                                                                      \
    extern const struct lt_law lt_law_##id##_wide __attribute__((weak, visibility("hidden")));
#define LT_WIDE_(id) .wide = &lt_law_##id##_wide,
#else
#define LT_WIDE_DECLARED_(id)
#define LT_WIDE_(id)
#endif

/* ---- The law itself ---------------------------------------------------------------------------
 */

/* LT_BARE: a built-in law is compiled once more for an instruction set. Of this copy the host uses
 * the march only if LT_BARE is 1, else only the functions for several contacts side by side. */
#ifdef LT_BARE
#define LT_BARE_                                                                                   \
    , .params = NULL, .derived = NULL, .state = NULL, .losses = NULL, .events = NULL,              \
      .views = NULL, .cases = NULL, .derive = NULL, .one = NULL, .contact_time = NULL,             \
      .declares = NULL, .jumps = NULL, .reach = NULL, .parts = NULL,                               \
      .clashes = NULL LT_BARE_STEPS_
#if LT_BARE == 1
#define LT_BARE_STEPS_ , .block = NULL
#else
#define LT_BARE_STEPS_ , .march = NULL
#endif
#else
#define LT_BARE_
#endif

#define LT_TABLES_(id, ...)                                                                        \
    static const struct lt_field params_table[] = {PARAMS(LT_PARAM_ROW_){.name = NULL}};           \
    static const struct lt_field derived_table[] = {DERIVED(LT_ROW_){.name = NULL}};               \
    static const struct lt_field state_table[] = {STATE(LT_ROW_){.name = NULL}};                   \
    static const struct lt_field losses_table[] = {LOSSES(LT_ROW_){.name = NULL}};                 \
    static const char *derive_any(const struct lt_pair *pair, const void *a, const void *b,        \
                                  void *p, void *d) {                                              \
        return derive(pair, a, b, p, d);                                                           \
    }                                                                                              \
    const struct lt_law LT_LAW_NAME(id) = {.abi = LT_ABI,                                          \
                                           .size = LT_SIZES,                                       \
                                           .lanes = LT_LANES,                                      \
                                           .params = params_table,                                 \
                                           .derived = derived_table,                               \
                                           .state = state_table,                                   \
                                           .losses = losses_table,                                 \
                                           .n_params = LT_COUNT_(struct params),                   \
                                           .n_derived = LT_COUNT_(struct derived),                 \
                                           .n_state = LT_COUNT_(struct state),                     \
                                           .n_losses = LT_COUNT_(struct losses),                   \
                                           .derive = derive_any,                                   \
                                           .block = block,                                         \
                                           __VA_ARGS__ LT_BARE_};

/* A law whose step() is in doubles. LT_LAW: contacts are stepped side by side if the compiler
 * vectorises the loop over a block, as gcc does; LT_LAW_ALONE: one by one. */
#if defined __GNUC__ && !defined __clang__
#define LT_BLOCK_ROWS_ LT_LANES
#else
#define LT_BLOCK_ROWS_ 0
#endif
#define LT_LAW(id, ...)                                                                            \
    LT_BLOCK(block, step, STATE)                                                                   \
    LT_LAW_OF(id, .n_rows = LT_BLOCK_ROWS_, __VA_ARGS__)
#define LT_LAW_ALONE(id, ...)                                                                      \
    LT_BLOCK(block, step, STATE)                                                                   \
    LT_LAW_OF(id, __VA_ARGS__)
#define LT_LAW_OF(id, ...)                                                                         \
    LT_MARCH_DOUBLES(march, step)                                                                  \
    static void one(const void *p, const void *d, const struct lt_move *m, void *x,                \
                    struct lt_out *o, void *e) {                                                   \
        o->lost_gap = o->cap = 0;                                                                  \
        step(p, d, m, x, o, e);                                                                    \
    }                                                                                              \
    LT_TABLES_(id, .one = one, .march = march, __VA_ARGS__)

/* A law whose step() is in nums: contacts are stepped side by side. */
#define LT_LAW_N(id, ...)                                                                          \
    LT_MARCH(march, step, STATE)                                                                   \
    LT_LAW_N_OF(id, __VA_ARGS__)

/* A law in nums that defines march() itself. */
#if LT_N == 1
#define LT_LAW_N_OF(id, ...)                                                                       \
    LT_ONE_(one, step)                                                                             \
    LT_BLOCK_N_(block, step)                                                                       \
    LT_WIDE_DECLARED_(id)                                                                          \
    LT_TABLES_(id, .one = one, .march = march, LT_WIDE_(id) __VA_ARGS__)
#else
#define LT_LAW_N_OF(id, ...)                                                                       \
    LT_BLOCK_N_(block, step)                                                                       \
    static size_t march_rows(const struct lt_row *p, const struct lt_row *d, struct lt_row *x,     \
                             struct lt_row *losses, struct lt_march_rows *m,                       \
                             enum lt_march_kind kind, size_t steps) {                              \
        return march(p, d, x, losses, m, kind, steps);                                             \
    }                                                                                              \
    LT_TABLES_(id, .march_rows = march_rows, .n_rows = LT_N, __VA_ARGS__)
#endif

/* The last line of a law that is loaded from a shared object: LT_PLUGIN(&lt_law_mylaw), where mylaw
 * is the first argument of LT_LAW; or several laws, those of other files being declared before. A
 * law that is built in may keep the line. */
#if defined LT_BUILTIN || defined LT_WIDE
#define LT_PLUGIN(...)
#else
#define LT_PLUGIN(...)                                                                             \
    LT_EXPORTED_ const struct lt_law *const lawtester_laws[] = {__VA_ARGS__, NULL};
#endif

#if defined __GNUC__
#define LT_EXPORTED_ __attribute__((visibility("default")))
#else
#define LT_EXPORTED_
#endif

#endif
