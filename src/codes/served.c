/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codes/served.h"

#include "base/arena.h"
#include "base/memory.h"
#include "base/text.h"
#include "codes/deck.h"
#include "codes/past.h"
#include "codes/six.h"
#include "run/setup.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIX = 6, WHY = 1024, ARGUMENTS = 16 };

/* A thread's process of the code, and its current state. */
struct process {
    pthread_t thread;
    struct lt_session *session; /* NULL: none, or it has failed */
    unsigned long served;       /* the run that used it last; 0: its state belongs to no run */
    size_t step;                /* its current step in that run's history */
    char *text;                 /* the input it was last started with; NULL: none */
    char *measured;         /* lines, but for their numbers, for which less is known; NULL: none */
    struct lt_code_pair of; /* ... and for which pair */
    double less[2];
    struct process *next;
};

struct lt_codes {
    struct lt_held held; /* first */
    struct lt_codelaw_host host;
    const struct lt_code *code;
    struct lt_session_start start;
    const char *arguments[ARGUMENTS]; /* arguments to start it, if not the default ones */
    char *library;                    /* absolute path; NULL: as installed */
    pthread_mutex_t lock;             /* of the list */
    struct process *processes;
    unsigned long served; /* so far */
    char version[200], file[512];
};

/* In one run. */
struct lt_served {
    struct lt_codes *codes;
    const struct lt_program *program;
    struct lt_arena *arena;
    unsigned long number;
    struct process *process;
    struct lt_six six;
    const char *text;
    int first_line; /* of the law's lines in the input */
    struct lt_past *past;
    double *own_derived; /* of a law of ours */
    bool looking;
    /* The last step and its force, cached for repeated queries. */
    struct lt_past_step last;
    size_t last_step;
    double last_force[LT_SIX_NUMBERS];
    struct lt_mark mark;
    char why[WHY];
};

static struct lt_codes *codes_of(const struct lt_codelaw_host *host) {
    return (struct lt_codes *)((uintptr_t)host - offsetof(struct lt_codes, host));
}

/* ---- Processes ------------------------------------------------------------------------------- */

static struct process *process_of_thread(struct lt_codes *codes) {
    pthread_t self = pthread_self();
    pthread_mutex_lock(&codes->lock);
    struct process *p = codes->processes;
    while (p && !pthread_equal(p->thread, self))
        p = p->next;
    if (!p && (p = malloc(sizeof *p))) {
        *p = (struct process){.thread = self, .next = codes->processes};
        codes->processes = p;
    }
    pthread_mutex_unlock(&codes->lock);
    if (!p)
        lt_memory_out();
    return p;
}

static void end_process(struct process *p) {
    lt_session_close(p->session);
    free(p->text);
    p->session = NULL;
    p->text = NULL;
    p->served = 0;
    free(p->measured);
    p->measured = NULL;
}

/* Without memory there is none. */
static void keep_copy(char **kept, const char *text) {
    size_t size = strlen(text) + 1;
    free(*kept);
    *kept = NULL;
    *kept = memcpy(lt_memory_get(size), text, size);
}

static bool start_process(const struct lt_codes *codes, struct process *p, char *why, size_t size) {
    if (!p->session)
        p->session = lt_session_open(&codes->start, why, size);
    return p->session;
}

static void keep_version(struct lt_codes *codes, const struct process *p) {
    pthread_mutex_lock(&codes->lock);
    snprintf(codes->version, sizeof codes->version, "%s", lt_session_version(p->session));
    snprintf(codes->file, sizeof codes->file, "%s", lt_session_file(p->session));
    pthread_mutex_unlock(&codes->lock);
}

/* ---- Asking ---------------------------------------------------------------------------------- */

/* The place in the program of the line at which the code failed. */
static void find_mark(struct lt_served *s, int line) {
    const struct lt_codelaw *law = s->program->codelaw;
    int own = line - s->first_line;
    s->mark = s->program->law_mark;
    if (line > 0 && own >= 0 && (size_t)own < law->n_lines && law->lines[own].mark.source)
        s->mark = law->lines[own].mark;
}

