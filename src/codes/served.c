/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codes/served.h"

#include "base/arena.h"
#include "codes/serving.h"
#include "codes/styles.h"
#include "registry/formula_law.h"

#include <ctype.h>
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SIX = 6 /* degrees of freedom */, NAME_SIZE = 32 };

/* The codes whose host this is. */
static struct lt_codes *codes_of(const struct lt_codelaw_host *host) {
    return (struct lt_codes *)((uintptr_t)host - offsetof(struct lt_codes, host));
}

/* ---- The functions of a law ------------------------------------------------------------------ */

_Static_assert(sizeof(struct lt_served *) <= sizeof(double), "a pointer fits a number's place");

/* The run of a law: derive() and step() find its address in the first of the derived numbers. */
static struct lt_served *served_of(const void *derived) {
    struct lt_served *s;
    memcpy(&s, derived, sizeof s);
    return s;
}

/* derive() of a law that an external code computes: checks the parameters, writes the code's input
 * with them, and starts the code with it unless it has it already. NULL, or what is wrong. */
static const char *derive_served(const struct lt_pair *pair, const void *a, const void *b, void *p,
                                 void *d) {
    struct lt_served *s = served_of(d);
    const struct lt_law *law = s->program->law, *own = s->program->codelaw->own;
    double *params = p, *values = params - s->program->names->params;
    const char *why =
        own && !lt_formula_law_is(own) ? own->derive(pair, a, b, p, s->own_derived) : NULL;
    if (why)
        return why;
    for (size_t i = 0; i < law->n_params; i++)
        if (isnan(params[i]))
            return NULL; /* the host reports the error */
    /* A law in formulas that could not be compiled fails here, at the place of the law. */
    if (s->deployed && s->deployed->why[0]) {
        snprintf(s->why, sizeof s->why, "%s", s->deployed->why);
        s->mark = s->program->law_mark;
        return s->why;
    }
    s->why[0] = '\0';
    s->late = false;
    /* Codes have the wall as body A, so the bodies are exchanged if our B is the wall. */
    s->six.mirrored =
        pair->b.flat > 0 || (s->program->codelaw->pose.swapped && !(pair->a.flat > 0));
    s->six.pair = lt_lines_pair(s, pair);
    why = lt_lines_write(s, pair, values);
    if (why)
        return why;
    bool (*own_arm)(const char *) = s->codes->code->own_arm;
    s->six.own_arm = own_arm && own_arm(s->text);
    /* A new run: its time limit starts, its history is empty, and no state of the process belongs
     * to it. */
    if (s->process->session)
        lt_session_run(s->process->session);
    lt_past_clear(s->past);
    s->at_home = false;
    s->space = NULL;
    s->last_step = 0;
    s->process->served = 0;
    /* SAME: the process has this input; it is reset by the first query, so it need not begin twice.
     */
    bool same = s->process->session && s->process->text && strcmp(s->process->text, s->text) == 0;
    return (same || lt_query_begin(s)) && lt_arms_measure(s) ? NULL : s->why;
}

/* Fills the law's answer from six forces (N, N m); the contact is active if it overlaps (gap UN, m)
 * or any force acts. */
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

/* Puts the bodies that a run has placed in space into the step; the code's axes are those of the
 * run's first step. */
static void put_in_space(struct lt_served *s, struct lt_past_step *step) {
    if (!s->at_home)
        lt_spatial_home(s->space, s->six.mirrored, s->home);
    s->at_home = true;
    lt_spatial_put(&s->six, s->home, s->space, step);
    s->space = NULL;
}

/* step() of the law that a code computes: makes the step there, or with dt = 0 or in a trial
 * evaluation queries the force without a step. States and losses of the equivalent built-in law are
 * unknown (NAN). The LT_CODELAW_STATES states after them are the step's index and the force; the
 * last loss is the work of the step, J. If the code fails, all results are NAN. */
