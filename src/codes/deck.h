/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deck.h: writes a calibrated law in the input language of other codes. */
#ifndef LT_DECK_H
#define LT_DECK_H

#include "config.h"
#include "run/run.h"

struct lt_deck;
struct lt_deck_types;

/* The words of the parts of law `contact` that a code has, for each kind of part; and the values of
 * a choice that it HAS beside the part KIND: WORD. Of several rows for a choice the first counts
 * whose part the law has. */
struct lt_deck_words {
    const char *kind, *words; /* NULL: the end */
};
struct lt_deck_choice {
    const char *kind, *word, *choice, *has; /* kind NULL: any parts */
};

/* A code, and the function that writes its input; which laws and options it has is in
 * presets/CODE-VERSION.yaml. */
struct lt_deck_code {
    const char *title, *comment; /* "LAMMPS", "#" */
    void (*put)(FILE *file, const struct lt_deck *deck);
    /* The arm at which slip and torque are evaluated, for a pair and at a wall, and the axes on
     * which the motion of a step is measured. */
    enum lt_lever lever, lever_wall;
    enum lt_axes_at axes;
    bool lever_unknown; /* its documents do not say */
    /* How the first step of a contact counts, for a pair and at a wall. */
    enum lt_touch_rule touch, touch_wall;
    /* How a step transports the tangential spring, also in the step that makes the contact. */
    enum lt_history history;
    enum lt_levels levels;
    const char
        *laws; /* laws that it alone has, and that are written: "idealelpl linel6"; or NULL */
    const char *linear; /* why no linear law is written for it, and what is; or NULL */
    bool has_gap;       /* it can count overlap from a reference gap */
    bool damps;         /* its lines have motion.damping */
    const struct lt_deck_words *parts; /* NULL: no law `contact` is written for it */
    const struct lt_deck_choice *choices;
    /* Write the law of several types, of the lines that it has for each pair of them; why not, or
     * NULL. NULL: lawtester writes lines of one pair only. */
    const char *(*put_types)(FILE *file, const struct lt_deck_types *types);
};

/* A code: its word in the list of src/meson.build, and this in codes/deck_WORD.c. */
#define LT_DECK_(name) extern const struct lt_deck_code lt_deck_##name;
LT_DECK_LIST(LT_DECK_)
extern const struct lt_deck_code *const lt_deck_codes[];   /* all of them; ends with NULL */
extern const char *const lt_deck_words[];                  /* their words; ends with NULL */
const struct lt_deck_code *lt_deck_find(const char *word); /* NULL: none */

/* Copy PROGRAM to *OUT with the choices of its law as the code has them; everything but the
 * parameters is shared. NULL, or why the code has no such law. */
const char *lt_deck_prepare(const struct lt_deck_code *code, const struct lt_program *program,
                            struct lt_program *out, struct lt_arena *arena);

/* Let such a copy move as the code does: frame, lever and, where it has steps, axes. Nothing where
 * the motion is head on, or frame bodies cannot have it. */
void lt_deck_move(const struct lt_deck_code *code, struct lt_program *program,
                  struct lt_arena *arena);

/* Let a program whose law the code itself computes move as in that code (NULL: one of the user's
 * own): bodies in space, which the code is given as they are. AS_GIVEN: it stays as it is, which is
 * another motion; ALIKE: which is the same, head on or imposed. */
enum lt_deck_served { LT_DECK_SERVED_ALIKE, LT_DECK_SERVED_AS_GIVEN, LT_DECK_SERVED_BODIES };
enum lt_deck_served lt_deck_serve(const struct lt_deck_code *code, struct lt_program *program,
                                  struct lt_arena *arena);

/* That motion of such a program, as text. */
const char *lt_deck_served_motion(const struct lt_program *program, struct lt_arena *arena);

/* Let it take the steps of that code, too, where the program has steps: levels and history. */
void lt_deck_follow(const struct lt_deck_code *code, struct lt_program *program,
                    struct lt_arena *arena);

struct lt_setup;
/* Write the law of a set-up as it is for that code to be run, all digits. NULL, or why it cannot
 * be.
 */
const char *lt_deck_lines(const struct lt_deck_code *code, const struct lt_setup *setup, FILE *file,
                          struct lt_arena *arena);

/* The choices in which the code differs from the program: "dp_mode: full"; NULL: none. */
const char *lt_deck_changed(const struct lt_deck_code *code, const struct lt_program *program,
                            struct lt_arena *arena);

/* Write the law of such a program with overrides applied; without overrides also, as a comment,
 * the sizes and the time step of the same run. WANTED: the target e_n, NAN if that is not the
 * target. NULL, or why it cannot be expressed in that language. */
const char *lt_deck_write(const struct lt_deck_code *code, const struct lt_program *program,
                          const struct lt_override *overrides, size_t n_overrides, double wanted,
                          FILE *file, struct lt_arena *arena);

enum { LT_DECK_TYPES = 64 }; /* materials at most */

/* Arguments of lt_deck_write() for one pair of materials among several. */
struct lt_deck_pair {
    const struct lt_program *program;
    const struct lt_override *overrides;
    size_t n_overrides;
    double wanted;
};

/* Write the laws of pairs of materials as one input with a type for each material. NULL, or why
 * that cannot be. */
const char *lt_deck_write_types(const struct lt_deck_code *code, const struct lt_deck_pair *pairs,
                                size_t n, FILE *file, struct lt_arena *arena);

#endif
