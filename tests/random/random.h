/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random.h: stage programs drawn at random, and what must hold of each. */
#ifndef LT_TEST_RANDOM_H
#define LT_TEST_RANDOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { DOFS = 6, STAGES = 4, PARAMS = 64, ACTIONS = 3, NAME = 64, PATH = 512 };

/* ---- numbers drawn from a seed: the same on every machine ---- */

struct draws {
    uint64_t state;
};

double draw(struct draws *draws); /* [0, 1) */
double draw_between(struct draws *draws, double low, double high);
double draw_decades(struct draws *draws, double low, double high); /* each decade alike */
bool draw_chance(struct draws *draws, double chance);
int draw_below(struct draws *draws, int count);

/* ---- laws, as the program under test describes them ---- */

/* Words that the law leaves open; PRESET is one of them. */
struct law_choice {
    char name[NAME];
    char words[16][NAME];
    int count, preset;
};

/* A parameter that is known where a part is chosen: "rolling", "rolling: sds arm; twisting: arm".
 */
struct law_owned {
    char name[NAME], of[2 * NAME];
};

/* Choices that do not go together; words parted by blanks. */
struct law_clash {
    char kind[NAME], words[4 * NAME], other[NAME], others[4 * NAME];
};

struct law_known {
    char name[NAME];
    char body[4096]; /* section law of a file that defines it; "" if it is built in */
    bool of_parts;   /* as the law `contact`, of which some parts may be chosen already */
    struct law_choice choices[40];
    struct law_owned owned[192];
    struct law_clash clashes[64];
    int choice_count, owned_count, clash_count;
};

struct laws {
    struct law_known *law;
    int count;
};

/* PROGRAM is asked; laws in formulas come from ROOT; PLUGIN "" is none. */
bool laws_read(struct laws *laws, const char *program, const char *plugin, const char *root);
void laws_free(struct laws *laws);

/* ---- a program ---- */

enum wave { CONSTANT, SINE, RAMP, TRIANGLE, SQUARE, DECAY, SPRING, TABLE };

struct value {
    enum wave wave;
    double amount, period, offset;
};

struct param {
    char name[NAME], word[NAME]; /* a word, or else the number */
    double number;
};

struct particle {
    char shape[16];
    double radius, shaft, axes[3], half_thick, density, mass;
    bool fixed, rotates;
    int material; /* of two */
    double velocity[3], spin[3];
};

enum until { UNTIL_STEP, UNTIL_TIME, UNTIL_FORMULA };

struct stage {
    char whats[DOFS + 1];
    struct value values[DOFS];
    enum until until;
    int steps;
    double time;
    char formula[160];
    char actions[ACTIONS][160];
    int action_count;
    char event[240]; /* one action within the stage; "": none */
};

struct program {
    uint64_t seed;
    const struct law_known *law;
    struct param params[PARAMS];
    int param_count;
    struct particle particles[2];
    char frame[16], integrator[24], dashpot[16], entry[16], levels[16], lever[16];
    double dt, gap, phase, weight, gravity[3];
    bool has_gap, has_phase, has_gravity;
    bool absolute; /* formulas go by t, the time of the run, rather than of the stage */
    struct stage stages[STAGES];
    bool materials; /* what particles can have stands there */
    int stage_count, every, repeat;
    char start[PATH];                                /* document to begin with */
    char sweep[256];                                 /* section sweep */
    double scale_time, length, speed, force, spring; /* of the contact */
};

/* FREELY: also sets any number, to nothing too, at the end of stages and within them. */
void program_draw(struct program *program, const struct laws *laws, uint64_t seed, bool freely);
bool program_write(const struct program *program, const char *path, const char *comment);

/* ---- what must hold ---- */

struct tester {
    const char *program, *plugin, *folder, *keep;
    const char *only; /* check; NULL: all of them */
    bool freely;      /* see program_draw */
    bool as_drawn;    /* a program at fault is not made simple */
    bool write;       /* written, not run */
    struct laws laws;
    long programs, runs, failed_runs, refused, ill, checks;
    struct tally {
        char name[NAME];
        long held, skipped, failed;
    } tally[24];
    int tallies;
};

/* The check that does not hold, or ""; WHY says what is wrong. */
struct finding {
    char check[NAME];
    char why[1024];
};

bool program_check(struct tester *tester, const struct program *program, struct finding *finding);

#endif