static bool fail_served(struct lt_served *s) {
    struct process *p = s->process;
    if (p->session) {
        snprintf(s->why, sizeof s->why, "%s", lt_session_why(p->session));
        find_mark(s, lt_session_line(p->session));
    }
    end_process(p);
    return false;
}

static bool begin_code(struct lt_served *s) {
    struct process *p = s->process;
    p->served = 0;
    if (!start_process(s->codes, p, s->why, sizeof s->why))
        return false;
    if (!lt_session_begin(p->session, s->text))
        return fail_served(s);
    if (!p->text || strcmp(p->text, s->text) != 0)
        keep_copy(&p->text, s->text);
    keep_version(s->codes, p);
    p->served = s->number;
    p->step = 0;
    return true;
}

static bool is_finite(const struct lt_serve_answer *answer) {
    double sum = 0;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            sum += answer->force[i][k] + answer->torque[i][k];
    return isfinite(sum);
}

static bool ask_code(struct lt_served *s, const struct lt_serve_question *q,
                     struct lt_serve_answer *answer) {
    if (!lt_session_ask(s->process->session, q, answer))
        return fail_served(s);
    if (is_finite(answer))
        return true;
    snprintf(s->why, sizeof s->why, "%s: it returned a force that is not finite",
             s->codes->start.title);
    s->mark = s->program->law_mark;
    end_process(s->process);
    return false;
}

static bool make_one_step(struct lt_served *s, const struct lt_past_step *step, double *force) {
    struct lt_serve_question q =
        lt_six_ask(&s->six, LT_SERVE_STEP, step->un, step->velocity, step->dt);
    struct lt_serve_answer answer;
    if (!ask_code(s, &q, &answer))
        return false;
    lt_six_forces(&s->six, step->un, &answer, force);
    return true;
}

/* Brings the code to the state after this step of the history. */
static bool go_to_step(struct lt_served *s, size_t step) {
    double force[LT_SIX_NUMBERS];
    const struct process *p = s->process;
    if (p->session && p->served == s->number && p->step == step)
        return true;
    if (!begin_code(s))
        return false;
    struct lt_arena *arena = lt_arena_new();
    size_t count;
    const size_t *way = lt_past_way(s->past, step, &count, arena);
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++)
        ok = make_one_step(s, lt_past_step(s->past, way[i]), force);
    lt_arena_free(arena);
    s->process->step = step;
    return ok;
}

/* The force without a step; for codes that cannot do that, after a step at rest. */
static bool see_force(struct lt_served *s, const struct lt_past_step *there, double *force) {
    static const double rest[SIX] = {0};
    bool looks = s->codes->code->looks;
    struct lt_serve_question q =
        lt_six_ask(&s->six, looks ? LT_SERVE_LOOK : LT_SERVE_STEP, there->un,
                   looks ? there->velocity : rest, looks ? 0 : 1e-9);
    struct lt_serve_answer answer;
    if (!go_to_step(s, there->before) || !ask_code(s, &q, &answer))
        return false;
    lt_six_forces(&s->six, there->un, &answer, force);
    if (!looks)
        s->process->served = 0;
    return true;
}

/* Makes the step, unless it has been made before. */
static bool step_or_find(struct lt_served *s, const struct lt_past_step *step, size_t *number,
                         double *force) {
    if (s->last_step > 0 && memcmp(step, &s->last, sizeof *step) == 0) {
        *number = s->last_step;
        memcpy(force, s->last_force, sizeof s->last_force);
        return true;
    }
    if (!go_to_step(s, step->before) || !make_one_step(s, step, force))
        return false;
    *number = s->process->step = lt_past_add(s->past, step);
    s->last = *step;
    s->last_step = *number;
    memcpy(s->last_force, force, sizeof s->last_force);
    return true;
}

/* ---- Its slip arms --------------------------------------------------------------------------- */

/* The tangential force due to one body's motion in one step into an overlap. */
static bool drag_of(struct lt_served *s, double overlap, int body, bool spins, double *force) {
    double speed = 1e-6 * overlap;
    struct lt_serve_question q = lt_six_alone(&s->six, -overlap, body, spins, speed, 1);
    struct lt_serve_answer answer;
    if (!begin_code(s) || !ask_code(s, &q, &answer))
        return false;
    *force = answer.force[1][2];
    s->process->served = 0;
    return true;
}

