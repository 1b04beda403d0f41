/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/axis.h"

#include "base/arena.h"
#include "base/units.h"
#include "program/figure_kind.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double TINY = 1e-300; /* counts as zero; its logarithm is still finite */

/* ---- Label ----------------------------------------------------------------------------------- */

/* The words and the symbol of an axis label for each column or result that has one. The symbol is
 * set in italics; NULL marks an energy, whose symbol is made of its name. */
static const struct word {
    const char *name, *words, *symbol; /* symbol in italics; NULL: an energy, its name after E_ */
} words[] = {
    {"t", "time", "t"},
    {"time", "time", "t"},
    {"c_time", "time in contact", ""},
    {"step", "step", ""},
    {"stage", "stage", ""},
    {"un", "normal displacement", "u_n"},
    {"us", "shear displacement", "u_s"},
    {"ut", "shear displacement", "u_t"},
    {"an", "twist", "a_n"},
    {"as", "rolling", "a_s"},
    {"at", "rolling", "a_t"},
    {"vn", "normal velocity", "v_n"},
    {"vs", "shear velocity", "v_s"},
    {"vt", "shear velocity", "v_t"},
    {"wn", "twist rate", "ω_n"},
    {"ws", "rolling rate", "ω_s"},
    {"wt", "rolling rate", "ω_t"},
    {"fn", "normal force", "f_n"},
    {"fs", "shear force", "f_s"},
    {"ft", "shear force", "f_t"},
    {"mn", "twisting moment", "m_n"},
    {"ms", "rolling moment", "m_s"},
    {"mt", "rolling moment", "m_t"},
    {"vfn", "viscous normal force", "f_{n,v}"},
    {"vfs", "viscous shear force", "f_{s,v}"},
    {"vft", "viscous shear force", "f_{t,v}"},
    {"vmn", "viscous twisting moment", "m_{n,v}"},
    {"vms", "viscous rolling moment", "m_{s,v}"},
    {"vmt", "viscous rolling moment", "m_{t,v}"},
    {"E_kinetic", "kinetic energy", NULL},
    {"E_work", "supplied work", NULL},
    {"E_strain", "stored energy", NULL},
    {"E_residual", "energy residual", NULL},
    {"E_dashpot", "dissipated energy", NULL},
    {"E_slip", "dissipated energy", NULL},
    {"E_plastic", "dissipated energy", NULL},
    {"hypot(fs, ft)", "shear force", "|f_{s,t}|"},
    {"dt", "time step", "Δt"},
    {"motion_dt", "time step", "Δt"},
    {"e_n", "normal restitution", "e_n"},
    {"e_t", "tangential restitution", "e_t"},
    {"e_t_centre", "tangential restitution, centre", ""},
    {"t_contact", "contact time", "t_{contact}"},
    {"overlap_max", "largest overlap", "u_{n,max}"},
    {"fn_max", "largest normal force", "f_{n,max}"},
    {"ft_max", "largest shear force", "f_{t,max}"},
};

/* A column, perhaps negated or as a magnitude: "un", "-un", "math.abs(un)". */
struct subject {
    char name[64];
    bool negated, magnitude;
};

/* Splits the text of an axis, e.g. "-un" or "math.abs(un)", into sign, magnitude bars and column
 * name in *subject. Returns true; false if the text is a formula instead. */
static bool read_subject(const char *text, struct subject *subject) {
    if (lt_figure_shown(text).as == LT_SHOWN_SIZE) {
        *subject = (struct subject){.negated = false};
        snprintf(subject->name, sizeof subject->name, "%s", text);
        return true;
    }
    /* Blanks do not count. A name has letters, digits and underscores, and nothing follows it. */
    char bare[96];
    size_t n = 0;
    for (; *text && n + 1 < sizeof bare; text++)
        if (*text != ' ')
            bare[n++] = *text;
    bare[n] = '\0';
    *subject = (struct subject){.negated = bare[0] == '-'};
    const char *rest = bare + subject->negated;
    int end = 0;
    if (sscanf(rest, "math.abs(%63[A-Za-z0-9_])%n", subject->name, &end) == 1 && end > 0)
        subject->magnitude = true;
    else if (sscanf(rest, "abs(%63[A-Za-z0-9_])%n", subject->name, &end) == 1 && end > 0)
        subject->magnitude = true;
    else if (sscanf(rest, "%63[A-Za-z0-9_]%n", subject->name, &end) != 1)
        return false;
    return rest[end] == '\0' && *text == '\0';
}

