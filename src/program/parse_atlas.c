/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parse_atlas.c: the section atlas: how far the canonical figures of a law go, and its closed
 * forms. */
#include "base/arena.h"
#include "program/parse.h"

#include <math.h>

static const struct lt_key speeds_keys[] = {
    {"[]", LT_VALUE_NUMBER, .range = LT_POSITIVE("m/s"), .doc = "a speed, the slowest first"}, {0}};

/* Reads the list of impact speeds of the atlas, in m/s. */
static void read_speeds(struct lt_reader *reader, const struct lt_node *node, void *field) {
    (void)field;
    struct lt_atlas *atlas = &reader->program->atlas;
    if (!lt_schema_is(reader, node, LT_LIST, "a list of speeds such as [1 um/s, 0.1 m/s]"))
        return;
    if (node->count == 0 || node->count > LT_ATLAS_SPEEDS) {
        lt_errors_add(reader->errors, node->mark, "expected 1 to %d speeds, found %zu",
                      LT_ATLAS_SPEEDS, node->count);
        return;
    }
    for (const struct lt_node *child = node->first; child; child = child->next)
        atlas->speeds[atlas->n_speeds++] =
            lt_schema_quantity(reader, child, &speeds_keys->range).value;
}

#define FORM(name_, form, scope_, doc_)                                                            \
    {                                                                                              \
        name_, LT_VALUE_FORMULA, LT_FIELD(struct lt_atlas, forms[form]), .scope = scope_,          \
                                                                         .doc = doc_               \
    }
static const struct lt_key forms_keys[] = {
    FORM("load", LT_ATLAS_LOAD, LT_SCOPE_STEP, "-fn while the contact is loaded"),
    FORM("unload", LT_ATLAS_UNLOAD, LT_SCOPE_STEP, "-fn while it is unloaded for the first time"),
    FORM("pull", LT_ATLAS_PULL, LT_SCOPE_STEP, "fn while it is pulled apart from touch"),
    FORM("shear", LT_ATLAS_SHEAR, LT_SCOPE_STEP, "fs until the sliding turns for the first time"),
    FORM("twist", LT_ATLAS_TWIST, LT_SCOPE_STEP, "mn, likewise"),
    FORM("roll", LT_ATLAS_ROLL, LT_SCOPE_STEP, "mt, likewise"),
    FORM("e_n", LT_ATLAS_E_N, LT_SCOPE_END, "e_n of a head-on impact"),
    {0}};

/* Reads the closed forms with which the atlas is compared. */
static void read_forms(struct lt_reader *reader, const struct lt_node *node, void *field) {
    lt_schema_map(reader, node, forms_keys, field);
}

#define FIELD(f) LT_FIELD(struct lt_atlas, f)
const struct lt_key lt_parse_atlas_keys[] = {
    {"overlap", LT_VALUE_NUMBER, FIELD(overlap), .range = LT_POSITIVE("m"),
     .preset = "the largest of a head-on impact at speed",
     .doc = "overlap to which the contact is loaded, and at which it is sheared, twisted and "
            "rolled"},
    {"gap", LT_VALUE_NUMBER, FIELD(gap), .range = LT_POSITIVE("m"), .preset = "overlap/4",
     .doc = "gap up to which it is unloaded"},
    {"pull", LT_VALUE_NUMBER, FIELD(pull), .range = LT_POSITIVE("m"), .preset = "overlap",
     .doc = "gap up to which it is pulled apart from touch"},
    {"shear", LT_VALUE_NUMBER, FIELD(shear), .range = LT_POSITIVE("m"), .preset = "2*overlap",
     .doc = "amplitude of shear"},
    {"twist", LT_VALUE_NUMBER, FIELD(twist), .range = LT_POSITIVE("rad"), .preset = "0.02 rad",
     .doc = "amplitude of twist"},
    {"roll", LT_VALUE_NUMBER, FIELD(roll), .range = LT_POSITIVE("rad"), .preset = "0.02 rad",
     .doc = "amplitude of rolling"},
    {"speeds", LT_FORMS(speeds_keys), FIELD(speeds), .read = read_speeds,
     .preset = "[1 um/s, speed/10, speed]",
     .doc = "speeds of loading, one to four; closed forms are compared with the first"},
    {"speed", LT_VALUE_NUMBER, FIELD(speed), .range = LT_POSITIVE("m/s"), .preset = "0.5 m/s",
     .doc = "speed of impact; e_n is drawn from a fiftieth to five times of it"},
    {"forms", LT_FORMS(forms_keys), .read = read_forms,
     .doc = "closed forms, which are drawn and checked"},
    {0}};

/* Reads the section atlas, the settings of the atlas of a law, into the program. FIELD: the
 * program. */
void lt_parse_atlas(struct lt_reader *reader, const struct lt_node *node, void *field) {
    struct lt_program *program = field;
    lt_schema_map(reader, node, lt_parse_atlas_keys, &program->atlas);
}
