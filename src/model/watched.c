/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A law's functions are not told which law they are of, so each watched law has functions of its
 * own, which ask those of the law. */
#include "model/watched.h"

#include "base/arena.h"

#include <stdatomic.h>
#include <sys/mman.h>

/* Every number of WATCHED. */
#define EIGHT(F, i) F(i##0) F(i##1) F(i##2) F(i##3) F(i##4) F(i##5) F(i##6) F(i##7)
#define ALL(F)      EIGHT(F, 1) EIGHT(F, 2) EIGHT(F, 3) EIGHT(F, 4)
#define ONE_(i)     NUMBER_##i,
enum { NO_NUMBER, ALL(ONE_) NUMBERS };

enum { THREADS = 2048, LINE = 64 };

/* What a thread is asking: threads take any place that is free, for as long as it takes. */
static struct place {
    _Alignas(LINE) atomic_uint law; /* 0: nobody is asking */
    atomic_uint count;              /* of the questions */
} * places;                         /* shared */

static struct seen { unsigned law, count, looks; } seen[THREADS];

static const struct lt_law *laws[NUMBERS];
static const char *paths[NUMBERS];
static unsigned n_laws;

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

#define ASK(type, i, name, arguments)                                                              \
    struct place *place = begin_asking(NUMBER_##i);                                                \
    const type answer = laws[NUMBER_##i]->name arguments;                                          \
    end_asking(place);                                                                             \
    return answer;
#define TELL(i, name, arguments)                                                                   \
    struct place *place = begin_asking(NUMBER_##i);                                                \
    laws[NUMBER_##i]->name arguments;                                                              \
    end_asking(place);

typedef const char *text;

#define FUNCTIONS(i)                                                                               \
    static text derive_##i(const struct lt_pair *pair, const void *a, const void *b, void *p,      \
                           void *d) {                                                              \
        ASK(text, i, derive, (pair, a, b, p, d))                                                   \
    }                                                                                              \
    static void one_##i(const void *p, const void *d, const struct lt_move *m, void *x,            \
                        struct lt_out *o, void *e) {                                               \
        TELL(i, one, (p, d, m, x, o, e))                                                           \
    }                                                                                              \
    static void block_##i(const void *p, const void *d, const struct lt_move_lanes *m, void *x,    \
                          struct lt_out_lanes *o, void *e) {                                       \
        TELL(i, block, (p, d, m, x, o, e))                                                         \
    }                                                                                              \
    static size_t march_##i(const void *p, const void *d, void *x, void *e, struct lt_march *m,    \
                            enum lt_march_kind kind, size_t steps) {                               \
        ASK(size_t, i, march, (p, d, x, e, m, kind, steps))                                        \
    }                                                                                              \
    static size_t march_rows_##i(const struct lt_row *p, const struct lt_row *d, struct lt_row *x, \
                                 struct lt_row *e, struct lt_march_rows *m,                        \
                                 enum lt_march_kind kind, size_t steps) {                          \
        ASK(size_t, i, march_rows, (p, d, x, e, m, kind, steps))                                   \
    }                                                                                              \
    static int apart_##i(const void *p, const void *d) {                                           \
        ASK(int, i, apart, (p, d))                                                                 \
    }                                                                                              \
    static double contact_time_##i(const struct lt_pair *pair, const void *p, const void *d,       \
                                   double speed) {                                                 \
        ASK(double, i, contact_time, (pair, p, d, speed))                                          \
    }                                                                                              \
    static double reach_##i(const struct lt_pair *pair, const void *p, const void *d) {            \
        ASK(double, i, reach, (pair, p, d))                                                        \
    }
ALL(FUNCTIONS)

#define ROW_(i)                                                                                    \
    [NUMBER_##i] = {.derive = derive_##i,                                                          \
                    .one = one_##i,                                                                \
                    .block = block_##i,                                                            \
                    .march = march_##i,                                                            \
                    .march_rows = march_rows_##i,                                                  \
                    .apart = apart_##i,                                                            \
                    .contact_time = contact_time_##i,                                              \
                    .reach = reach_##i},
static const struct lt_law functions[NUMBERS] = {ALL(ROW_)};

bool lt_watched_begin(void) {
    void *memory = mmap(NULL, THREADS * sizeof *places, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    places = memory == MAP_FAILED ? NULL : memory;
    return places;
}

const struct lt_law *lt_watched_law(const struct lt_law *law, const char *path,
                                    struct lt_arena *arena) {
    if (!law || !places || n_laws + 1 == NUMBERS)
        return law;
    const struct lt_law *of = &functions[++n_laws];
    struct lt_law *watched = lt_arena_get(arena, sizeof *watched);
    laws[n_laws] = law;
    paths[n_laws] = path;
    *watched = *law;
    watched->derive = of->derive;
    watched->one = law->one ? of->one : NULL;
    watched->block = law->block ? of->block : NULL;
    watched->march = law->march ? of->march : NULL;
    watched->march_rows = law->march_rows ? of->march_rows : NULL;
    watched->apart = law->apart ? of->apart : NULL;
    watched->contact_time = law->contact_time ? of->contact_time : NULL;
    watched->reach = law->reach ? of->reach : NULL;
    watched->wide = lt_watched_law(law->wide, path, arena);
    return watched;
}

unsigned lt_watched_asked(void) {
    return asked;
}

const char *lt_watched_name(unsigned law) {
    return law > 0 && law <= n_laws ? laws[law]->name : NULL;
}

const char *lt_watched_path(unsigned law) {
    return law > 0 && law <= n_laws ? paths[law] : NULL;
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
