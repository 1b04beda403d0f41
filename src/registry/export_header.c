/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_header.c: a law in formulas as one header that needs nothing of lawtester: C99, C++98 and
 * later, CUDA, HIP; float or double.
 *
 * Functions and step are those of the plug-in, written by the same code; here their words are
 * replaced by those of the header. No name of the law is one of these words (export_words.c). */
#include "base/text.h"
#include "config.h"
#include "registry/export.h"
#include "registry/export_law.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Words ----------------------------------------------------------------------------------- */

/* '%' is replaced by the prefix of the law. */
static const struct {
    const char *from, *to;
} words[] = {
    {"num", "LAW_REAL"},
    {"double", "LAW_REAL"},
    {"mask", "int"},
    {"NUM", "LAW_NUM"},
    {"SEL", "LAW_SEL"},
    {"NOT", "LAW_NOT"},
    {"ANY", ""},
    {"LT_INLINE", "LAW_FN"},
    {"LT_TRUTH", "LAW_TRUTH"},
    {"LT_COMPARE", "LAW_COMPARE"},
    {"LT_UNLESS_NAN", "LAW_UNLESS_NAN"},
    {"LT_ROOT", "LAW_ROOT"},
    {"lt_of_mask", "LAW_NUM"},
    {"lt_sqrt", "LAW_M(sqrt)"},
    {"lt_abs", "LAW_M(fabs)"},
    {"isfinite", "LAW_FINITE"},
    {"params_n", "%_params"},
    {"derived_n", "%_derived"},
    {"lt_move_n", "%_move"},
    {"state_n", "%_state"},
    {"lt_out_n", "%_out"},
    {"step", "%_step"},
    {"share_in_contact", "lt_%_share_in_contact"},
    {"square_wave", "lt_%_square_wave"},
    {"raise_to", "lt_%_raise_to"},
    {"lua_remainder", "lt_%_lua_remainder"},
    {"one_lookup", "lt_%_one_lookup"},
    {"NAN", "LAW_NUM(NAN)"},
    {"INFINITY", "LAW_NUM(INFINITY)"},
};

/* Functions of the C library; for float with an f at the end. */
static const char library_words[] =
    " acos acosh asin atan2 ceil copysign cos exp fabs floor fmod hypot log log10 log2 pow sin "
    "sqrt tan trunc ";

/* Writes TEXT with the prefix of the law for each % and NAME, that of a parameter, for each @. */
static void put_of_param(const struct lt_export *e, const char *text, const char *name) {
    for (; *text; text++)
        if (*text == '@')
            fputs(name, e->out);
        else if (*text == '%')
            fputs(e->prefix, e->out);
        else
            fputc(*text, e->out);
}

/* Writes TEXT with the prefix of the law for each %. */
static void put_with_prefix(const struct lt_export *e, const char *text) {
    put_of_param(e, text, "@");
}

/* True if WORD begins with the text WITH. */
static bool begins(const char *word, const char *with) {
    return strncmp(word, with, strlen(with)) == 0;
}

/* Writes a word of the law's C code as the header has it; NEXT is the character behind it, '('
 * of a function. The library's functions get the type, the law's own ones the prefix. */
static void put_word(const struct lt_export *e, const char *word, char next) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].from, word) == 0) {
            put_with_prefix(e, words[i].to);
            return;
        }
    if (next == '(' && strstr(library_words, lt_arena_print(e->arena, " %s ", word)))
        fprintf(e->out, "LAW_M(%s)", word);
    else if (next == '(' && (begins(word, "of_") || begins(word, "look_up_")))
        fprintf(e->out, "lt_%s_%s", e->prefix, word);
    else
        fputs(word, e->out);
}

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

/* Writes the number at AT and returns the place behind it; one with a point or a power gets the
 * law's own type, integers stay. */
static const char *put_literal(const struct lt_export *e, const char *at) {
    size_t n = 0;
    while (isalnum((unsigned char)at[n]) || at[n] == '.' ||
           ((at[n] == '-' || at[n] == '+') && at[n - 1] == 'e'))
        n++;
    fprintf(e->out, memchr(at, '.', n) || memchr(at, 'e', n) ? "LAW_NUM(%.*s)" : "%.*s", (int)n,
            at);
    return at + n;
}

