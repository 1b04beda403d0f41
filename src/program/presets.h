/* SPDX-License-Identifier: GPL-3.0-or-later */
/* presets.h: the contact laws of other codes as choices of ours: what a stage program names with
 * 'preset', and what the decks write. They are data: presets/CODE-VERSION.yaml, which are part of
 * the program, and files of a user's own. */
#ifndef LT_PRESETS_H
#define LT_PRESETS_H

#include "law.h"

#include <stdbool.h>

struct lt_arena;
struct lt_errors;
struct lt_source;

/* A choice that laws leave open, and which of its numbers a code has: bit i for number i. */
struct lt_preset_choice {
    const char *param; /* NULL: the end */
    unsigned has;
};

/* A number in that code's word, and the parameter of our law that follows from it: $ is the number,
 * $NAME another one in that code's word. A parameter "": the number is there for others' sake. Rows
 * of one name have one range. */
struct lt_preset_input {
    const char *name, *unit, *param, *formula; /* NULL: the end */
    bool limited; /* else what the parameter may be, which is the same number */
    double min, max;
    bool above_min;
};

enum { LT_PRESET_CHOICES = 8 }; /* that one code has in all laws of a kind */

struct lt_preset {
    const char *code, *version; /* "liggghts", "3.8"; NULL: the end. "": read about, not run */
    const char *words;          /* "hertz/tangential history" */
    const char *law;
    const struct lt_preset_choice *choices;
    const struct lt_preset_input *inputs;
    const char *notes;  /* what it does that few would mean, and what is left of it here */
    const char *parts;  /* "normal: hertz; damping: tsuji", of a law made of parts; else NULL */
    const char *motion; /* how the code moves a pair of spheres, as keys of motion; or NULL */
    const char *source, *date; /* what it is known by, and since when; "": not said */
    const char *proof; /* what it was compared with: "code", its recorded "rows", or "none" */
    const char *input; /* words of the code's input by which it is found, beside its name's */
};

/* The presets of a file, an array that ends with one without code, of laws that are among LAWS.
 * NULL and errors: it is wrong. ONLY: NULL of a user's file; of one within the program, whose
 * formulas are right, the preset that is wanted with those that it is like, or "", all. */
const struct lt_preset *lt_preset_file_read(const struct lt_source *source,
                                            const struct lt_law *const *laws, const char *only,
                                            struct lt_arena *arena, struct lt_errors *errors);

/* Built-in presets: of a CODE ("lammps"), of a code and version, or all (NULL). */
const struct lt_preset *lt_presets_list(const char *code, struct lt_arena *arena);

/* "liggghts-3.8 hertz/tangential history"; in ARENA. */
const char *lt_presets_name(const struct lt_preset *preset, struct lt_arena *arena);
/* A built-in preset; NULL: none. */
const struct lt_preset *lt_presets_find(const char *name, struct lt_arena *arena);
/* Limits of a preset's word that becomes a number of LAW. */
struct lt_preset_limits {
    double min, max;
    bool above_min;
};
struct lt_preset_limits lt_presets_limits(const struct lt_preset *preset, const char *input,
                                          const struct lt_law *law);

/* The word of the preset that sets the parameter PARAM; NULL: none. */
const char *lt_presets_setter(const struct lt_preset *preset, const char *param);

/* True if the preset has a number called INPUT; false for NULL, no preset. */
bool lt_presets_has(const struct lt_preset *preset, const char *input);
enum { LT_PRESETS_LIKE = 3 }; /* as many are read at a glance */
/* Those that have words of LINE, a name or an input line of the code, the likest first; an array
 * that ends with one without code, in ARENA. */
const struct lt_preset *lt_presets_like(const char *line, struct lt_arena *arena);
/* "; did you mean 'lammps-29Sep2021 gran/hooke'?": the same as words; "": none has. */
const char *lt_presets_hint(const char *line, struct lt_arena *arena);

/* The choices that a code has in laws of this kind, linear or of Hertz, whichever of its models
 * they are: LIST ends with NULL; its words are in ARENA. */
void lt_presets_choices(const char *code, bool hertz,
                        struct lt_preset_choice list[LT_PRESET_CHOICES + 1],
                        struct lt_arena *arena);

/* The law that a preset is among LAWS, made of its parts. NULL: it is not there. */
const struct lt_law *lt_presets_law(const struct lt_preset *preset,
                                    const struct lt_law *const *laws, struct lt_arena *arena);

/* The number that a choice has by a preset: the law's own default if the code has it. */
unsigned lt_presets_first(const struct lt_preset_choice *choice, const struct lt_field *field);

#endif
