/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A law's functions are not told which law they are of. Those of a watched law find its number in
 * front of its own derived numbers, and ask the law behind that. */
#include "model/watched.h"

#include "base/arena.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

enum { THREADS = 2048, LINE = 64, STEPS = 256 /* of a march, that are asked for at once */ };

/* What a thread is asking: threads take any place that is free, for as long as it takes. */
static struct place {
    _Alignas(LINE) atomic_uint law; /* 0: nobody is asking */
    atomic_uint count;              /* of the questions */
} * places;                         /* shared */

static struct seen { unsigned law, count, looks; } seen[THREADS];

static struct entry {
    const struct lt_law *law;
    const char *name, *path;
} * entries; /* number 0 is none */
static unsigned n_laws;

static size_t steps_at_once(size_t steps) {
    return steps < STEPS ? steps : STEPS;
}

/* See memory.c. */
#define OWN static _Thread_local __attribute__((tls_model("initial-exec")))
OWN unsigned usual; /* the place that was free the last time */
OWN unsigned asked;

static struct place *begin_asking(unsigned law) {
    unsigned none = 0;
    while (!atomic_compare_exchange_strong(&places[usual].law, &none, law)) {
        usual = (usual + 1) % THREADS;
        none = 0;
    }
    struct place *place = &places[usual];
    atomic_fetch_add_explicit(&place->count, 1, memory_order_relaxed);
    asked = law;
    return place;
}

static void end_asking(struct place *place) {
    asked = 0;
    atomic_store_explicit(&place->law, 0, memory_order_release);
}

/* The number that D begins with. 0 where somebody has written over it: to ask that law is a crash.
 */
static unsigned number_in(const void *d) {
    const double number = *(const double *)d;
    return number >= 1 && number <= n_laws ? (unsigned)number : 0;
}

/* ROW: the numbers that the law's own begin after. */
#define ASK(type, of, name, row, ...)                                                              \
    const unsigned number = number_in(vd);                                                         \
    const void *d = (const double *)vd + (row);                                                    \
    struct place *place = begin_asking(number);                                                    \
    const type answer = entries[number].law of->name(__VA_ARGS__);                                 \
    end_asking(place);                                                                             \
    return answer
#define TELL(of, name, row, ...)                                                                   \
    const unsigned number = number_in(vd);                                                         \
    const void *d = (const double *)vd + (row);                                                    \
    struct place *place = begin_asking(number);                                                    \
    entries[number].law of->name(__VA_ARGS__);                                                     \
    end_asking(place)

typedef const char *text;

static text derive_noted(const struct lt_pair *pair, const void *a, const void *b, void *p,
                         void *vd) {
    const unsigned number = number_in(vd);
    struct place *place = begin_asking(number);
    text answer = entries[number].law->derive(pair, a, b, p, (double *)vd + 1);
    end_asking(place);
    return answer;
}

static void one_noted(const void *p, const void *vd, const struct lt_move *m, void *x,
                      struct lt_out *o, void *e) {
    TELL(, one, 1, p, d, m, x, o, e);
}

static size_t march_noted(const void *p, const void *vd, void *x, void *e, struct lt_march *m,
                          enum lt_march_kind kind, size_t steps) {
    ASK(size_t, , march, 1, p, d, x, e, m, kind, steps_at_once(steps));
}

static int apart_noted(const void *p, const void *vd) {
    ASK(int, , apart, 1, p, d);
}

static double contact_time_noted(const struct lt_pair *pair, const void *p, const void *vd,
                                 double speed) {
    ASK(double, , contact_time, 1, pair, p, d, speed);
}

static double reach_noted(const struct lt_pair *pair, const void *p, const void *vd) {
    ASK(double, , reach, 1, pair, p, d);
}

/* Of the law itself and of what LT_WIDE made, which has the same numbers. */
#define SIDE_BY_SIDE(name, of)                                                                     \
    static void block_noted##name(const void *p, const void *vd, const struct lt_move_lanes *m,    \
                                  void *x, struct lt_out_lanes *o, void *e) {                      \
        TELL(of, block, LT_LANES, p, d, m, x, o, e);                                               \
    }                                                                                              \
    static size_t march_rows_noted##name(                                                          \
        const struct lt_row *p, const struct lt_row *vd, struct lt_row *x, struct lt_row *e,       \
        struct lt_march_rows *m, enum lt_march_kind kind, size_t steps) {                          \
        ASK(size_t, of, march_rows, LT_ROW, p, d, x, e, m, kind, steps_at_once(steps));            \
    }