/* The length of the quoted text or comment that begins at AT, which is copied unchanged; 0: none
 * begins there. */
static size_t length_of_words(const char *at) {
    const char *end = NULL;
    if (begins(at, "/*"))
        end = strstr(at + 2, "*/");
    if (end)
        return (size_t)(end - at) + 2;
    if (*at != '"')
        return 0;
    for (end = at + 1; *end != '"'; end++)
        end += *end == '\\';
    return (size_t)(end - at) + 1;
}

/* Writes code of the law, from AT on, in plain C: numbers in its own type, macros with its
 * prefix. */
static void put_translated(const struct lt_export *e, const char *at) {
    while (*at) {
        size_t n = length_of_words(at);
        if (n == 0 && begins(at, "NUM("))
            n = strcspn(at, ")") + 1;
        if (n > 0) {
            fprintf(e->out, "%s%.*s", begins(at, "NUM(") ? "LAW_" : "", (int)n, at);
        } else if (isdigit((unsigned char)*at)) {
            at = put_literal(e, at);
        } else if ((n = strspn(at, letters)) > 0) {
            put_word(e, lt_arena_print(e->arena, "%.*s", (int)n, at), at[n]);
        } else {
            fputc(*at, e->out);
            n = 1;
        }
        at += n;
    }
}

/* Writes the text between begin and end as for a plug-in, in the words of the header. */
struct plain {
    struct lt_text text;
    struct lt_export e;
};

/* Begins to collect code written for law.h in memory; end_plain() translates it. Returns the
 * export that writes there. */
static struct lt_export *begin_plain(const struct lt_export *e, struct plain *plain) {
    plain->e = *e;
    plain->e.out = lt_text_begin(&plain->text);
    return &plain->e;
}

/* Translates the collected code to plain C and writes it to E. */
static void end_plain(const struct lt_export *e, struct plain *plain) {
    char *all = lt_text_end(&plain->text);
    put_translated(e, all);
    free(all);
}

/* A name of the law as an identifier in C. */
static const char *name_of(const struct lt_export *e, const char *name) {
    return lt_export_words_name(name, e->arena);
}

/* ---- What stands at the top ------------------------------------------------------------------ */

static const char licence[] =
    " * Permission is hereby granted, free of charge, to any person obtaining a copy of this\n"
    " * software and associated documentation files (the \"Software\"), to deal in the Software\n"
    " * without restriction, including without limitation the rights to use, copy, modify, merge,\n"
    " * publish, distribute, sublicense, and/or sell copies of the Software, and to permit "
    "persons\n"
    " * to whom the Software is furnished to do so, subject to the following conditions:\n"
    " *\n"
    " * The above copyright notice and this permission notice shall be included in all copies or\n"
    " * substantial portions of the Software.\n"
    " *\n"
    " * THE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED,\n"
    " * INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR\n"
    " * PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE\n"
    " * FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR\n"
    " * OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER\n"
    " * DEALINGS IN THE SOFTWARE.\n";

static const char use[] =
    " * Axes: n points from particle A to particle B; s and t lie in the contact plane, n x s = "
    "t.\n"
    " * Signs: the displacement u is that of B relative to A at the contact point; un < 0 is\n"
    " * overlap, un > 0 a gap. The force acts on A as it stands and on B with the opposite sign, "
    "and\n"
    " * so does the moment; fn < 0 pushes the particles apart. Units: SI, angles in radians.\n"
    " *\n"
    " * Once:              struct %_params p = %_defaults();\n"
    " * for two materials: p = %_unset(), then %_mix(&pair, &a, &b, &p)\n"
    " * for each pair:     struct %_pair pair = %_spheres(radius_a, mass_a, radius_b, mass_b);\n"
    " *                    struct %_derived d; const char *wrong = %_setup(&p, &pair, &d);\n"
    " *                    wrong is 0, or says what is wrong with the parameters.\n"
    " * For each step of each pair with un <= %_reach(&p, &d), or that was active before:\n"
    " *                    %_step(&p, &d, &move, &state, &out);\n"
    " * The state begins as zeros, is kept for each pair, and is turned with the axes s and t.\n"
    " *\n"
    " * LAW_FLOAT, defined before this header is included, makes float of all numbers.\n"
    " * Nothing is allocated, there are no static variables; functions are those of math.h.\n"
    " * lawtester's own rows come to the bit with -ffp-contract=off and without -ffast-math; "
    "where\n"
    " * the law has powers or logarithms also with -fno-builtin. */\n";