/* Finds the label of a column by its name; any other name that begins with E_ is labelled as an
 * energy. NULL if the name is unknown. */
static const struct word *find_word(const char *name) {
    static const struct word energy = {"E_", "energy", NULL};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i].name, name) == 0)
            return &words[i];
    return strncmp(name, "E_", 2) == 0 && name[2] ? &energy : NULL;
}

/* Copies an energy's name into TO (SIZE bytes) and escapes gnuplot's mark-up characters, so that an
 * underscore does not begin a second subscript. */
static void escape_markup(char *to, size_t size, const char *from) {
    size_t n = 0;
    for (; *from && n + 2 < size; from++) {
        if (strchr("_^@&~{}\\", *from))
            to[n++] = '\\';
        to[n++] = *from;
    }
    to[n] = '\0';
}

/* Writes the symbol of a subject into TO (SIZE bytes) as gnuplot mark-up, with its minus sign or
 * magnitude bars, e.g. "-u_n" in italics. WORD is the subject's label; the symbol of an energy is E
 * with the rest of its name as index. */
static void write_symbol(char *to, size_t size, const struct subject *subject,
                         const struct word *word) {
    char body[160], energy[128];
    escape_markup(energy, sizeof energy, subject->name + 2);
    if (word->symbol)
        snprintf(body, sizeof body, "{/:Italic %s}", word->symbol);
    else
        snprintf(body, sizeof body, "{/:Italic E}_{%s}", energy);
    const char *bar = subject->magnitude ? "|" : "";
    snprintf(to, size, "%s%s%s%s", subject->negated ? "−" : "", bar, body, bar);
}

/* Returns the words for a subject; a negated normal displacement is called overlap. */
static const char *words_of_subject(const struct subject *subject, const struct word *word) {
    return subject->negated && strcmp(subject->name, "un") == 0 ? "overlap" : word->words;
}

/* Sets the label of an axis: words, symbol (or TEXT where PLAIN) and unit. WORD is NULL for a
 * formula, which is its own label; UNIT is " (kN)" or "". */
static void write_label(struct lt_axis *axis, const char *text, const struct subject *subject,
                        const struct word *word, const char *unit, bool plain,
                        struct lt_arena *arena) {
    char symbol[192] = "";
    if (word && !plain && (!word->symbol || *word->symbol))
        write_symbol(symbol, sizeof symbol, subject, word);
    const char *shown = plain ? text : symbol;
    axis->brief = *shown ? lt_arena_print(arena, "%s%s", shown, unit) : "";
    axis->words = word ? words_of_subject(subject, word) : lt_arena_print(arena, "%s", text);
    axis->label = lt_arena_print(arena, "%s%s%s%s", axis->words, word && *shown ? " " : "",
                                 word ? shown : "", unit);
}

/* ---- Unit ------------------------------------------------------------------------------------ */

/* Metric prefixes by increasing factor, with the sign for print and that for a terminal. */
static const struct prefix {
    double factor;
    const char *text, *ascii;
} prefixes[] = {{1e-12, "p", "p"}, {1e-9, "n", "n"}, {1e-6, "µ", "u"}, {1e-3, "m", "m"},
                {1, "", ""},       {1e3, "k", "k"},  {1e6, "M", "M"},  {1e9, "G", "G"}};
enum { N_PREFIXES = sizeof prefixes / sizeof prefixes[0], NONE = 4 };

/* Returns true if a metric prefix may stand before UNIT: its first factor must be a plain unit, as
 * in "m", "N m" or "J/s". False for others, such as "m^2" and "kg". */
static bool may_take_prefix(const char *unit) {
    static const char *const bases[] = {"m", "s", "N", "J", "W", "Pa", "rad", "Hz"};
    size_t length = strcspn(unit, " /");
    for (size_t i = 0; i < sizeof bases / sizeof bases[0]; i++)
        if (strlen(bases[i]) == length && strncmp(unit, bases[i], length) == 0)
            return true;
    return false;
}

