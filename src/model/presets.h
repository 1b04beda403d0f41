/* SPDX-License-Identifier: GPL-3.0-or-later */
/* presets.h: the contact laws of other codes as choices of ours: what a stage program names with
 * 'preset', and what the decks write. */
#ifndef LT_PRESETS_H
#define LT_PRESETS_H

#include "law.h"

#include <stdbool.h>

struct lt_arena;

/* A choice that laws leave open, and which of its numbers a code has: bit i for number i. */
struct lt_preset_choice {
    const char *param; /* NULL: the end */
    unsigned has;
};

/* What a word may be. As code and documents have it: LIGGGHTS refuses a restitution of 0.05 and
 * less. */
enum lt_preset_range {
    LT_PRESET_SAME, /* what the parameter may be, which is the same number */
    LT_PRESET_FROM_0,
    LT_PRESET_POSITIVE,
    LT_PRESET_TO_0,
    LT_PRESET_FROM_1,
    LT_PRESET_FROM_0_TO_1,
    LT_PRESET_ABOVE_0_TO_1,
    LT_PRESET_ABOVE_005_TO_1,
    LT_PRESET_FROM_0_TO_HALF,
    LT_PRESET_ANGLE /* 0 to pi/2 */
};

/* A number in that code's word, and the parameter of our law that follows from it: $ is the number,
 * $NAME another one in that code's word. A parameter "": the number is there for others' sake. Rows
 * of one name have one range, those that have none aside. */
struct lt_preset_input {
    const char *name, *unit, *param, *formula; /* NULL: the end */
    enum lt_preset_range range;
};

enum { LT_PRESET_CHOICES = 8, LT_PRESET_INPUTS = 12 };

struct lt_preset {
    const char *code, *version; /* "liggghts", "3.8"; NULL: the end. "": read about, not run */
    const char *words;          /* "hertz/tangential history" */
    const char *law;
    struct lt_preset_choice choices[LT_PRESET_CHOICES];
    struct lt_preset_input inputs[LT_PRESET_INPUTS];
    const char *defects; /* what it does that few would mean, and what is left of it here */
    const char *parts;   /* "normal: hertz; damping: tsuji", of a law made of parts; else NULL */
};

extern const struct lt_preset lt_presets[]; /* ends with one that has no code */

/* "liggghts-3.8 hertz/tangential history"; in ARENA. */
const char *lt_presets_name(const struct lt_preset *preset, struct lt_arena *arena);
const struct lt_preset *lt_presets_find(const char *name); /* NULL: none */
/* What a word of it may be, which is a number of this LAW. */
struct lt_preset_limits {
    double min, max;
    bool above_min;
};
struct lt_preset_limits lt_presets_limits(const struct lt_preset *preset, const char *input,
                                          const struct lt_law *law);

/* The word of it that sets a parameter; NULL: none. */
const char *lt_presets_setter(const struct lt_preset *preset, const char *param);

/* Has it a number of this name? PRESET may be NULL. */
bool lt_presets_has(const struct lt_preset *preset, const char *input);
/* "; did you mean 'lammps-29Sep2021 gran/hooke'?": those that have words of LINE, a name or an
 * input line of the code; "": none has. In ARENA. */
const char *lt_presets_hint(const char *line, struct lt_arena *arena);

/* The choices that a code has in laws of this kind, linear or of Hertz, whichever of its models
 * they are: LIST ends with NULL. */
void lt_presets_choices(const char *code, bool hertz,
                        struct lt_preset_choice list[LT_PRESET_CHOICES + 1]);

/* How the code moves a pair of spheres, as keys of motion; NULL: not known. */
const char *lt_presets_motion(const struct lt_preset *preset);

/* The law that a preset is among LAWS, made of its parts. NULL: it is not there. */
const struct lt_law *lt_presets_law(const struct lt_preset *preset,
                                    const struct lt_law *const *laws, struct lt_arena *arena);

/* The number that a choice has by a preset: the law's own default if the code has it. */
unsigned lt_presets_first(const struct lt_preset_choice *choice, const struct lt_field *field);

#endif
