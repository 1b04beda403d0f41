/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse.h: the tree of a stage program is turned into the program, section by section. */
#ifndef LT_PARSE_H
#define LT_PARSE_H

#include "model/vary.h"

/* The keys of the file, from the outermost map on, and of what several rooms read or write. */
extern const struct lt_key lt_parse_keys[], lt_parse_pair_particles_keys[],
    lt_parse_pair_particle_keys[], lt_parse_motion_keys[], lt_parse_stages_stage_keys[];
/* Tables that other tables name. */
extern const struct lt_key lt_parse_pair_law_keys[], lt_parse_pair_other_law_keys[],
    lt_parse_law_define_keys[], lt_parse_pair_materials_keys[], lt_parse_pair_couples_keys[],
    lt_parse_stages_keys[], lt_parse_record_keys[], lt_parse_expect_keys[], lt_parse_plots_keys[],
    lt_parse_calibrate_keys[], lt_parse_fit_keys[], lt_parse_sweep_keys[],
    lt_parse_sweep_plots_keys[], lt_parse_series_keys[], lt_parse_distribution_keys[];
extern const struct lt_key *const lt_parse_calibrate_vary_forms[];
/* What figures of runs and of sweeps have in common. */
extern const struct lt_key lt_parse_plots_size_keys[];
void lt_parse_plots_size(struct lt_reader *reader, const struct lt_node *node, void *field);

/* Fill PROGRAM, whose arena, source and directory are set, from the tree; errors are added. */
void lt_parse_program(struct lt_program *program, const struct lt_node *root,
                      struct lt_errors *errors);

/* The law that the tree names, or NULL: the program may name none such. Of one that the tree
 * defines only its parameters' names are known. */
const struct lt_law *lt_parse_law_of(const struct lt_program *program, const struct lt_node *root);

/* The law that the tree defines becomes the program's. False: it defines none. */
bool lt_parse_law_define(struct lt_reader *reader, const struct lt_node *root);

/* A law that a code computes, as lt_parse_define does; its lines, from the section law, once there
 * are names; the names of its parameters alone, or NULL; what cannot be asked of a code. */
bool lt_parse_code(struct lt_reader *reader, const struct lt_node *root);
void lt_parse_code_lines(struct lt_reader *reader, const struct lt_node *law);
const struct lt_law *lt_parse_code_names(const struct lt_program *program,
                                         const struct lt_node *root);
void lt_parse_code_limits(struct lt_reader *reader);
/* The program's own law as the code that is asked has it, if one is. */
void lt_parse_code_own(struct lt_reader *reader, const struct lt_node *root);

/* Sections, as readers for a table of keys. */
#define LT_SECTION(name)                                                                           \
    void lt_parse_##name(struct lt_reader *reader, const struct lt_node *node, void *program);
LT_SECTION(pair_law)
LT_SECTION(pair_materials)
LT_SECTION(pair_particles)
LT_SECTION(pair_couples)
LT_SECTION(motion)
LT_SECTION(stages)
LT_SECTION(record)
LT_SECTION(expect)
LT_SECTION(plots)
LT_SECTION(calibrate)
LT_SECTION(fit)
LT_SECTION(start)
LT_SECTION(sweep)

/* Before the tree is read to be swept: what its sweep varies by a path and the file does not give
 * is given the first value. */
void lt_parse_sweep_supply(struct lt_program *program, struct lt_node *root,
                           struct lt_errors *errors);

/* Its plots, once its columns are known. */
void lt_parse_sweep_plots(struct lt_reader *reader, const struct lt_node *node,
                          struct lt_sweep *sweep);
/* WHAT is not for a design whose points are counted out. */
void lt_parse_sweep_refuse_design(struct lt_reader *reader, struct lt_mark mark, const char *what);

/* Another law takes the place of the tree's: program->stand_in, as fit.laws has it, or with those
 * parameters of the tree's law that it has too. */
void lt_parse_fit_stand_in(const struct lt_program *program, struct lt_node *root);

#undef LT_SECTION

/* The index of the stage that is named; false and an error: there is none. */
bool lt_parse_stages_find(struct lt_reader *reader, const struct lt_node *node, long *stage);

/* What a parameter is set to during a run: a quantity, a choice's word, or a formula. */
struct lt_formula *lt_parse_pair_setting(struct lt_reader *reader, const struct lt_node *node,
                                         const struct lt_field *field);

/* Is a value where a number may stand none, but a distribution? */
bool lt_parse_distribution_given(const struct lt_node *node);
/* That distribution, in the unit of RANGE and with numbers inside it; or NULL and an error. */
const struct lt_distribution *lt_parse_distribution(struct lt_reader *reader,
                                                    const struct lt_node *node,
                                                    const struct lt_range *range);

/* What may be drawn where only whole numbers are possible. */
const char *lt_parse_distribution_not_whole(const struct lt_range *range, struct lt_arena *arena);

/* A value in UNIT that follows a table, or NULL and an error. */
const struct lt_series *lt_parse_series(struct lt_reader *reader, const struct lt_node *node,
                                        const char *unit);

/* Index of the column of a name or, without one, of a formula; a hidden one is added if there is
 * none. */
size_t lt_parse_record_keep(struct lt_reader *reader, const struct lt_name *source,
                            struct lt_formula *formula);

/* Index of the column of that name, hidden if the table has none. False and an error: no such. */
bool lt_parse_record_column(struct lt_reader *reader, const struct lt_node *node, size_t *index);

/* A formula, or the name of a column; and the column that keeps it. */
struct lt_formula *lt_parse_record_formula(struct lt_reader *reader, const struct lt_node *node,
                                           size_t *index);

/* {name: [lo, hi]}, {name: } or [name], and what one of these names is; else an error. */
struct lt_vary *lt_parse_calibrate_vary(struct lt_reader *reader, const struct lt_node *node,
                                        size_t *count);
struct lt_varied lt_parse_calibrate_unknown(struct lt_reader *reader, struct lt_mark mark,
                                            const char *text);

/* The unit of names that are added, subtracted, or one of them multiplied by numbers; "" if the
 * formula (NULL: none) is not that simple. */
const char *lt_parse_record_unit(const struct lt_formula *formula);

/* What holds where a section or a key is missing: motion, record. */
void lt_parse_motion_default(struct lt_program *program);
void lt_parse_record_default(struct lt_reader *reader);

/* The state of the law of that name, which may be set; NULL, with an error if it only tells. */
const struct lt_field *lt_parse_pair_state(struct lt_reader *reader, const struct lt_node *node);

#endif