/* Returns true if UNIT may take k, M or G: forces, energies, powers, stresses and frequencies do,
 * by their first letter. False for lengths, times and angles, as km and krad are never used for
 * contacts. */
static bool accepts_large_prefix(const char *unit) {
    return strchr("NJWPH", unit[0]) != NULL;
}

/* Returns the index in prefixes[] that makes the LARGEST value of an axis (in UNIT, at least 0) a
 * number of at least 1. NONE, no prefix, is kept for values from 0.1 to 1000. */
static int choose_prefix(const char *unit, double largest) {
    if (largest < prefixes[0].factor)
        return NONE;
    if (largest >= 0.1 && (largest < 1000 || !accepts_large_prefix(unit)))
        return NONE;
    int i = accepts_large_prefix(unit) ? N_PREFIXES - 1 : NONE;
    while (i > 0 && largest < prefixes[i].factor)
        i--;
    return i;
}

/* Returns the power of ten by which numbers up to LARGEST are divided, after the prefix of the
 * unit, so that they have few digits; 0 if they are short already. */
static int choose_power(double largest) {
    if (largest < TINY || (largest >= 1e-2 && largest < 1e5))
        return 0;
    return (int)floor(log10(largest));
}

/* Returns the unit in brackets after a blank, e.g. " (kN)", or "" if there is none, and sets
 * axis->scale to match. LARGEST is the largest |value| in SI; PLAIN uses ASCII. */
static const char *write_unit(struct lt_axis *axis, const char *unit, double largest, bool plain,
                              struct lt_arena *arena) {
    if (strcmp(unit, "1") == 0)
        unit = "";
    const struct prefix *prefix =
        &prefixes[may_take_prefix(unit) ? choose_prefix(unit, largest) : NONE];
    /* On a logarithmic axis the tics have the powers of ten. */
    int power = axis->logarithmic ? 0 : choose_power(largest / prefix->factor);
    axis->scale = pow(10, -power) / prefix->factor;
    char factor[32] = "";
    if (power != 0 && axis->enhanced)
        snprintf(factor, sizeof factor, "10^{%s%d}", power < 0 ? "−" : "", abs(power));
    else if (power != 0)
        snprintf(factor, sizeof factor, "1e%d", power);
    if (!*factor && !*unit)
        return "";
    return lt_arena_print(arena, " (%s%s%s%s)", factor, *factor && *unit ? " " : "",
                          plain ? prefix->ascii : prefix->text, unit);
}

/* Returns the SI value of the unit that a label names at its end, as in "overlap (µm)" (1e-6) or
 * "force [N]". Returns 0 if it names none, or one that does not convert to UNIT. */
static double unit_in_label(const char *text, const char *unit) {
    const size_t length = strlen(text);
    const char *open = strrchr(text, '('), *bracket = strrchr(text, '[');
    open = bracket && (!open || bracket > open) ? bracket : open;
    if (!open || open == text || open[-1] != ' ' || !strchr(")]", text[length - 1]))
        return 0;
    char quantity[64], why[256];
    double value;
    snprintf(quantity, sizeof quantity, "1 %.*s", (int)(text + length - 1 - (open + 1)), open + 1);
    return lt_units_read(quantity, *unit ? unit : "1", &value, why, sizeof why) == LT_QUANTITY_OK
               ? value
               : 0;
}

/* ---- Range ----------------------------------------------------------------------------------- */

/* Returns a tic distance of 1, 2 or 5 times a power of ten that divides SPAN (greater than 0) into
 * about five parts. */
static double nice_step(double span) {
    double raw = span / 5, power = pow(10, floor(log10(raw)));
    double digit = raw / power;
    /* The limits are the means of neighbouring digits: of 1 and 2, 2 and 5, 5 and 10. */
    return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}

/* Sets the ends of the axis to multiples of half a tic step around LO..HI (scaled data). There are
 * 2 % of clearance unless TIGHT; an end at zero stays there. */
