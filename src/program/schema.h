/* SPDX-License-Identifier: GPL-3.0-or-later */
/* schema.h: reads maps of the tree by tables of their keys; shared by all sections. */
#ifndef LT_SCHEMA_H
#define LT_SCHEMA_H

#include "program/program.h"

struct lt_making; /* making.h */

/* A reading in progress. */
struct lt_reader {
    struct lt_program *program;
    struct lt_errors *errors;
    struct lt_expr *expr; /* evaluates formulas of lets to check ranges */
    double *values;       /* of the let names, at their slots */
    bool lets_known;      /* false: a let is wrong, so formulas have no value */
    bool pair_known;      /* both particles are read and right */
    bool rounds_unknown;  /* a group that repeats is wrong: not all stages have their names */
    size_t n_materials;
    struct lt_material *materials;
    struct lt_making *making; /* the law that the program defines, under way */
};

/* Unit and limits of a number. */
struct lt_range {
    const char *unit; /* SI; "": of any dimension */
    double min, max;  /* finite numbers only, even without limits */
    bool above_min;   /* min itself is outside */
    bool whole;
    const struct lt_field *choice; /* whose words have the numbers 0, 1, ...; NULL: none */
};

#define LT_BETWEEN(unit_, min_, max_)                                                              \
    { .unit = unit_, .min = min_, .max = max_ }
#define LT_POSITIVE(unit_)                                                                         \
    { .unit = unit_, .max = INFINITY, .above_min = true }
#define LT_ANY(unit_) LT_BETWEEN(unit_, -INFINITY, INFINITY)
#define LT_COUNT(max_)                                                                             \
    { .unit = "1", .min = 1, .max = max_, .whole = true }

/* The range of a law's parameter. */
struct lt_range lt_schema_range(const struct lt_field *field);

/* The type of a key's value (besides the maps and lists of its forms), and the C type it is read
 * into. */
enum lt_value {
    LT_VALUE_PARTS,     /* maps or lists only */
    LT_VALUE_NOTHING,   /* may be left empty */
    LT_VALUE_TEXT,      /* const char * */
    LT_VALUE_TITLE,     /* const char *; may be empty */
    LT_VALUE_NAME,      /* the name of something defined elsewhere */
    LT_VALUE_FILE,      /* const char *: a path of the file, relative to its directory */
    LT_VALUE_FLAG,      /* bool */
    LT_VALUE_WORD,      /* an enum or bool, counted from .first */
    LT_VALUE_LETTERS,   /* one of .words for each degree of freedom */
    LT_VALUE_NUMBER,    /* struct lt_number */
    LT_VALUE_SPREAD,    /* a distribution, or nothing */
    LT_VALUE_UNCERTAIN, /* a number or a distribution */
    LT_VALUE_COUNT,     /* size_t */
    LT_VALUE_VECTOR,    /* struct lt_number[3] */
    LT_VALUE_QUANTITY,  /* struct lt_formula *: a number, or a formula of .scope */
    LT_VALUE_FORMULA,   /* struct lt_formula * of .scope */
    LT_VALUE_CONDITION, /* likewise */
    LT_VALUE_KINDS
};

/* A key of a map: how it is read, checked, written back, listed and documented. Keys are read in
 * the order of the table, which a row without a name ends. A row whose name is in capitals
 * represents all keys without a row of their own, and one called "[]" the items of a list. */
struct lt_key {
    const char *name;
    enum lt_value value;
    /* Reads into FIELD, at offset in the target. NULL: read by the type of its value, or elsewhere
     * if it has no field. */
    void (*read)(struct lt_reader *reader, const struct lt_node *node, void *field);
    size_t offset, size;               /* of the field; size 0: none */
    bool required, alone;              /* alone: excludes all other keys of the map */
    size_t count;                      /* of a list: how many; 0: any number */
    struct lt_range range;             /* of numbers */
    const char *preset;                /* the default; of a word the first one */
    const char *const *words;          /* ends with NULL */
    int first;                         /* the value of the first word */
    enum lt_scope scope;               /* of formulas */
    const struct lt_key *const *forms; /* tables of the maps and lists it may be; ends with NULL */
    const char *doc;
    const char *example; /* of a key that must be there: what to write; NULL: its doc says enough */
    struct {
        const char *key;          /* beside other words than those this one has no meaning */
        const char *const *words; /* of that key; NULL: it always has */
        unsigned set;             /* 1 << what the word stands for */
        const char *why;          /* ": ..." */
    } only;
};

#define LT_FIELD(type, name)                                                                       \
    .offset = offsetof(type, name), .size = sizeof(((const type *)NULL)->name)
#define LT_FORMS(...)                                                                              \
    .forms = (const struct lt_key *const[]) {                                                      \
        __VA_ARGS__, NULL                                                                          \
    }

/* Read a map into TARGET by a table. False if it is not a map. */
bool lt_schema_map(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *keys,
                   void *target);