/* Radius minus slip arm in units of the overlap: usually 0 or 1/2. */
static double arm_shortfall(double by_spin, double by_centre, double radius, double overlap) {
    double less = (1 - fabs(by_spin / by_centre)) * radius / overlap;
    if (!isfinite(less) || fabs(less) > 2)
        return 0;
    double half = round(2 * less) / 2;
    return fabs(less - half) < 1e-4 ? half : less;
}

static bool is_measured_pair(const struct lt_code_pair *a, const struct lt_code_pair *b) {
    return a->wall == b->wall && a->radius[0] == b->radius[0] && a->radius[1] == b->radius[1];
}

static const char *words_of_lines(const struct lt_served *s) {
    const struct lt_codelaw *law = s->program->codelaw;
    struct lt_text text;
    FILE *file = lt_text_begin(&text);
    for (size_t i = 0; i < law->n_lines; i++)
        for (size_t k = 0; k < law->lines[i].count; k++)
            fputs(law->lines[i].parts[k].text, file);
    return lt_text_keep(&text, s->arena);
}

/* Two equal spheres share a rotation equally, so their arms need not be measured. */
static bool measure_arms(struct lt_served *s) {
    const struct lt_code_pair *pair = &s->six.pair;
    struct process *p = s->process;
    double overlap = 1e-3 * fmin(pair->radius[1], pair->wall ? INFINITY : pair->radius[0]);
    double by_centre, by_spin;
    s->six.less[0] = s->six.less[1] = 0;
    if (!pair->wall && pair->radius[0] == pair->radius[1])
        return true;
    const char *words = words_of_lines(s);
    if (p->measured && strcmp(p->measured, words) == 0 && is_measured_pair(&p->of, pair)) {
        memcpy(s->six.less, p->less, sizeof p->less);
        return true;
    }
    if (!drag_of(s, overlap, 1, false, &by_centre))
        return false;
    for (int body = pair->wall ? 1 : 0; body < 2; body++) {
        if (!drag_of(s, overlap, body, true, &by_spin))
            return false;
        s->six.less[body] = arm_shortfall(by_spin, by_centre, pair->radius[body], overlap);
    }
    memcpy(p->less, s->six.less, sizeof p->less);
    keep_copy(&p->measured, words);
    p->of = *pair;
    return true;
}

/* ---- The lines ------------------------------------------------------------------------------- */

static struct lt_code_pair code_pair_of(const struct lt_pair *pair, bool mirrored, int types,
                                        const struct lt_particle *particles) {
    const struct lt_body *bodies[] = {mirrored ? &pair->b : &pair->a,
                                      mirrored ? &pair->a : &pair->b};
    struct lt_code_pair out = {.wall = bodies[0]->flat > 0, .types = types};
    for (int i = 0; i < 2; i++) {
        const struct lt_body *body = bodies[i];
        double volume = 4.0 / 3 * M_PI * pow(body->radius, 3);
        double mass = isfinite(body->mass) ? body->mass : body->own_mass;
        out.radius[i] = body->flat > 0 ? 0 : body->radius;
        out.density[i] = isnan(body->density) ? mass / volume : body->density;
        out.fixed[i] = particles[mirrored ? 1 - i : i].fixed;
    }
    return out;
}

static void put_code_line(FILE *file, const struct lt_code_line *line, const double *values) {
    for (size_t i = 0; i < line->count; i++)
        if (line->parts[i].name)
            fprintf(file, "%.17g", values[line->parts[i].name->slot]);
        else
            fputs(line->parts[i].text, file);
    fputc('\n', file);
}

static int count_lines(const char *text) {
    int n = 0;
    while (*text)
        n += *text++ == '\n';
    return n;
}

/* Of lines for a user of the code those that are about the law. */
static bool is_law_line(const char *line) {
    static const char *const heads[] = {"pair_", "hard_particles", "soft_particles", NULL};
    for (size_t i = 0; heads[i]; i++)
        if (strncmp(line, heads[i], strlen(heads[i])) == 0)
            return true;
    size_t length = strcspn(line, "\n");
    return strncmp(line, "fix ", 4) == 0 && (memmem(line, length, " wall/gran ", 11) ||
                                             memmem(line, length, " property/global ", 17));
}