static void choose_range(struct lt_axis *axis, double lo, double hi, bool tight) {
    double size = fmax(fabs(lo), fabs(hi));
    if (size < TINY)
        size = 1;
    if (hi - lo < 1e-4 * size) { /* too little for tics with six digits: drawn as a flat line */
        double middle = lo + 0.5 * (hi - lo);
        lo = middle - 0.5 * size;
        hi = middle + 0.5 * size;
    }
    /* 1e-9 of half a step is rounding: an end at a multiple stays there. */
    double half = 0.5 * nice_step(hi - lo), clear = tight ? 0 : 0.02 * (hi - lo);
    axis->step = 2 * half;
    axis->lo = lo == 0 ? 0 : half * floor((lo - clear) / half + 1e-9);
    axis->hi = hi == 0 ? 0 : half * ceil((hi + clear) / half - 1e-9);
}

/* Makes the axis of data LO..HI (SI): label with symbol and unit, scale, range and tics. TEXT is a
 * column's name or a formula; a unit in the label itself decides the scale. PLAIN: in ASCII, for a
 * terminal. LOGARITHMIC: without a power of ten in the label. */
struct lt_axis lt_axis_new(const char *text, const char *unit, double lo, double hi, bool plain,
                           bool logarithmic, struct lt_arena *arena) {
    struct subject subject;
    const struct word *word = read_subject(text, &subject) ? find_word(subject.name) : NULL;
    struct lt_axis axis = {.enhanced = word && !plain, .logarithmic = logarithmic};
    const double counted = unit_in_label(text, unit);
    const char *shown =
        counted > 0 ? "" : write_unit(&axis, unit, fmax(fabs(lo), fabs(hi)), plain, arena);
    if (counted > 0)
        axis.scale = 1 / counted;
    write_label(&axis, text, &subject, word, shown, plain, arena);
    /* Time ends exactly at a tic: a run's time axis needs no clearance. */
    choose_range(&axis, lo * axis.scale, hi * axis.scale, strcmp(unit, "s") == 0);
    return axis;
}

/* Returns the axis text of a quantity: its NAME if the label table knows it, else the start of its
 * description DOC and the name, else the name with blanks for "_". */
const char *lt_axis_words(const char *name, const char *doc, struct lt_arena *arena) {
    enum { LONGEST = 40 };
    struct subject subject;
    if (read_subject(name, &subject) && find_word(subject.name))
        return name;
    size_t length = doc ? strcspn(doc, ";,:(") : 0;
    if (length > 0 && length <= LONGEST && !strchr(":(", doc[length] ? doc[length] : ';'))
        return lt_arena_print(arena, "%.*s %s", (int)length, doc, name);
    char *spaced = lt_arena_print(arena, "%s", name);
    for (char *c = spaced; *c; c++)
        *c = *c == '_' ? ' ' : *c;
    return spaced;
}

/* Returns the quantity that an SI unit stands for, "force" for "N", to label an axis of several
 * curves; "" if the unit does not determine it. */
const char *lt_axis_quantity(const char *unit) {
    static const char *const quantities[][2] = {
        {"N", "force"},      {"m", "displacement"},         {"N m", "moment"}, {"rad", "angle"},
        {"m/s", "velocity"}, {"rad/s", "angular velocity"}, {"J", "energy"},   {"W", "power"},
        {"s", "time"},       {"N/m", "stiffness"},          {"Pa", "stress"},  {"kg", "mass"},
    };
    for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++)
        if (strcmp(quantities[i][0], unit) == 0)
            return quantities[i][1];
    return "";
}

/* Makes the axis end exactly at the data's ends LO and HI, in SI units, instead of at tics. */
void lt_axis_fit(struct lt_axis *axis, double lo, double hi) {
    axis->lo = lo * axis->scale;
    axis->hi = hi * axis->scale;
}

/* Returns the position of a value (SI) along the axis: 0 at its lower and 1 at its upper end;
 * values beyond the ends lie outside 0..1. */
double lt_axis_place(const struct lt_axis *axis, double value) {
    double at = value * axis->scale;
    if (axis->logarithmic)
        return log(at / axis->lo) / log(axis->hi / axis->lo);
    return (at - axis->lo) / (axis->hi - axis->lo);
}

/* Extends RANGE (lowest, highest) so that it contains VALUE; values that are not finite are
 * ignored. */
void lt_axis_widen(double range[2], double value) {
    if (!isfinite(value))
        return;
    range[0] = fmin(range[0], value);
    range[1] = fmax(range[1], value);
}
