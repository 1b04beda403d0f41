/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse.h: turns the tree of a stage program into a struct lt_program, section by section. */
#ifndef LT_PARSE_H
#define LT_PARSE_H

#include "program/vary.h"

/* Tables of keys, from the outermost map on, that several files use. */
extern const struct lt_key lt_parse_keys[], lt_parse_pair_particles_keys[],
    lt_parse_pair_particle_keys[], lt_parse_motion_keys[], lt_parse_stages_stage_keys[];
/* The outermost keys of a file of presets. */
extern const struct lt_key lt_preset_file_keys[];
/* Tables of keys that other tables refer to. */
extern const struct lt_key lt_parse_pair_law_keys[], lt_parse_pair_law_other_keys[],
    lt_parse_law_define_keys[], lt_parse_part_keys[], lt_parse_part_list_keys[],
    lt_parse_pair_materials_keys[], lt_parse_pair_couples_keys[], lt_parse_stages_keys[],
    lt_parse_record_keys[], lt_parse_results_keys[], lt_parse_expect_keys[], lt_parse_plots_keys[],
    lt_parse_calibrate_keys[], lt_parse_fit_keys[], lt_parse_sweep_keys[],
    lt_parse_sweep_plots_keys[], lt_parse_series_keys[], lt_parse_distribution_keys[],
    lt_parse_motion_instants_keys[], lt_parse_motion_places_keys[], lt_parse_atlas_keys[];
extern const struct lt_key *const lt_parse_calibrate_vary_forms[];
/* Keys that figures of runs and of sweeps share. */
extern const struct lt_key lt_parse_plots_size_keys[];
void lt_parse_plots_size(struct lt_reader *reader, const struct lt_node *node, void *field);
void lt_parse_plots_file(struct lt_reader *reader, const struct lt_node *node, void *field);
/* names[NUMBER]: that of the figure NODE without ending, of its FILE or, without one, STEM, STEM-2
 * and so on; an error if an earlier one has it. */
void lt_parse_plots_name(struct lt_reader *reader, const struct lt_node *node, const char *file,
                         const char *stem, const char **names, size_t number);

/* Fill PROGRAM, whose arena, source and directory are set, from the tree; errors are added. */
void lt_parse_program(struct lt_program *program, const struct lt_node *root,
                      struct lt_errors *errors);

/* The law that the tree names, or NULL if there is no such law. If the tree defines the law, only
 * the names of its parameters are known yet. */
const struct lt_law *lt_parse_law_of(const struct lt_program *program, const struct lt_node *root);

/* The law that the tree defines becomes the program's. False: it defines none. */
bool lt_parse_law_define(struct lt_reader *reader, const struct lt_node *root);

/* A law, or a part of one, of the formulas DEFINE; NULL and errors: it is none. */
struct lt_formula_law;
struct lt_formula_law *lt_parse_law_make(struct lt_reader *reader, const struct lt_node *define,
                                         const char *name, long kind);

/* A formula of the values of two materials, a and b, and of the pair, LT_FORMULA_LAW_MIXED; their
 * slots are those from FIRST on. WHAT: "mix of kn". NULL and errors: it is none. */
struct lt_formula *lt_parse_law_mix(struct lt_reader *reader, const struct lt_node *node,
                                    const char *what, size_t first, struct lt_arena *arena);

/* A law with only the names of the parameters of the definition DEFINE, before its formulas are
 * read. */
const struct lt_law *lt_parse_law_declared(const struct lt_node *define, struct lt_arena *arena);

/* The parts in formulas that the section law defines join the law that it names. */
void lt_parse_law_join(struct lt_reader *reader, const struct lt_node *root);

/* LAW with the parts that MAP, the section law, defines: as read, or by their names alone. */
const struct lt_law *lt_parse_part_join(struct lt_reader *reader, const struct lt_law *law,
                                        const struct lt_node *map);
const struct lt_law *lt_parse_part_declared(const struct lt_law *law, const struct lt_node *map,
                                            struct lt_arena *arena);

/* Reads a law computed by an external code. False: the tree has none. */
bool lt_parse_code(struct lt_reader *reader, const struct lt_node *root);
/* Reads the lines of that law, once the names of the program are known. */
void lt_parse_code_lines(struct lt_reader *reader, const struct lt_node *law);
/* A law with only the names of its parameters; NULL: the tree has no law of a code. */
const struct lt_law *lt_parse_code_names(const struct lt_program *program,
                                         const struct lt_node *root);