static void keep_law_lines(FILE *file, const char *text) {
    for (; *text; text += strcspn(text, "\n") + (text[strcspn(text, "\n")] == '\n'))
        if (is_law_line(text))
            fprintf(file, "%.*s\n", (int)strcspn(text, "\n"), text);
}

/* Class(name=number, ...) of a Python script as a line. */
static const char *put_class(FILE *file, const char *name, size_t length, const char *at) {
    fprintf(file, "%.*s", (int)length, name);
    while (*at && *at != ')') {
        at += strspn(at, ", \n");
        size_t word = strcspn(at, ",)");
        if (!memchr(at, '\'', word))
            fprintf(file, " %.*s", (int)word, at);
        at += word;
    }
    fputc('\n', file);
    return at;
}

static void keep_classes(FILE *file, const char *text, bool wall) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    fprintf(file, "Ig2_%s_Sphere_ScGeom\n", wall ? "Wall" : "Sphere");
    while (*text) {
        size_t length = strspn(text, letters);
        bool material = length > 3 && strncmp(text + length - 3, "Mat", 3) == 0;
        bool functor = strncmp(text, "Ip2_", 4) == 0 || strncmp(text, "Law2_", 5) == 0;
        bool call = text[length] == '(' && (material || functor);
        text = *text == '#' ? text + strcspn(text, "\n")
               : call       ? put_class(file, text, length, text + length + 1)
                            : text + (length > 0 ? length : 1);
    }
}

static const struct lt_deck_code *deck_of(const struct lt_codelaw_host *host) {
    size_t i = 0;
    while (lt_deck_words[i] && strcmp(lt_deck_words[i], host->kind->name) != 0)
        i++;
    return lt_deck_codes[i];
}

/* A law of ours in the code's terms; what is wrong, or NULL. */
static const char *put_own_law(struct lt_served *s, FILE *file, const struct lt_pair *pair,
                               double *values) {
    struct lt_setup setup = {.program = s->program, .pair = *pair, .values = values};
    struct lt_text text;
    const char *why =
        lt_deck_lines(deck_of(&s->codes->host), &setup, lt_text_begin(&text), s->arena);
    char *all = lt_text_end(&text);
    if (!why && s->codes->code->start.arguments[0][0] == 'p')
        keep_classes(file, all, s->six.pair.wall);
    else if (!why)
        keep_law_lines(file, all);
    free(all);
    return why;
}

/* All that the code is told, with the numbers of this run; what is wrong, or NULL. */
static const char *write_code_text(struct lt_served *s, const struct lt_pair *pair,
                                   double *values) {
    const struct lt_codelaw *law = s->program->codelaw;
    const struct lt_code *code = s->codes->code;
    struct lt_text text;
    FILE *file = lt_text_begin(&text);
    code->put_pair(file, &s->six.pair);
    s->first_line = count_lines(lt_text_now(&text)) + 1;
    for (size_t i = 0; i < law->n_lines; i++)
        put_code_line(file, &law->lines[i], values);
    const char *why = law->own ? put_own_law(s, file, pair, values) : NULL;
    code->put_end(file, &s->six.pair);
    s->text = lt_text_keep(&text, s->arena);
    return why;
}

/* ---- The functions of a law ------------------------------------------------------------------ */

_Static_assert(sizeof(struct lt_served *) <= sizeof(double), "a pointer fits a number's place");

static struct lt_served *served_of(const void *derived) {
    struct lt_served *s;
    memcpy(&s, derived, sizeof s);
    return s;
}

static const char *derive_served(const struct lt_pair *pair, const void *a, const void *b, void *p,
                                 void *d) {
    struct lt_served *s = served_of(d);
    const struct lt_law *law = s->program->law, *own = s->program->codelaw->own;
    double *params = p, *values = params - s->program->names->params;
    const char *why = own ? own->derive(pair, a, b, p, s->own_derived) : NULL;
    if (why)
        return why;
    for (size_t i = 0; i < law->n_params; i++)
        if (isnan(params[i]))
            return NULL; /* the host reports it */
    s->why[0] = '\0';
    s->six.mirrored = pair->b.flat > 0;
    s->six.pair =
        code_pair_of(pair, s->six.mirrored, s->program->codelaw->types, s->program->particles);
    why = write_code_text(s, pair, values);
    if (why)
        return why;
    lt_past_clear(s->past);
    s->last_step = 0;
    s->process->served = 0;
    bool same = s->process->session && s->process->text && strcmp(s->process->text, s->text) == 0;
    return (same || begin_code(s)) && measure_arms(s) ? NULL : s->why;
}