/* Writes BEFORE and TEXT as one line within a comment; nothing, if TEXT is empty. */
static void put_remark(const struct lt_export *e, const char *before, const char *text) {
    if (!*text)
        return;
    fputs(before, e->out);
    lt_export_words_remark(e->out, text);
    fputc('\n', e->out);
}

/* Writes the comment at the top of the header: licence, law and the source of its formulas. */
static void put_top(const struct lt_export *e, const struct lt_export_from *from) {
    fputs("/* SPDX-License-Identifier: MIT\n * Copyright (c) 2026 the lawtester developers; the "
          "formulas are their authors'\n *\n * ",
          e->out);
    lt_export_words_remark(e->out, e->law->law.name);
    fputs(": a contact law of the discrete element method, made by lawtester " LT_VERSION "\n",
          e->out);
    put_remark(e, " * from the formulas in ", from->file);
    put_remark(e, " * Law: ", e->law->law.summary);
    if (strcmp(e->law->law.source, from->path) != 0)
        put_remark(e, " * Source: ", e->law->law.source);
    fprintf(e->out, " * SHA-256 of the program it was made from: %s\n", from->sha256);
    if (from->verdict)
        put_remark(e, " * ", from->verdict);
    fputs(" *\n", e->out);
    put_with_prefix(e, use);
    fprintf(e->out, "\n/*\n%s */\n", licence);
}

static const char macros[] =
    "#include <float.h>\n#include <math.h>\n#include <string.h>\n\n"
    "#if defined __CUDACC__ || defined __HIPCC__\n"
    "#define LAW_FN static __host__ __device__ inline\n"
    "#else\n#define LAW_FN static inline\n#endif\n"
    "#ifdef LAW_FLOAT\n"
    "#define LAW_REAL    float\n#define LAW_M(name) name##f\n"
    "#define LAW_TINY    FLT_MIN\n#define LAW_ROUND   FLT_EPSILON\n"
    "#else\n"
    "#define LAW_REAL    double\n#define LAW_M(name) name\n"
    "#define LAW_TINY    DBL_MIN\n#define LAW_ROUND   DBL_EPSILON\n"
    "#endif\n"
    "#define LAW_NUM(x)       ((LAW_REAL)(x))\n"
    "#define LAW_SEL(c, a, b) ((c) ? (a) : (b))\n"
    "#define LAW_NOT(c)       (!(c))\n"
    "#define LAW_FINITE(x)    ((x) - (x) == 0)\n"
    "/* A condition is 1 or 0. What has no value is NaN, and so is what is made of it. */\n"
    "#define LAW_TRUTH(is)             LAW_SEL(is, LAW_NUM(1.0), LAW_NUM(0.0))\n"
    "#define LAW_COMPARE(is, is_not)   LAW_SEL(is, LAW_NUM(1.0), LAW_SEL(is_not, LAW_NUM(0.0), "
    "LAW_NUM(NAN)))\n"
    "#define LAW_UNLESS_NAN(x, y, are) LAW_SEL(((x) == (x)) & ((y) == (y)), are, (x) + (y))\n"
    "#define LAW_ROOT(value)           LAW_SEL(x == LAW_NUM(-INFINITY), LAW_NUM(INFINITY), (value) "
    "+ LAW_NUM(0.0))\n\n";

static const char no_macros[] =
    "#undef LAW_FN\n#undef LAW_REAL\n#undef LAW_M\n#undef LAW_TINY\n#undef LAW_ROUND\n"
    "#undef LAW_NUM\n#undef LAW_SEL\n#undef LAW_NOT\n#undef LAW_FINITE\n#undef LAW_TRUTH\n#undef "
    "LAW_COMPARE\n"
    "#undef LAW_UNLESS_NAN\n#undef LAW_ROOT\n";