static void one_step_served(const void *p, const void *d, const struct lt_move *m, void *x,
                            struct lt_out *o, void *e) {
    (void)p;
    struct lt_served *s = served_of(d);
    const struct lt_law *law = s->program->law;
    double *state = x, *losses = e, force[LT_SIX_NUMBERS],
           *kept = state + law->n_state - LT_CODELAW_STATES;
    const double du[SIX] = {m->dun, m->dus, m->dut, m->dan, m->das, m->dat};
    const double v[SIX] = {m->vn, m->vs, m->vt, m->wn, m->ws, m->wt};
    /* Velocities are those that make the step's increments; without a step, those given. */
    struct lt_past_step step = {.before = (size_t)kept[0], .un = m->un, .dt = m->dt};
    size_t number = step.before;
    step.time = m->dt + (step.before > 0 ? lt_past_step(s->past, step.before)->time : 0);
    for (int i = 0; i < SIX; i++)
        step.velocity[i] = i == 0 || m->dt == 0 ? v[i] : du[i] / m->dt;
    if (s->space)
        put_in_space(s, &step);
    bool still = m->dt == 0 || (s->looking && s->looks);
    bool ok = still ? lt_query_force(s, &step, force) : lt_query_step(s, &step, &number, force);
    for (size_t i = 0; i < law->n_losses; i++)
        losses[i] = NAN;
    if (!ok) {
        LT_OUT(LOSE)
        return;
    }
    give_out(o, force, m->un);
    for (double *own = state; own < kept; own++)
        *own = NAN;
    /* Work of the contact by the trapezoidal rule, from the forces before and after the step. */
    losses[law->n_losses - 1] = 0;
    for (int i = 0; i < SIX; i++)
        losses[law->n_losses - 1] += 0.5 * (kept[1 + i] + force[i]) * du[i];
    kept[0] = (double)number;
    memcpy(kept + 1, force, sizeof force);
}

/* ---- Its contact time ------------------------------------------------------------------------ */

/* The compressive force at an overlap, at rest, N; NAN: the code failed. */
static double press_code(struct lt_served *s, double overlap) {
    struct lt_past_step there = {.un = -overlap};
    double force[LT_SIX_NUMBERS];
    return lt_query_force(s, &there, force) ? -force[0] : NAN;
}

/* The largest overlap (m) of an impact at SPEED (m/s) of the mass M (kg), for a force that is F (N)
 * at the overlap D (m) and grows with the power Q: the work f d/(q + 1) (x/d)^(q + 1) equals the
 * energy m v^2/2. Ratios to D are used, since otherwise errors of Q would count by the logarithm of
 * D. */
static double overlap_reached(double f, double d, double q, double m, double speed) {
    return d * pow((q + 1) * m * speed * speed / (2 * f * d), 1 / (q + 1));
}

/* Duration (s) of an impact at SPEED (m/s) of the mass M (kg), for a force that is F (N) at the
 * overlap D (m) and grows with the power Q of the overlap. It is 2 x_max/v times the integral of
 * 1/sqrt(1 - z^(q + 1)) over z from 0 to 1, which gamma functions express; for a linear force pi
 * sqrt(m/k). */
static double impact_time(double f, double d, double q, double m, double speed) {
    double half = sqrt(M_PI) * tgamma(1 + 1 / (q + 1)) / tgamma(0.5 + 1 / (q + 1));
    return q == 1 ? M_PI * sqrt(m / (f / d))
                  : 2 * overlap_reached(f, d, q, m, speed) / speed * half;
}

/* The nearest overlap (m) that a distance of centres in double precision can have, as codes get no
 * other. */
static double overlap_seen(const struct lt_pair *pair, double overlap) {
    const double sum = pair->a.radius + pair->b.radius;
    return sum - (sum - overlap);
}

/* Contact time (s) of an impact at SPEED (m/s), from a power law for the force. Its power Q is
 * measured between an overlap and its half: that overlap is 1e-4 R* first, then in three more
 * passes the largest overlap by the last power, at most 0.2 R*. NAN: the force does not grow with a
 * power between 0.1 and 10. */
static double served_time(const struct lt_pair *pair, const void *p, const void *d, double speed) {
    (void)p;
    struct lt_served *s = served_of(d);
    double near = 1e-4 * pair->r_eff, time = NAN;
    for (int i = 0; i < 4; i++) {
        const double overlap = overlap_seen(pair, near), half = overlap_seen(pair, near / 2);
        double f = press_code(s, overlap), q = log(f / press_code(s, half)) / log(overlap / half);
        if (!(f > 0) || !(q > 0.1) || !(q < 10))
            return NAN;
        /* A linear law has the power 1 up to rounding; its contact time is independent of the
         * speed. */
        if (fabs(q - 1) < 1e-6)
            q = 1;
        double turn = overlap_reached(f, overlap, q, pair->m_eff, speed);
        time = impact_time(f, overlap, q, pair->m_eff, speed);
        if (q == 1 || !(turn > 0))
            return time;
        near = fmin(turn, 0.2 * pair->r_eff);
    }
    return time;
}