static void give_out(struct lt_out *o, const double *force, double un) {
    bool acts = un <= 0;
    for (int i = 0; i < SIX; i++)
        acts |= force[i] != 0;
    *o = (struct lt_out){.fn = force[0],
                         .fs = force[1],
                         .ft = force[2],
                         .mn = force[3],
                         .ms = force[4],
                         .mt = force[5],
                         .active = acts,
                         .branch = acts};
}

#define LOSE(name, ...) o->name = NAN;

/* States and losses of the equivalent built-in law are unknown; the code's own follow. */
static void one_step_served(const void *p, const void *d, const struct lt_move *m, void *x,
                            struct lt_out *o, void *e) {
    (void)p;
    struct lt_served *s = served_of(d);
    const struct lt_law *law = s->program->law;
    double *state = x, *losses = e, force[LT_SIX_NUMBERS],
           *kept = state + law->n_state - LT_CODELAW_STATES;
    const double du[SIX] = {m->dun, m->dus, m->dut, m->dan, m->das, m->dat};
    const double v[SIX] = {m->vn, m->vs, m->vt, m->wn, m->ws, m->wt};
    struct lt_past_step step = {.before = (size_t)kept[0], .un = m->un, .dt = m->dt};
    size_t number = step.before;
    for (int i = 0; i < SIX; i++)
        step.velocity[i] = i == 0 || m->dt == 0 ? v[i] : du[i] / m->dt;
    bool still = m->dt == 0 || (s->looking && s->codes->code->looks);
    bool ok = still ? see_force(s, &step, force) : step_or_find(s, &step, &number, force);
    for (size_t i = 0; i < law->n_losses; i++)
        losses[i] = NAN;
    if (!ok) {
        LT_OUT(LOSE)
        return;
    }
    give_out(o, force, m->un);
    for (double *own = state; own < kept; own++)
        *own = NAN;
    losses[law->n_losses - 1] = 0;
    for (int i = 0; i < SIX; i++)
        losses[law->n_losses - 1] += 0.5 * (kept[1 + i] + force[i]) * du[i];
    kept[0] = (double)number;
    memcpy(kept + 1, force, sizeof force);
}

/* ---- Its contact time ------------------------------------------------------------------------ */

/* The compressive force at an overlap, at rest; NAN: the code failed. */
static double press_code(struct lt_served *s, double overlap) {
    struct lt_past_step there = {.un = -overlap};
    double force[LT_SIX_NUMBERS];
    return see_force(s, &there, force) ? -force[0] : NAN;
}

/* For a force c d^q: the largest overlap of an impact, and the contact time. */
static double overlap_reached(double c, double q, double m, double speed) {
    return pow((q + 1) * m * speed * speed / (2 * c), 1 / (q + 1));
}

static double impact_time(double c, double q, double m, double speed) {
    double half = sqrt(M_PI) * tgamma(1 + 1 / (q + 1)) / tgamma(0.5 + 1 / (q + 1));
    return q == 1 ? M_PI * sqrt(m / c) : 2 * overlap_reached(c, q, m, speed) / speed * half;
}

/* The power is measured between an overlap near the largest one and its half. */
static double served_time(const struct lt_pair *pair, const void *p, const void *d, double speed) {
    (void)p;
    struct lt_served *s = served_of(d);
    double overlap = 1e-4 * pair->r_eff, time = NAN;
    for (int i = 0; i < 4; i++) {
        double f = press_code(s, overlap), q = log(f / press_code(s, overlap / 2)) / log(2);
        if (!(f > 0) || !(q > 0.1) || !(q < 10))
            return NAN;
        if (fabs(q - 1) < 1e-6)
            q = 1;
        double c = f / pow(overlap, q), turn = overlap_reached(c, q, pair->m_eff, speed);
        time = impact_time(c, q, pair->m_eff, speed);
        if (q == 1 || !(turn > 0))
            return time;
        overlap = fmin(turn, 0.2 * pair->r_eff);
    }
    return time;
}