/* ---- Structs --------------------------------------------------------------------------------- */

/* Writes a member of a struct and begins its comment: unit, the name in the law where C needs
 * another, and description. end_member() ends it. */
static void put_member(const struct lt_export *e, const char *name, const char *unit,
                       const char *doc) {
    fprintf(e->out, "    LAW_REAL %s; /* ", name_of(e, name));
    lt_export_words_remark(e->out, unit);
    if (strcmp(name_of(e, name), name) != 0)
        fprintf(e->out, "; '%s'", name);
    fputs(*doc && strcmp(doc, name) != 0 ? ": " : "", e->out);
    if (strcmp(doc, name) != 0)
        lt_export_words_remark(e->out, doc);
}

/* Ends the comment of a member, and its line. */
static void end_member(const struct lt_export *e) {
    fputs(" */\n", e->out);
}

/* Begins struct PREFIX_WHAT, with the comment ABOUT before it. */
static void begin_struct(const struct lt_export *e, const char *about, const char *what) {
    fprintf(e->out, "/* %s */\nstruct %s_%s {\n", about, e->prefix, what);
}

/* Ends a struct; if it IS_EMPTY it gets a member, since C does not permit a struct without one. */
static void end_struct(const struct lt_export *e, bool is_empty) {
    fputs(is_empty ? "    int none;\n};\n\n" : "};\n\n", e->out);
}

/* Writes the permitted range of a parameter into its comment; an infinite bound is left out. */
static void put_range(const struct lt_export *e, const struct lt_field *field) {
    if (isfinite(field->min))
        fprintf(e->out, "; at least %.10g", field->min);
    if (isfinite(field->max))
        fprintf(e->out, "; at most %.10g", field->max);
}

/* Writes the struct of the parameters. */
static void put_params(const struct lt_export *e) {
    const struct lt_law *law = &e->law->law;
    begin_struct(e, "The parameters.", "params");
    for (size_t i = 0; i < law->n_params; i++) {
        put_member(e, law->params[i].name, law->params[i].unit, law->params[i].doc);
        put_range(e, &law->params[i]);
        end_member(e);
    }
    end_struct(e, law->n_params == 0);
}

#define MIXED_FIELD(name_, unit_, doc_, ...) {.name = #name_, .unit = unit_, .doc = doc_},
static const struct lt_field pair_fields[] = {LT_FORMULA_LAW_MIXED(MIXED_FIELD)};
enum { PAIR_FIELDS = sizeof pair_fields / sizeof *pair_fields };

/* Writes a member for each of COUNT fields. */
static void put_fields(const struct lt_export *e, const struct lt_field *fields, size_t count) {
    for (size_t i = 0; i < count; i++) {
        put_member(e, fields[i].name, fields[i].unit, fields[i].doc);
        end_member(e);
    }
}

/* Writes the struct of the numbers of the pair and the constants, which setup() computes once. */
static void put_derived(const struct lt_export *e) {
    begin_struct(e, "What setup() makes of parameters and pair.", "derived");
    put_fields(e, pair_fields, LT_FORMULA_LAW_PAIR_NUMBERS);
    for (size_t i = 0; i < e->law->constants.count; i++) {
        put_member(e, e->law->constants.list[i].name, "constant",
                   e->law->constants.list[i].formula->text);
        end_member(e);
    }
    end_struct(e, false);
}

#define MOVE_FIELD(name_, unit_) {.name = #name_, .unit = unit_, .doc = ""},
static const struct lt_field move_fields[] = {LT_MOVE_NUMBERS(MOVE_FIELD)};
enum { MOVE_FIELDS = sizeof move_fields / sizeof *move_fields };

/* True if the law reads this quantity of the motion, an index of move_fields. The share of the
 * step in contact is computed from un and dun, which then count as read. */
static bool is_read(const struct lt_formula_law *law, size_t number) {
    const bool in_share =
        strcmp(move_fields[number].name, "un") == 0 || strcmp(move_fields[number].name, "dun") == 0;
    return lt_export_derive_reads(&law->step, NULL, law->move + number) ||
           (in_share && lt_export_derive_reads(&law->step, NULL, law->inside));
}

