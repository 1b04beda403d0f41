/* SPDX-License-Identifier: GPL-3.0-or-later */
/* serving.h: shared by the files that make an external code a law: its processes, a run. */
#ifndef LT_SERVING_H
#define LT_SERVING_H

#include "base/memory.h"
#include "codes/deployed.h"
#include "codes/past.h"
#include "codes/served.h"
#include "codes/six.h"
#include "codes/spatial.h"

#include <pthread.h>

enum { LT_SERVING_WHY = 1024, LT_SERVING_ARGUMENTS = 16 };

/* A thread's process of the code, and its current state. */
struct lt_process {
    pthread_t thread;
    pid_t parent;               /* the process of that thread */
    struct lt_session *session; /* NULL: none, or it has failed */
    unsigned long served;       /* the run that used it last; 0: its state belongs to no run */
    size_t step;                /* its current step in that run's history */
    char *text;                 /* the input it was last started with; NULL: none */
    /* Measured by arms.c for a law with these lines, without their numbers, (NULL: nothing) and
     * for this pair: the slip arms (see struct lt_six) and whether queries leave no trace. */
    char *measured;
    struct lt_code_pair of;
    double less[2];
    bool looks;
    struct lt_process *next;
};

struct lt_codes {
    struct lt_codelaw_host host;
    const struct lt_code *code;
    struct lt_session_start start;
    const char *arguments[LT_SERVING_ARGUMENTS]; /* to start it, if not the default ones */
    char *library;                               /* absolute path; NULL: as installed */
    char *beside;         /* the path given for it: the library, or a folder that it is in */
    char *title;          /* of a code of the user's own: its path */
    pthread_mutex_t lock; /* of the lists */
    const char *headers;  /* the folder that laws in formulas are compiled with */
    struct lt_deployed *deployed; /* those that have been */
    struct lt_process *processes;
    unsigned long served; /* runs so far, which number them from 1 */
    char version[200], file[512], sha256[65];
};

/* The connection to an external code during one run. */
struct lt_served {
    struct lt_codes *codes;
    const struct lt_program *program;
    struct lt_arena *arena;
    unsigned long number;       /* of the run, from 1 */
    struct lt_process *process; /* that of the run's thread */
    struct lt_six six;
    const char *text; /* the code's whole input */
    int first_line;   /* of the law's lines in the input */
    struct lt_past *past;
    double *own_derived;                /* of a law of ours */
    const struct lt_deployed *deployed; /* of a law in formulas, compiled for the code */
    bool looks;          /* its law answers queries without a step and has no memory of them */
    bool looking;        /* the next evaluation is a trial, whose step is discarded */
    const double *space; /* the bodies that the next question is about; NULL: along the six */
    double home[9];      /* their axes n s t at the start, which the code's lie along */
    bool at_home;        /* home is set */
    /* The last step and its force, cached for repeated queries. */
    struct lt_past_step last;
    size_t last_step;
    double last_force[LT_SIX_NUMBERS];
    struct lt_mark mark;
    bool late; /* the code has exceeded its time limit: it is not queried again in this run */
    char why[LT_SERVING_WHY];
};

/* ---- query.c: processes and their states ------------------------------------------------------
 */

struct lt_process *lt_query_process(struct lt_codes *codes); /* of this thread */
bool lt_query_start(const struct lt_codes *codes, struct lt_process *process, char *why,
                    size_t size);
void lt_query_end(struct lt_process *process);

/* Replaces the text *KEPT by a copy of TEXT. */
void lt_query_keep(char **kept, const char *text);

/* Begin a run with its input; send a question and check the answer. False, here and below: s->why
 * says what is wrong at the place s->mark, and the process has ended. */
bool lt_query_begin(struct lt_served *s);
bool lt_query_send(struct lt_served *s, const struct lt_serve_question *question,
                   struct lt_serve_answer *answer);
/* The force without a step; for codes that cannot do that, after a step at rest. */
bool lt_query_force(struct lt_served *s, const struct lt_past_step *there, double *force);
/* Makes the step, unless it was the last one made; *NUMBER is its number in the history. */
bool lt_query_step(struct lt_served *s, const struct lt_past_step *step, size_t *number,
                   double *force);

/* Starts the process, if it has not been, with an empty input, so that its version is known. */
bool lt_query_version(struct lt_served *s);

/* ---- arms.c, lines.c ---------------------------------------------------------------------------
 */

/* Measures at which arm the code evaluates slip (six.less), and whether it answers queries without
 * a step (looks). False: the code did not answer. */
bool lt_arms_measure(struct lt_served *s);

/* The pair as the code sees it; six.mirrored is set. */
struct lt_code_pair lt_lines_pair(const struct lt_served *s, const struct lt_pair *pair);
/* Writes the whole input of the code with the values of this run; returns what is wrong, or NULL.
 * */
const char *lt_lines_write(struct lt_served *s, const struct lt_pair *pair, double *values);

#endif