/* ---- The host -------------------------------------------------------------------------------- */

static struct lt_served *bind_served(const struct lt_codelaw_host *host,
                                     const struct lt_program *program, double *derived,
                                     struct lt_arena *arena) {
    struct lt_codes *codes = codes_of(host);
    struct lt_served *s = lt_arena_get(arena, sizeof *s);
    s->codes = codes;
    s->program = program;
    s->arena = arena;
    s->past = lt_past_new(arena);
    const struct lt_law *own = program->codelaw->own;
    s->own_derived = own ? lt_arena_get(arena, (own->n_derived + 1) * sizeof(double)) : NULL;
    s->six.code = codes->code;
    s->process = process_of_thread(codes);
    pthread_mutex_lock(&codes->lock);
    s->number = ++codes->served;
    pthread_mutex_unlock(&codes->lock);
    memcpy(derived, &s, sizeof s);
    return s;
}

static const char *wrong_served(const struct lt_served *s, struct lt_mark *mark) {
    if (s->why[0] && mark)
        *mark = s->mark;
    return s->why;
}

static void set_looking(struct lt_served *s, bool looking) {
    s->looking = looking;
}

static const struct lt_code *code_of_kind(const struct lt_code_kind *kind) {
    const struct lt_code *const *code = lt_code_all;
    while (*code && strcmp((*code)->name, kind->name) != 0)
        code++;
    return *code;
}

static void release_codes(struct lt_held *held) {
    lt_served_close((struct lt_codes *)held);
}

/* The arguments with another file than the installed one. */
static bool take_library(struct lt_codes *codes, const char *library) {
    const struct lt_session_start *usual = &codes->code->start;
    size_t n = 0;
    codes->start = *usual;
    if (!library)
        return true;
    bool program = strcmp(usual->arguments[0], "program") == 0;
    codes->library = realpath(library, NULL);
    if (!codes->library && errno == ENOMEM)
        lt_memory_out();
    if (!codes->library)
        return false;
    for (size_t i = 0; usual->arguments[i] && (program || i == 0); i++)
        codes->arguments[n++] = usual->arguments[i];
    codes->arguments[n++] = codes->library;
    codes->start.arguments = codes->arguments;
    return true;
}

struct lt_codes *lt_served_open(const struct lt_code_kind *kind, const char *library,
                                const char *const *allowed, char *why, size_t size) {
    struct lt_codes *codes = lt_memory_get(sizeof *codes);
    *codes = (struct lt_codes){.code = NULL};
    codes->host = (struct lt_codelaw_host){.kind = kind,
                                           .allowed = allowed,
                                           .bind = bind_served,
                                           .wrong = wrong_served,
                                           .look = set_looking,
                                           .derive = derive_served,
                                           .one = one_step_served,
                                           .contact_time = served_time};
    codes->code = code_of_kind(kind);
    lt_memory_hold(&codes->held, release_codes);
    pthread_mutex_init(&codes->lock, NULL);
    struct process *p = take_library(codes, library) ? process_of_thread(codes) : NULL;
    snprintf(why, size, "%s: %s", library ? library : kind->name, strerror(errno));
    if (p && start_process(codes, p, why, size))
        return codes;
    lt_served_close(codes);
    return NULL;
}

void lt_served_close(struct lt_codes *codes) {
    if (!codes)
        return;
    lt_memory_drop(&codes->held);
    while (codes->processes) {
        struct process *next = codes->processes->next;
        end_process(codes->processes);
        free(codes->processes);
        codes->processes = next;
    }
    pthread_mutex_destroy(&codes->lock);
    free(codes->library);
    free(codes);
}

const struct lt_codelaw_host *lt_served_host(const struct lt_codes *codes) {
    return &codes->host;
}

struct lt_served_facts lt_served_facts(const struct lt_codelaw_host *host) {
    const struct lt_codes *codes = codes_of(host);
    const struct process *p = codes->processes;
    while (p && !p->text)
        p = p->next;
    return (struct lt_served_facts){codes->code->start.title, codes->version, codes->file,
                                    p ? p->text : "", lt_session_environment};
}