/* Writes the struct of the motion in one step. */
static void put_move(const struct lt_export *e) {
    begin_struct(
        e,
        "The motion of one step of length dt. u: displacements at its end, us to at since\n"
        " * the pair was first met; du: what they changed by in this step; v: the velocity\n"
        " * that dashpots see, w that of rotations. Of rotations, an is twist about n.",
        "move");
    for (size_t i = 0; i < MOVE_FIELDS; i++) {
        put_member(e, move_fields[i].name, move_fields[i].unit, "");
        fputs(is_read(e->law, i) ? "" : "; this law does not read it", e->out);
        end_member(e);
    }
    fputs("    int active; /* 1 if the contact was active at the start of the step */\n", e->out);
    end_struct(e, false);
}

static const struct lt_field out_fields[] = {
    {.name = "fn", .unit = "N", .doc = "force on A, viscous part included; on B: the opposite"},
    {.name = "fs", .unit = "N", .doc = ""},
    {.name = "ft", .unit = "N", .doc = ""},
    {.name = "mn", .unit = "N m", .doc = "moment on A, viscous part included"},
    {.name = "ms", .unit = "N m", .doc = ""},
    {.name = "mt", .unit = "N m", .doc = ""},
    {.name = "vfn", .unit = "N", .doc = "viscous part of the force"},
    {.name = "vfs", .unit = "N", .doc = ""},
    {.name = "vft", .unit = "N", .doc = ""},
    {.name = "vmn", .unit = "N m", .doc = "viscous part of the moment"},
    {.name = "vms", .unit = "N m", .doc = ""},
    {.name = "vmt", .unit = "N m", .doc = ""},
    {.name = "strain", .unit = "J", .doc = "stored energy; NaN if a formula has no value"},
    {.name = "cross", .unit = "J", .doc = "lost in this step because the contact opens or closes"},
    {.name = "defect", .unit = "J", .doc = "lost in this step for want of a potential"},
    {.name = "lost_gap", .unit = "m", .doc = "gap at which a contact that is active ends"},
    {.name = "cap", .unit = "N", .doc = "largest tangential force, if the law says it"},
};

/* Writes the struct of the results: forces, moments, energies and the dissipation in J of each
 * loss. */
static void put_out(const struct lt_export *e) {
    const struct lt_law *law = &e->law->law;
    begin_struct(e, "The answer.", "out");
    put_fields(e, out_fields, sizeof out_fields / sizeof *out_fields);
    for (size_t i = 0; i < law->n_losses; i++) {
        put_member(e, lt_arena_print(e->arena, "E_%s", law->losses[i].name), "J",
                   "dissipated in this step");
        end_member(e);
    }
    fputs("    int active; /* 1 if the contact is active now */\n", e->out);
    end_struct(e, false);
}

/* Writes the number type, float or double, and all structs of the header. */
static void put_structs(const struct lt_export *e) {
    const struct lt_law *law = &e->law->law;
    fputs("#ifdef LAW_FLOAT\n", e->out);
    fprintf(e->out, "typedef float %s_real;\n#else\ntypedef double %s_real;\n#endif\n\n", e->prefix,
            e->prefix);
    put_params(e);
    begin_struct(e, "The pair.", "pair");
    put_fields(e, pair_fields, PAIR_FIELDS);
    end_struct(e, false);
    put_derived(e);
    put_move(e);
    begin_struct(e, "State carried from one step to the next; zeros at first.", "state");
    put_fields(e, law->state, law->n_state);
    end_struct(e, law->n_state == 0);
    put_out(e);
}

/* ---- Functions ------------------------------------------------------------------------------- */

/* Writes a number in the law's own type. */
static void put_number(const struct lt_export *e, double number) {
    fputs("LAW_NUM(", e->out);
    lt_export_words_number(e->out, number);
    fputc(')', e->out);
}

/* Writes the function PREFIX_unset() if UNSET is true, in which every parameter is NaN, else
 * PREFIX_defaults() with the defaults. */