/* Read one key's value into TARGET. */
void lt_schema_read(struct lt_reader *reader, const struct lt_node *node, const struct lt_key *key,
                    void *target);

/* Set the defaults of all keys. */
void lt_schema_preset(const struct lt_key *keys, void *target);

/* The row of a key; NULL: there is none. */
const struct lt_key *lt_schema_key(const struct lt_key *keys, const char *name);

/* True if a key that depends on the word of another key has a meaning beside the word that
 * TARGET has. */
bool lt_schema_applies(const struct lt_key *keys, const struct lt_key *key, const void *target);

/* "bodies", "disc, wall or facet": what the other key must be for this one to have a meaning. */
const char *lt_schema_only(const struct lt_key *key, struct lt_arena *arena);

/* The word that the field of a key has. */
const char *lt_schema_chosen(const struct lt_key *key, const void *target);

/* True if the node is of this kind, and not empty if a scalar; else an error that expected WHAT. */
bool lt_schema_is(struct lt_reader *reader, const struct lt_node *node, enum lt_node_kind kind,
                  const char *what);
/* As lt_schema_is(), for a list of exactly COUNT values. */
bool lt_schema_list(struct lt_reader *reader, const struct lt_node *node, size_t count);

void lt_schema_vector(struct lt_reader *reader, const struct lt_node *node,
                      const struct lt_range *range, struct lt_number vector[3]);
void lt_schema_text(struct lt_reader *reader, const struct lt_node *node, const char **text);
void lt_schema_flag(struct lt_reader *reader, const struct lt_node *node, bool *flag);

/* Index of the node's word in WORDS (ends with NULL), or -1 and an error. */
long lt_schema_word(struct lt_reader *reader, const struct lt_node *node, const char *const *words);

/* Index of the item that the node names, of COUNT items of so many bytes that begin with their
 * names; -1 and an error: there is no such WHAT. */
long lt_schema_item(struct lt_reader *reader, const struct lt_node *node, const char *what,
                    const void *items, size_t count, size_t size);

/* A number, a quantity, a word of RANGE, or a formula over the let names; checked against RANGE. */
struct lt_number lt_schema_quantity(struct lt_reader *reader, const struct lt_node *node,
                                    const struct lt_range *range);
/* As above, for a number of the law. Its formula may also use the law's parameters and constants of
 * the pair; then each run evaluates it, and it is NAN until then. */
struct lt_number lt_schema_parameter(struct lt_reader *reader, const struct lt_node *node,
                                     const struct lt_range *range);
/* Makes a number, as if it had been read, for a word that represents one. */
struct lt_number lt_schema_known(struct lt_reader *reader, const struct lt_node *node,
                                 const struct lt_range *range, double value);

/* True if the node may have this value; else an error. */
bool lt_schema_in_range(struct lt_reader *reader, const struct lt_node *node,
                        const struct lt_range *range, double value);

/* Evaluates a number that is a formula over the let names. False: it has no formula or no
 * value, or a let is wrong. */
bool lt_schema_evaluate(struct lt_reader *reader, struct lt_number *number);

/* A formula, or NULL: it is wrong, or there is no law whose names it could use. */
struct lt_formula *lt_schema_formula(struct lt_reader *reader, const struct lt_node *node,
                                     enum lt_formula_kind kind, enum lt_scope scope);
/* As above, for a number: a quantity or a word becomes the formula of its SI value. */
struct lt_formula *lt_schema_value(struct lt_reader *reader, const struct lt_node *node,
                                   const struct lt_range *range, enum lt_scope scope);

/* True if this key can be a new name in formulas or a table header; else an error. */
bool lt_schema_new_name(struct lt_reader *reader, const struct lt_node *node);

/* "unknown WHAT 'TEXT'; did you mean ...?", or all COUNT names if they are few. */
void lt_schema_unknown(struct lt_reader *reader, struct lt_mark mark, const char *what,
                       const char *text, const char *const *names, size_t count);
/* As above, for the key of a node that is not among KEYS. */
void lt_schema_unknown_key(struct lt_reader *reader, const struct lt_node *node, const char *what,
                           const struct lt_key *keys);
/* As above, for the names of a scope. TEXT may be one of them and still not be a WHAT. */
void lt_schema_unknown_name(struct lt_reader *reader, struct lt_mark mark, const char *what,
                            const char *text, enum lt_scope scope);

/* True, and an error, if this key is what follows a decimal comma: "{radius: 2,5 mm}". */
bool lt_schema_decimal_comma(struct lt_reader *reader, const struct lt_node *node);

/* A path of the file, relative to its directory. */
const char *lt_schema_file(struct lt_reader *reader, const char *path);
/* As above, for a file that must exist; otherwise an error. */
void lt_schema_path(struct lt_reader *reader, const struct lt_node *node, const char **path);

#endif