/* Reports what the program needs and a code cannot provide. */
void lt_parse_code_limits(struct lt_reader *reader);
/* The program's own law in the form of the external code, if it runs in one. */
void lt_parse_code_own(struct lt_reader *reader, const struct lt_node *root);

/* The preset, the law of another code, that the tree names; NULL: none. */
const struct lt_preset *lt_parse_preset_of(const struct lt_program *program,
                                           const struct lt_node *root);
/* The length of the path that NAME begins with, "./my-code.yaml" of "./my-code.yaml basic"; 0: it
 * is no path, but a preset within the program. */
size_t lt_parse_preset_path(const char *name);
/* Before reading: each number in a word of the preset is a let of that name, so that it can be
 * varied like one. */
void lt_parse_preset_lets(const struct lt_program *program, struct lt_node *root);
/* True if NAME is a word of the preset; *range is then its range. */
bool lt_parse_preset_word(const struct lt_preset *preset, const char *name,
                          const struct lt_law *law, struct lt_range *range);
/* Begins the preset of the section law, before the parameters of the law are read. */
void lt_parse_preset_begin(struct lt_reader *reader, const struct lt_node *law);
/* Reads a number in the word of the code. False: the key is no word of the preset. */
bool lt_parse_preset_input(struct lt_reader *reader, const struct lt_node *node);
/* Sets the choices of the law that the preset fixes, or checks those that the file gives. */
void lt_parse_preset_choices(struct lt_reader *reader);

/* Readers of sections, for tables of keys. */
#define LT_SECTION(name)                                                                           \
    void lt_parse_##name(struct lt_reader *reader, const struct lt_node *node, void *program);
LT_SECTION(pair_law)
LT_SECTION(pair_materials)
LT_SECTION(pair_particles)
LT_SECTION(pair_couples)
LT_SECTION(motion)
LT_SECTION(stages)
LT_SECTION(record)
LT_SECTION(results)
LT_SECTION(expect)
LT_SECTION(plots)
LT_SECTION(calibrate)
LT_SECTION(fit)
LT_SECTION(start)
LT_SECTION(sweep)
LT_SECTION(atlas)

/* Called before reading for a sweep: paths that the sweep varies and the file does not give are
 * added with the first value. */
void lt_parse_sweep_supply(struct lt_program *program, struct lt_node *root,
                           struct lt_errors *errors);

/* Reads the plots of a sweep, whose columns must be known. */
void lt_parse_sweep_plots(struct lt_reader *reader, const struct lt_node *node,
                          struct lt_sweep *sweep);
/* An error if WHAT does not apply to a design whose points are enumerated. */
void lt_parse_sweep_refuse_design(struct lt_reader *reader, struct lt_mark mark, const char *what);

/* Replaces the tree's law by program->stand_in, with the parameters that fit.laws gives, or else
 * those of the tree's law that it also has. */
void lt_parse_fit_stand_in(const struct lt_program *program, struct lt_node *root);

#undef LT_SECTION

/* The index of the named stage; false: there is none, or its group is wrong, and an error. */
bool lt_parse_stages_find(struct lt_reader *reader, const struct lt_node *node, long *stage);

/* The value that a parameter is set to during a run: a quantity, the word of a choice, or a
 * formula. */
struct lt_formula *lt_parse_pair_law_setting(struct lt_reader *reader, const struct lt_node *node,
                                             const struct lt_field *field);

/* True if this value, where a number is allowed, is meant as a distribution. */
bool lt_parse_distribution_given(const struct lt_node *node);
/* The distribution, in the unit of RANGE and within it; or NULL and an error. */
const struct lt_distribution *lt_parse_distribution(struct lt_reader *reader,
                                                    const struct lt_node *node,
                                                    const struct lt_range *range);

/* For an error message: why a factor of this RANGE, which takes whole numbers only, cannot have
 * such a distribution. */
const char *lt_parse_distribution_not_whole(const struct lt_range *range, struct lt_arena *arena);

