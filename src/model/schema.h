/* SPDX-License-Identifier: GPL-3.0-or-later */
/* schema.h: maps of the tree read by tables of their keys; what every section shares. */
#ifndef LT_SCHEMA_H
#define LT_SCHEMA_H

#include "model/program.h"

/* What the materials section says, kept until the particles have taken their share. */
struct lt_material {
    const char *name;
    struct lt_number density;
    struct lt_number *params; /* law->n_params */
};

/* A reading in progress. */
struct lt_reader {
    struct lt_program *program;
    struct lt_errors *errors;
    struct lt_expr *expr; /* evaluates numbers that are formulas, to check their ranges */
    double *values;       /* of the let names, at their slots */
    bool lets_known;      /* false: a let is wrong, so formulas have no value */
    bool pair_known;      /* both particles are read and right */
    size_t n_materials;
    struct lt_material *materials;
};

/* What a number may be. */
struct lt_range {
    const char *unit; /* SI; "": of any dimension */
    double min, max;  /* finite numbers only, whatever the limits */
    bool above_min;   /* min itself is outside */
    bool whole;
    const struct lt_field *choice; /* whose words stand for 0, 1, ...; NULL: none */
};

/* A value that a sweep or a search varies: a let takes its place, and whoever reads it leaves its
 * range. */
struct lt_swept {
    const char *let;
    const struct lt_node
        *own;              /* what stood there, to be checked as ever; NULL: that does not matter */
    struct lt_range range; /* unit NULL: nobody has read it */
};

#define LT_BETWEEN(unit_, min_, max_)                                                              \
    { .unit = unit_, .min = min_, .max = max_ }
#define LT_POSITIVE(unit_)                                                                         \
    { .unit = unit_, .max = INFINITY, .above_min = true }
#define LT_ANY(unit_) LT_BETWEEN(unit_, -INFINITY, INFINITY)
#define LT_COUNT(max_)                                                                             \
    { .unit = "1", .min = 1, .max = max_, .whole = true }

/* What a parameter of a law may be. */
struct lt_range lt_schema_range(const struct lt_field *field);

/* A key of a map. The table's order is the order of reading. */
struct lt_key {
    const char *name;
    /* FIELD is the target at offset. NULL: the key is known, but read elsewhere. */
    void (*read)(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *key,
                 void *field);
    size_t offset;
    bool required;
    struct lt_range range; /* for lt_schema_number */
};

/* Read a map into TARGET by a table that ends with a NULL name. False if it is no map. */
bool lt_schema_map(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *keys,
                   void *target);

/* True if the node is of this kind, and not empty if a scalar; else an error that expected WHAT. */
bool lt_schema_is(struct lt_reader *reader, const struct lt_node *node, enum lt_node_kind kind,
                  const char *what);
/* The same for a list of exactly COUNT values. */
bool lt_schema_list(struct lt_reader *reader, const struct lt_node *node, size_t count);

/* Readers for tables: struct lt_number, const char *, bool. */
void lt_schema_number(struct lt_reader *reader, const struct lt_node *node,
                      const struct lt_key *key, void *field);
void lt_schema_text(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *key,
                    void *field);
void lt_schema_flag(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *key,
                    void *field);

/* Index of the node's word in WORDS (ends with NULL), or -1 and an error. */
long lt_schema_word(struct lt_reader *reader, const struct lt_node *node, const char *const *words);

/* A number, a quantity, a word of RANGE, or a formula over the let names; checked against RANGE. */
struct lt_number lt_schema_quantity(struct lt_reader *reader, const struct lt_node *node,
                                    const struct lt_range *range);
/* Of the law: a formula may name its parameters and constants of the pair, too; what does is worked
 * out in each run, and NAN until then. */
struct lt_number lt_schema_parameter(struct lt_reader *reader, const struct lt_node *node,
                                     const struct lt_range *range);
/* A number as if it had been read, for words that stand for one. */
struct lt_number lt_schema_known(struct lt_reader *reader, const struct lt_node *node,
                                 const struct lt_range *range, double value);

/* True if the node may have this value; else an error. */
bool lt_schema_in_range(struct lt_reader *reader, const struct lt_node *node,
                        const struct lt_range *range, double value);

/* Set the value of a number that is a formula over the let names. */
bool lt_schema_evaluate(struct lt_reader *reader, struct lt_number *number);

/* A formula, or NULL: it is wrong, or there is no law whose names it could use. */
struct lt_formula *lt_schema_formula(struct lt_reader *reader, const struct lt_node *node,
                                     enum lt_formula_kind kind, enum lt_scope scope);
/* The same for a number: a quantity or a word becomes the formula of its SI value. */
struct lt_formula *lt_schema_value(struct lt_reader *reader, const struct lt_node *node,
                                   const struct lt_range *range, enum lt_scope scope);

/* True if this key may become a new name in formulas or in the header of a table. */
bool lt_schema_new_name(struct lt_reader *reader, const struct lt_node *node);

/* "unknown WHAT 'TEXT'; did you mean ...?", or all COUNT names if they are few. */
void lt_schema_unknown(struct lt_reader *reader, struct lt_mark mark, const char *what,
                       const char *text, const char *const *names, size_t count);
/* The same from the names of a scope, of which TEXT may be one, though no WHAT. */
void lt_schema_unknown_name(struct lt_reader *reader, struct lt_mark mark, const char *what,
                            const char *text, enum lt_scope scope);

/* A path of the file, relative to its directory. */
const char *lt_schema_file(struct lt_reader *reader, const char *path);

/* A reader for the name of a file that must be there; the field becomes its path. */
void lt_schema_path(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *key,
                    void *field);

#endif