static void put_parameters(const struct lt_export *e, bool unset) {
    const struct lt_law *law = &e->law->law;
    put_with_prefix(e, unset ? "/* Every parameter is NaN: mix() fills it. */\n"
                               "LAW_FN struct %_params %_unset(void) {\n    struct %_params p;\n"
                             : "/* A parameter without a default is NaN. */\n"
                               "LAW_FN struct %_params %_defaults(void) {\n"
                               "    struct %_params p;\n");
    for (size_t i = 0; i < law->n_params; i++) {
        fprintf(e->out, "    p.%s = ", name_of(e, law->params[i].name));
        put_number(e, unset ? NAN : law->params[i].preset);
        fputs(";\n", e->out);
    }
    fputs(law->n_params == 0 ? "    p.none = 0;\n    return p;\n}\n\n" : "    return p;\n}\n\n",
          e->out);
}

static const char spheres_text[] =
    "/* Two spheres; a mass or radius of INFINITY: fixed, a plane. */\n"
    "LAW_FN struct %_pair %_spheres(LAW_REAL radius_a, LAW_REAL mass_a, LAW_REAL radius_b, "
    "LAW_REAL mass_b) {\n"
    "    const LAW_REAL least = LAW_SEL(radius_b < radius_a, radius_b, radius_a);\n"
    "    struct %_pair pair;\n"
    "    pair.m_eff = 1 / (1 / mass_a + 1 / mass_b);\n"
    "    pair.r_eff = 1 / (1 / radius_a + 1 / radius_b);\n"
    "    pair.length_a = LAW_SEL(LAW_FINITE(radius_a), radius_a, radius_b);\n"
    "    pair.length_b = LAW_SEL(LAW_FINITE(radius_b), radius_b, radius_a);\n"
    "    pair.contact_area = LAW_NUM(3.14159265358979323846) * least * least;\n"
    "    pair.radius_a = LAW_SEL(LAW_FINITE(radius_a), radius_a, LAW_NUM(0.0));\n"
    "    pair.radius_b = LAW_SEL(LAW_FINITE(radius_b), radius_b, LAW_NUM(0.0));\n"
    "    return pair;\n}\n\n";

/* Rules that have a name; '@' is replaced by the parameter. */
static const char *const mix_texts[] = {
    [LT_MIN] = "LAW_SEL(b->@ < a->@, b->@, a->@)",
    [LT_MAX] = "LAW_SEL(b->@ > a->@, b->@, a->@)",
    [LT_MEAN] = "LAW_NUM(0.5) * a->@ + LAW_NUM(0.5) * b->@",
    [LT_HARMONIC] = "2 * lt_%_in_series(a->@, b->@)",
    [LT_SERIES] = "lt_%_in_series(a->@, b->@)",
    [LT_GEOMETRIC] = "LAW_SEL(lt_%_is_normal(a->@ * b->@), LAW_M(sqrt)(a->@ * b->@), "
                     "LAW_M(sqrt)(a->@) * LAW_M(sqrt)(b->@))"};

static const char series_text[] =
    "LAW_FN int lt_%_is_normal(LAW_REAL x) {\n"
    "    return LAW_FINITE(x) && LAW_M(fabs)(x) >= LAW_TINY;\n}\n\n"
    "/* a*b/(a + b), also where the product or the sum is too large or too small for a number. */\n"
    "LAW_FN LAW_REAL lt_%_in_series(LAW_REAL a, LAW_REAL b) {\n"
    "    const LAW_REAL product = a * b, mean = LAW_NUM(0.5) * a + LAW_NUM(0.5) * b;\n"
    "    if (mean == 0)\n        return 0;\n"
    "    return lt_%_is_normal(product) ? product / (a + b) : LAW_NUM(0.5) * (a / mean * b);\n"
    "}\n\n";

/* Without a rule both materials have the same number, or one has it alone. */
static const char agree_text[] =
    "LAW_FN int lt_%_agree(LAW_REAL a, LAW_REAL b, LAW_REAL *p) {\n"
    "    if (*p == *p)\n        return 1;\n"
    "    *p = LAW_SEL(a != a, b, LAW_SEL(b != b, a, LAW_NUM(0.5) * a + LAW_NUM(0.5) * b));\n"
    "    return !(LAW_M(fabs)(a - b) > 4 * LAW_ROUND * LAW_M(fabs)(*p));\n}\n\n";