/* Keys that describe a table beside its file, in the struct lt_columns_how at FIELD of TYPE. */
#define LT_TABLE_KEYS(type, how)                                                                   \
    {"skip", LT_VALUE_COUNT, LT_FIELD(type, how.skip), .range = LT_COUNT(1e9),                     \
     .doc = "lines left out at the beginning of the file"},                                        \
        {"header", LT_VALUE_TEXT, LT_FIELD(type, how.header), .read = lt_parse_table_header,       \
         .doc = "the line with the names, by its number, or none; else it is found"},              \
        {"comment", LT_VALUE_TEXT, LT_FIELD(type, how.comment),                                    \
         .doc = "what comments begin with, else #"},                                               \
        {"where", LT_VALUE_TEXT, LT_FIELD(type, how.where),                                        \
         .doc = "rows for which this formula over the columns is true"},                           \
        {"rows", LT_VALUE_TEXT, LT_FIELD(type, how.rows), .read = lt_parse_table_rows,             \
         .doc = "rows from 1 on, 10..500"},                                                        \
    {                                                                                              \
        "block", LT_VALUE_TEXT, LT_FIELD(type, how.block),                                         \
            .doc = "a part of the table: its number, its name or all"                              \
    }
void lt_parse_table_header(struct lt_reader *reader, const struct lt_node *node, void *field);
void lt_parse_table_rows(struct lt_reader *reader, const struct lt_node *node, void *field);

/* Notes how the file at PATH is read; reads it so: NULL after an error, which is reported. */
void lt_parse_table_keep(struct lt_reader *reader, const char *path,
                         const struct lt_columns_how *how);
struct lt_columns *lt_parse_table(struct lt_reader *reader, const char *path,
                                  const struct lt_columns_how *how);

/* A value in UNIT that follows a table, or NULL and an error. */
const struct lt_series *lt_parse_series(struct lt_reader *reader, const struct lt_node *node,
                                        const char *unit);

/* Index of the column of a name, or of a formula if NAME is NULL; adds a hidden column if there is
 * none. */
size_t lt_parse_record_keep(struct lt_reader *reader, const struct lt_name *source,
                            struct lt_formula *formula);

/* Index of the column of that name, hidden if the table has none. False and an error: no such. */
bool lt_parse_record_column(struct lt_reader *reader, const struct lt_node *node, size_t *index);

/* A formula, or the name of a column; and the column that keeps it. */
struct lt_formula *lt_parse_record_formula(struct lt_reader *reader, const struct lt_node *node,
                                           size_t *index);

/* Reports a list or map without any parameter to vary. */
void lt_parse_calibrate_some(struct lt_reader *reader, const struct lt_node *node);

/* Reads {name: [lo, hi]}, {name: } or [name], and finds the quantity of each name, or reports an
 * error. */
struct lt_vary *lt_parse_calibrate_vary(struct lt_reader *reader, const struct lt_node *node,
                                        size_t *count);
struct lt_varied lt_parse_calibrate_unknown(struct lt_reader *reader, struct lt_mark mark,
                                            const char *text);

/* The unit of a formula that only adds and subtracts names or multiplies one by numbers; "" of any
 * other, or of NULL. */
const char *lt_parse_record_unit(const struct lt_formula *formula);

/* Sets the defaults of the sections motion and record. */
void lt_parse_motion_default(struct lt_program *program);
void lt_parse_record_default(struct lt_reader *reader, bool damped);

/* True if a particle is a disc: discs move along n and t and rotate about s. */
bool lt_parse_pair_is_plane(const struct lt_program *program);
/* Reports the attitude of a particle in a frame that has none. */
void lt_parse_pair_attitude(struct lt_reader *reader);
/* False, and an error, if NUMBER, which leads out of the plane of discs, is not 0. */
bool lt_parse_pair_in_plane(struct lt_reader *reader, struct lt_number *number);

/* Numbers for all parameters of the program's law, none of them given. */
struct lt_number *lt_parse_pair_law_numbers(const struct lt_program *program);
/* Reads a parameter that the file gives, with a note where it is unusual. */
struct lt_number lt_parse_pair_law_number(struct lt_reader *reader, const struct lt_node *node,
                                          const struct lt_field *field);
/* Reports a key that is no parameter of the law. */
void lt_parse_pair_law_unknown(struct lt_reader *reader, const struct lt_node *node);
/* Reports a parameter that is given beside another one that determines it. */
void lt_parse_pair_law_check(struct lt_reader *reader, const struct lt_number *params);
/* Orders the parameters so that each comes after those that its formula uses; reports a cycle. */
void lt_parse_pair_law_order(struct lt_reader *reader);
/* Decides which parameters the contact takes from the materials; call it once the materials,
 * particles and pairs are read. */
void lt_parse_pair_inherit(struct lt_reader *reader);

/* The law's settable state of that name; NULL, with an error if it is read-only. */
const struct lt_field *lt_parse_pair_law_state(struct lt_reader *reader,
                                               const struct lt_node *node);

#endif