SIDE_BY_SIDE(, )
SIDE_BY_SIDE(_wide, ->wide)

bool lt_watched_begin(void) {
    void *memory = mmap(NULL, THREADS * sizeof *places, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    places = memory == MAP_FAILED ? NULL : memory;
    return places;
}

static unsigned enter(const struct lt_law *law, const char *kind, const char *path,
                      struct lt_arena *arena) {
    const char *name = kind ? lt_arena_print(arena, "part '%s: %s'", kind, law->name)
                            : lt_arena_print(arena, "law '%s'", law->name);
    struct entry *all = lt_arena_get(arena, (n_laws + 2) * sizeof *all);
    if (n_laws > 0)
        memcpy(all, entries, (n_laws + 1) * sizeof *all);
    entries = all;
    entries[++n_laws] = (struct entry){law, name, path};
    return n_laws;
}

/* The law's derived numbers, and the number of the law in front of them. */
static const struct lt_field *number_first(const struct lt_law *law, unsigned number,
                                           struct lt_arena *arena) {
    struct lt_field *derived = lt_arena_get(arena, (law->n_derived + 2) * sizeof *derived);
    derived[0] = (struct lt_field){
        .name = "number", .unit = "1", .preset = number, .max = INFINITY, .doc = "which law"};
    memcpy(derived + 1, law->derived, law->n_derived * sizeof *derived);
    return derived;
}

static struct lt_law *copy_watched(const struct lt_law *law, const struct lt_field *derived,
                                   struct lt_arena *arena) {
    struct lt_law *watched = lt_arena_get(arena, sizeof *watched);
    *watched = *law;
    watched->derived = derived;
    watched->n_derived = law->n_derived + 1;
    watched->derive = derive_noted;
    watched->one = law->one ? one_noted : NULL;
    watched->block = law->block ? block_noted : NULL;
    watched->march = law->march ? march_noted : NULL;
    watched->march_rows = law->march_rows ? march_rows_noted : NULL;
    watched->apart = law->apart ? apart_noted : NULL;
    watched->contact_time = law->contact_time ? contact_time_noted : NULL;
    watched->reach = law->reach ? reach_noted : NULL;
    return watched;
}

const struct lt_law *lt_watched_law(const struct lt_law *law, const char *kind, const char *path,
                                    struct lt_arena *arena) {
    if (!places)
        return law;
    const struct lt_field *derived = number_first(law, enter(law, kind, path, arena), arena);
    struct lt_law *watched = copy_watched(law, derived, arena);
    if (law->wide) {
        struct lt_law *wide = copy_watched(law->wide, derived, arena);
        wide->block = block_noted_wide;
        wide->march_rows = law->wide->march_rows ? march_rows_noted_wide : NULL;
        watched->wide = wide;
    }
    return watched;
}

const char *lt_watched_derive(const struct lt_law *law, const struct lt_pair *pair, const void *a,
                              const void *b, void *p, double *d) {
    if (law->derive == derive_noted)
        *d = law->derived->preset;
    return law->derive(pair, a, b, p, d);
}

unsigned lt_watched_asked(void) {
    return asked;
}

const char *lt_watched_name(unsigned law) {
    return law > 0 && law <= n_laws ? entries[law].name : NULL;
}

const char *lt_watched_path(unsigned law) {
    return law > 0 && law <= n_laws ? entries[law].path : NULL;
}

unsigned lt_watched_stuck(unsigned looks) {
    unsigned stuck = 0;
    for (unsigned i = 0; places && i < THREADS; i++) {
        const unsigned law = atomic_load(&places[i].law), count = atomic_load(&places[i].count);
        if (count == 0) /* nor was any place behind it ever taken */
            break;
        const bool stays = law > 0 && seen[i].law == law && seen[i].count == count;
        seen[i] = (struct seen){law, count, stays ? seen[i].looks + 1 : 1};
        if (law > 0 && seen[i].looks >= looks)
            stuck = law;
    }
    return stuck;
}