static const char agrees_text[] =
    "    if (!lt_%_agree(a->@, b->@, &p->@))\n"
    "        return \"@ differs between the materials, and the law has no rule for two\";\n";

/* Writes the expression by which parameter number PARAM follows from two materials. */
static void put_mix_formula(const struct lt_export *e, size_t param) {
    struct plain plain;
    lt_export_derive_mix(begin_plain(e, &plain), param);
    end_plain(e, &plain);
}

/* Writes how parameter number I follows from the materials, if it is NaN: by a formula, by a
 * mean, or by the value on which both agree; else it gets its default. */
static void put_rule_of(const struct lt_export *e, size_t i) {
    const struct lt_field *field = &e->law->law.params[i];
    const char *name = name_of(e, field->name);
    const bool formula = e->law->mixes[i].formula != NULL;
    if (formula || field->mix != LT_GIVEN) {
        put_of_param(
            e, "    if (p->@ != p->@ && a->@ == a->@ && b->@ == b->@)\n        p->@ = ", name);
        if (formula)
            put_mix_formula(e, i);
        else
            put_of_param(e, mix_texts[field->mix], name);
        fputs(";\n", e->out);
    } else {
        put_of_param(e, agrees_text, name);
    }
    if (isnan(field->preset))
        return;
    put_of_param(e, "    if (p->@ != p->@)\n        p->@ = ", name);
    put_number(e, field->preset);
    fputs(";\n", e->out);
}

/* Writes the function PREFIX_mix(), which computes the parameters of a contact from those of two
 * materials, and the helpers that it calls, if it calls them. */
static void put_mix(const struct lt_export *e) {
    const struct lt_law *law = &e->law->law;
    bool series = false, agree = false;
    for (size_t i = 0; i < law->n_params; i++)
        if (law->params[i].mix == LT_GIVEN)
            agree = true;
        else
            series |= law->params[i].mix >= LT_HARMONIC && law->params[i].mix <= LT_GEOMETRIC;
    put_with_prefix(e, series ? series_text : "");
    put_with_prefix(e, agree ? agree_text : "");
    put_with_prefix(
        e,
        "/* Each parameter of p that is NaN becomes what the law makes of two materials a and b,\n"
        " * whose own NaN are not given; else its default. 0, or what is wrong. */\n"
        "LAW_FN const char *%_mix(const struct %_pair *pair, const struct %_params *a,\n"
        "                         const struct %_params *b, struct %_params *p) {\n");
    for (size_t i = 0; i < PAIR_FIELDS; i++)
        if (lt_export_derive_mixes(e->law, i))
            fprintf(e->out, "    const LAW_REAL %s = pair->%s;\n", pair_fields[i].name,
                    pair_fields[i].name);
    fputs("    (void)pair, (void)a, (void)b, (void)p;\n", e->out);
    for (size_t i = 0; i < law->n_params; i++)
        put_rule_of(e, i);
    fputs("    return 0;\n}\n\n", e->out);
}

/* Writes the function setup(), which checks the parameters' ranges and computes the constants. */
static void put_setup(const struct lt_export *e) {
    const struct lt_law *law = &e->law->law;
    put_with_prefix(
        e, "/* Checks the parameters and makes the constants. 0, or what is wrong. */\n"
           "LAW_FN const char *%_setup(const struct %_params *p, const struct %_pair *pair,\n"
           "                           struct %_derived *d) {\n    (void)p;\n");
    for (size_t i = 0; i < law->n_params; i++) {
        const struct lt_field *field = &law->params[i];
        fprintf(e->out, "    if (!(p->%s >= ", name_of(e, field->name));
        put_number(e, field->min);
        fprintf(e->out, " && p->%s <= ", name_of(e, field->name));
        put_number(e, field->max);
        fprintf(e->out, "))\n        return \"%s is not given, or not from %g to %g\";\n",
                field->name, field->min, field->max);
    }
    for (size_t i = 0; i < LT_FORMULA_LAW_PAIR_NUMBERS; i++)
        fprintf(e->out, "    d->%s = pair->%s;\n", pair_fields[i].name, pair_fields[i].name);
    struct plain plain;
    lt_export_derive_constants(begin_plain(e, &plain));
    end_plain(e, &plain);
    fputs("    return 0;\n}\n\n", e->out);
}