/* ---- The host -------------------------------------------------------------------------------- */

/* The law in formulas, compiled for the code; once for all runs, whichever is the first. */
static const struct lt_deployed *deploy_law(struct lt_served *s, const struct lt_formula_law *law) {
    struct lt_codes *codes = s->codes;
    const char *version = lt_query_version(s) ? lt_session_version(s->process->session) : "";
    const char *refused = codes->start.sandboxed
                              ? "a law in formulas is not seen from within the sandbox: leave out "
                                "--allow-style, which is for lines of the code"
                              : lt_deploy_refused(s->program);
    const struct lt_deployed_how how = {.law = law,
                                        .code = codes->code->name,
                                        .title = codes->code->start.title,
                                        .version = version,
                                        .headers = codes->headers,
                                        .refused = refused};
    pthread_mutex_lock(&codes->lock);
    const struct lt_deployed *deployed = lt_deployed_get(&codes->deployed, &how);
    pthread_mutex_unlock(&codes->lock);
    return deployed;
}

/* Binds a run to this thread's process of the code and stores the run in DERIVED. Each run has its
 * own history of steps. */
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
    s->process = lt_query_process(codes);
    pthread_mutex_lock(&codes->lock);
    s->number = ++codes->served;
    pthread_mutex_unlock(&codes->lock);
    if (own && lt_formula_law_is(own) && !codes->title)
        s->deployed = deploy_law(s, (const struct lt_formula_law *)own);
    memcpy(derived, &s, sizeof s);
    return s;
}

/* Why the last evaluation failed, with its place in *MARK; "": it did not. */
static const char *wrong_served(const struct lt_served *s, struct lt_mark *mark) {
    if (s->why[0] && mark)
        *mark = s->mark;
    return s->why;
}

/* Announces whether the next evaluations are trials, which then are queries without a step. */
static void set_looking(struct lt_served *s, bool looking) {
    s->looking = looking;
}

/* Announces the state in space of the bodies for the next evaluation. */
static void place_bodies(struct lt_served *s, const double *space) {
    s->space = space;
}

/* The library in a folder: the last file that the code's PATTERN finds, to be freed; NULL: there is
 * none. */
static char *find_within(const char *folder, const char *pattern) {
    char path[2 * PATH_MAX];
    size_t n = 0;
    glob_t found = {.gl_pathc = 0};
    for (; *folder && n < PATH_MAX; folder++) {
        if (strchr("\\*?[{", *folder))
            path[n++] = '\\'; /* a folder's name is no pattern */
        path[n++] = *folder;
    }
    snprintf(path + n, sizeof path - n, "/%s", pattern);
    if (glob(path, GLOB_BRACE, NULL, &found) != 0)
        return NULL;
    char *library = realpath(found.gl_pathv[found.gl_pathc - 1], NULL);
    globfree(&found);
    return library;
}

/* The library that the environment gives for a code, such as LAWTESTER_LAMMPS, whose name is put
 * into NAME; NULL: the installed one. */
static const char *usual_library(const char *code, char name[NAME_SIZE]) {
    size_t n = (size_t)snprintf(name, NAME_SIZE, "LAWTESTER_");
    for (; *code && n + 1 < NAME_SIZE; code++)
        name[n++] = (char)toupper((unsigned char)*code);
    name[n] = '\0';
    const char *library = getenv(name);
    return library && *library ? library : NULL;
}

/* Sets the start arguments for another LIBRARY, a file or folder, than the installed one; NULL
 * keeps the default. A code that is started as a program keeps all its arguments, of others only
 * the first one stays, which says how they are loaded; the path follows. False: WHY says why the
 * library cannot be used. */