/* Writes the body of a function that returns the value of RULE. */
static void put_value(const struct lt_export *e, const struct lt_rule *rule) {
    struct plain plain;
    lt_export_derive_number(begin_plain(e, &plain), rule);
    end_plain(e, &plain);
}

/* The expression in C of the distance of the surfaces at which un is 0: a parameter of that
 * role, or "0". */
static const char *reference_gap(const struct lt_export *e) {
    for (size_t i = 0; i < e->law->law.n_params; i++)
        if (e->law->law.params[i].role == LT_REFERENCE_GAP)
            return lt_arena_print(e->arena, "p->%s", name_of(e, e->law->law.params[i].name));
    return "0";
}

/* Writes the functions of the interaction range and the reference gap (m) and, if the law has
 * one, of the undamped contact time (s). */
static void put_gaps(const struct lt_export *e) {
    put_with_prefix(
        e, "/* un up to which a contact is made on approach; 0: where the surfaces touch. */\n"
           "LAW_FN LAW_REAL %_reach(const struct %_params *p, const struct %_derived *d)"
           " {\n    (void)p, (void)d;\n");
    if (e->law->reach.formula)
        put_value(e, &e->law->reach);
    else
        fputs("    return 0;\n", e->out);
    put_with_prefix(e,
                    "}\n\n/* The distance of the surfaces at which un is 0. */\n"
                    "LAW_FN LAW_REAL %_reference_gap(const struct %_params *p) {\n    (void)p;\n");
    fprintf(e->out, "    return %s;\n}\n\n", reference_gap(e));
    if (!e->law->contact_time.formula)
        return;
    put_with_prefix(e, "/* Undamped contact time at an impact speed, s. */\n"
                       "LAW_FN LAW_REAL %_contact_time(const struct %_params *p, "
                       "const struct %_derived *d, LAW_REAL speed) {\n"
                       "    (void)p, (void)d, (void)speed;\n");
    put_value(e, &e->law->contact_time);
    fputs("}\n\n", e->out);
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* The prefix of all names in the header: the name of the law in small letters and '_', with
 * "law_" before it unless it begins with a letter. */
const char *lt_export_header_prefix(const struct lt_formula_law *law, struct lt_arena *arena) {
    const bool is_word = isalpha((unsigned char)law->law.name[0]);
    char *prefix = lt_arena_print(arena, "%s%s", is_word ? "" : "law_", law->law.name);
    for (char *at = prefix; *at; at++)
        *at = (char)(isalnum((unsigned char)*at) ? tolower((unsigned char)*at) : '_');
    return prefix;
}

/* The name of a struct's member for a parameter, state or loss NAME of the law. */
const char *lt_export_header_member(const char *name, struct lt_arena *arena) {
    return lt_export_words_name(name, arena);
}

/* The header as a text, which the caller frees; FROM names the file, its SHA-256 and the verdict
 * of its tests. */
char *lt_export_header_text(const struct lt_formula_law *law, const struct lt_export_from *from,
                            struct lt_arena *arena) {
    struct lt_text text;
    const char *prefix = lt_export_header_prefix(law, arena);
    struct lt_export e = {
        .out = lt_text_begin(&text), .law = law, .arena = arena, .prefix = prefix};
    char *guard = lt_arena_print(arena, "%s_h", prefix);
    for (char *at = guard; *at; at++)
        *at = (char)toupper((unsigned char)*at);
    put_top(&e, from);
    fprintf(e.out, "#ifndef %s\n#define %s\n\n%s", guard, guard, macros);
    put_structs(&e);
    struct plain plain;
    lt_export_formula_functions(begin_plain(&e, &plain));
    end_plain(&e, &plain);
    put_parameters(&e, false);
    put_parameters(&e, true);
    put_with_prefix(&e, spheres_text);
    put_mix(&e);
    put_setup(&e);
    put_gaps(&e);
    lt_export_step_put(begin_plain(&e, &plain));
    end_plain(&e, &plain);
    fprintf(e.out, "%s\n#endif\n", no_macros);
    return lt_text_end(&text);
}