static bool take_library(struct lt_codes *codes, const char *library, char *why, size_t size) {
    const struct lt_session_start *usual = &codes->code->start;
    struct stat status;
    size_t n = 0;
    codes->start = *usual;
    if (!library)
        return true;
    /* A code of the user's own is known by its path. */
    if (!usual->package) {
        lt_query_keep(&codes->title, library);
        codes->start.title = codes->title;
    }
    codes->beside = realpath(library, NULL);
    snprintf(why, size, "%s: %s", library, strerror(errno));
    if (!codes->beside || stat(codes->beside, &status) != 0)
        return false;
    /* In a folder the library is searched by the code's pattern. */
    const bool folder = usual->within && S_ISDIR(status.st_mode);
    codes->library =
        folder ? find_within(codes->beside, usual->within) : realpath(codes->beside, NULL);
    if (folder)
        snprintf(why, size, "%s/%s: there is no such file", library, usual->within);
    if (!codes->library)
        return false;
    const bool program = strcmp(usual->arguments[0], "program") == 0;
    for (size_t i = 0; usual->arguments[i] && (program || i == 0); i++)
        codes->arguments[n++] = usual->arguments[i];
    codes->arguments[n++] = codes->library;
    codes->start.arguments = codes->arguments;
    codes->start.library = codes->beside;
    return true;
}

/* Starts an external code as host of laws. LIBRARY: its file or folder, NULL: as installed; LIMIT:
 * seconds for a run, 0: any time; ALLOWED: styles that its lines may use besides the known ones;
 * SANDBOXED: in a sandbox. NULL: WHY says why it cannot be started. */
struct lt_codes *lt_served_open(const struct lt_code_kind *kind, const char *library, double limit,
                                const char *const *allowed, bool sandboxed, char *why,
                                size_t size) {
    struct lt_codes *codes = lt_memory_get(sizeof *codes);
    *codes = (struct lt_codes){.code = NULL};
    codes->host = (struct lt_codelaw_host){.kind = kind,
                                           .allowed = allowed,
                                           .bind = bind_served,
                                           .wrong = wrong_served,
                                           .look = set_looking,
                                           .place = place_bodies,
                                           .derive = derive_served,
                                           .one = one_step_served,
                                           .contact_time = served_time};
    codes->code = lt_styles_code(kind->name);
    pthread_mutex_init(&codes->lock, NULL);
    /* Without --library the environment may give one, such as LAWTESTER_LAMMPS; its name then
     * begins the message. */
    char variable[NAME_SIZE] = "", missing[PATH_MAX];
    if (!library && !kind->own)
        library = usual_library(kind->name, variable);
    struct lt_process *p = NULL;
    if (take_library(codes, library, missing, sizeof missing))
        p = lt_query_process(codes);
    else
        snprintf(why, size, "%s%s%s", variable, *variable ? ": " : "", missing);
    codes->start.limit = limit;
    codes->start.sandboxed = sandboxed;
    if (p && lt_query_start(codes, p, why, size))
        return codes;
    lt_served_close(codes);
    return NULL;
}

/* Sets the folder of headers that laws in formulas are compiled with; NULL: that of
 * LAWTESTER_HEADERS, if any. */
void lt_served_headers(struct lt_codes *codes, const char *folder) {
    codes->headers = folder ? folder : getenv("LAWTESTER_HEADERS");
}

/* True if a law was not compiled because headers or a compiler are missing. */
bool lt_served_lacks(const struct lt_codes *codes) {
    bool lacks = false;
    for (const struct lt_deployed *deployed = codes->deployed; deployed; deployed = deployed->next)
        lacks |= deployed->lacks;
    return lacks;
}

/* Ends all processes of the code and frees it; NULL is allowed. */
void lt_served_close(struct lt_codes *codes) {
    if (!codes)
        return;
    while (codes->processes) {
        struct lt_process *next = codes->processes->next;
        lt_query_end(codes->processes);
        free(codes->processes);
        codes->processes = next;
    }
    lt_deployed_free(codes->deployed);
    pthread_mutex_destroy(&codes->lock);
    free(codes->library);
    free(codes->beside);
    free(codes->title);
    free(codes);
}

const struct lt_codelaw_host *lt_served_host(const struct lt_codes *codes) {
    return &codes->host;
}

/* Provenance of an external run: the code, its version, file and digest, its environment, and the
 * input that was sent last, "" if none was. The environment of a user's own code is not recorded.
 */
struct lt_served_facts lt_served_facts(const struct lt_codelaw_host *host) {
    const struct lt_codes *codes = codes_of(host);
    const struct lt_process *p = codes->processes;
    while (p && !p->text)
        p = p->next;
    static const char *const unknown[] = {NULL};
    return (struct lt_served_facts){
        codes->start.title, codes->version,   codes->file,
        codes->sha256,      p ? p->text : "", codes->title ? unknown : lt_session_environment};
}
