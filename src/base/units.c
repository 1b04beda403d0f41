/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/units.h"

#include "base/errors.h"
#include "base/unit_database.h"
#include "config.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* UDUNITS-2 knows what each name means, but has integer exponents only (it reads N/m^1.5 as 5 N/m)
 * and calls reciprocals convertible. So units are split and compared here, and UDUNITS-2 is queried
 * for one unit name at a time. */

enum { N_BASES = LT_UNIT_BASES, ANGLE = 3 };
const char *const lt_unit_bases[LT_UNIT_BASES] = {"m", "kg", "s", "rad", "A", "K", "mol", "cd"};

struct unit {
    double times, over;  /* SI = number * times / over: two factors keep powers of ten exact */
    int halves[N_BASES]; /* exponents of the base units, in halves */
};

static const struct {
    const char *name, *unit;
} dimensions[] = {
    {"a plain number", "1"},
    {"a length", "m"},
    {"a mass", "kg"},
    {"a time", "s"},
    {"an angle", "rad"},
    {"a velocity", "m/s"},
    {"an acceleration", "m/s^2"},
    {"an angular velocity", "rad/s"},
    {"an angular acceleration", "rad/s^2"},
    {"a force", "N"},
    {"a stiffness", "N/m"},
    {"a rotational stiffness", "N m/rad"},
    {"a damping coefficient", "N s/m"},
    {"a pressure", "Pa"},
    {"a density", "kg/m^3"},
    {"an energy", "J"},
    {"a moment", "N m"},
    {"a surface energy", "J/m^2"},
    {"a frequency", "Hz"},
    {"an area", "m^2"},
    {"a volume", "m^3"},
    {"a moment of inertia", "kg m^2"},
    {"a momentum", "N s"},
    {"a power", "W"},
    {"a viscosity", "Pa s"},
    {"a temperature", "K"},
};
enum { N_DIMENSIONS = sizeof dimensions / sizeof dimensions[0] };

static const char *const common[] = {
    "m",   "km",  "cm",   "mm",  "um",  "nm", "kg",   "g",  "mg",  "t",   "s",
    "ms",  "us",  "ns",   "min", "h",   "N",  "kN",   "MN", "mN",  "uN",  "Pa",
    "kPa", "MPa", "GPa",  "bar", "J",   "kJ", "mJ",   "uJ", "W",   "Hz",  "kHz",
    "rad", "deg", "mrad", "rpm", "rev", "K",  "inch", "ft", "lbf", "psi", "litre"};
enum { COMMON = sizeof common / sizeof common[0] };

/* The commonest units, as UDUNITS-2 has them: to ask it would cost half the time of a whole run,
 * since it first reads its whole database. */
static const struct {
    const char *name;
    bool prefixed;
    struct lt_unit_factor factor;
} plain[] = {
    {"m", true, {1, {1}}},
    {"g", true, {1e-3, {0, 1}}},
    {"s", true, {1, {0, 0, 1}}},
    {"N", true, {1, {1, 1, -2}}},
    {"Pa", true, {1, {-1, 1, -2}}},
    {"J", true, {1, {2, 1, -2}}},
    {"W", true, {1, {2, 1, -3}}},
    {"Hz", true, {1, {0, 0, -1}}},
    {"rad", true, {1, {[ANGLE] = 1}}},
    {"deg", false, {M_PI / 180, {[ANGLE] = 1}}},
};

static const struct {
    char letter;
    double scale;
} prefixes[] = {{'G', 1e9}, {'M', 1e6}, {'k', 1e3}, {'c', 1e-2}, {'m', 1e-3}, {'u', 1e-6}};

/* The factor of an SI prefix, 1e-3 for 'm'; 0: the letter is no prefix. */
static double prefix_factor(char letter) {
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (prefixes[i].letter == letter)
            return prefixes[i].scale;
    return 0;
}

/* Finds one of the commonest units, with or without a prefix, as a factor to SI. False: it is
 * none. */
static bool find_plain(const char *name, struct lt_unit_factor *factor) {
    double scale = prefix_factor(*name);
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        bool whole = strcmp(name, plain[i].name) == 0;
        if (!whole && !(scale > 0 && plain[i].prefixed && strcmp(name + 1, plain[i].name) == 0))
            continue;
        *factor = plain[i].factor;
        factor->scale *= whole ? 1 : scale;
        return true;
    }
    return false;
}

/* Cache of the units found by UDUNITS-2 so far, or supplied instead of it. */
enum { MOST_TAUGHT = 256 };
static struct {
    char name[32];
    struct lt_unit_factor factor;
} taught[MOST_TAUGHT];
static size_t n_taught;
static pthread_mutex_t udunits_lock = PTHREAD_MUTEX_INITIALIZER;

/* Adds a unit to those known without the database: the web page, which has no database, adds the
 * units that it needs. */
void lt_units_teach(const char *name, const struct lt_unit_factor *factor) {
    if (n_taught == MOST_TAUGHT || strlen(name) >= sizeof taught->name)
        return;
    snprintf(taught[n_taught].name, sizeof taught->name, "%s", name);
    taught[n_taught++].factor = *factor;
}

/* Unit I, from 0, of those that were added or found in the database before, and its factor to
 * SI; NULL: there are no more. */
const char *lt_units_taught(size_t i, struct lt_unit_factor *factor) {
    if (i >= n_taught)
        return NULL;
    *factor = taught[i].factor;
    return taught[i].name;
}

/* Forgets added units and frees the database. */
void lt_units_close(void) {
    n_taught = 0;
#if LT_UDUNITS
    lt_unit_database_close();
#endif
}

/* FACTOR gets the factor of the unit NAME to SI and its exponents: those of an earlier use, or
 * from the database. False: it is not known, and WHY, of SIZE characters, says why. */
static bool query_unit(const char *name, struct lt_unit_factor *factor, char *why, size_t size) {
    for (size_t i = 0; i < n_taught; i++)
        if (strcmp(name, taught[i].name) == 0) {
            *factor = taught[i].factor;
            return true;
        }
    enum lt_unit_found found = LT_UNIT_UNKNOWN;
#if LT_UDUNITS
    /* Names for which the database is queried by a longer one. */
    static const struct {
        const char *name, *meaning;
    } aliases[] = {{"deg", "degree"}, {"rev", "revolution"}, {"dyn", "dyne"}};
    const char *meaning = name;
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
        if (strcmp(name, aliases[i].name) == 0)
            meaning = aliases[i].meaning;
    found = lt_unit_database_find(meaning, factor);
#endif
    if (found == LT_UNIT_KNOWN)
        lt_units_teach(name, factor);
    else if (found == LT_UNIT_NO_DATABASE)
        snprintf(why, size,
                 "no unit database: install libudunits2-data; numbers in SI without a unit do not "
                 "need it");
    else if (found == LT_UNIT_OFFSET)
        snprintf(why, size, "'%s' has a zero point of its own and is not a multiple of an SI unit",
                 name);
    else {
        const char *near = strcmp(name, "Nm") == 0   ? "N m"
                           : strcmp(name, "Ns") == 0 ? "N s"
                                                     : lt_errors_nearest(name, common, COMMON);
        snprintf(why, size, near ? "unknown unit '%s'; did you mean '%s'?" : "unknown unit '%s'",
                 name, near);
    }
    return found == LT_UNIT_KNOWN;
}

/* FACTOR gets the factor of the unit NAME to SI and its exponents, under a lock: all threads
 * that verify laws or read programs share one database. False: WHY, of SIZE characters, says why
 * it is not known. */
static bool look_up_factor(const char *name, struct lt_unit_factor *factor, char *why,
                           size_t size) {
    if (find_plain(name, factor))
        return true;
    pthread_mutex_lock(&udunits_lock);
    bool known = query_unit(name, factor, why, size);
    pthread_mutex_unlock(&udunits_lock);
    return known;
}

/* Unit I of a list of common ones; NULL: there are no more. */
const char *lt_units_common(size_t i) {
    return i < sizeof common / sizeof common[0] ? common[i] : NULL;
}

/* ---- A product of names with exponents ---- */

/* True if a text begins with a decimal number. */
static bool begins_number(const char *text) {
    text += *text == '+' || *text == '-';
    return isdigit((unsigned char)text[0]) || (text[0] == '.' && isdigit((unsigned char)text[1]));
}

/* True if a text begins as a hexadecimal number does, which strtod() would read. */
static bool is_hexadecimal(const char *text) {
    text += *text == '+' || *text == '-';
    return text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
}

/* The number of bytes of the unit's name at TEXT: letters, '_' and characters beyond ASCII
 * except the dot of a product. */
static size_t length_of_unit(const char *text) {
    size_t n = 0;
    while (isalpha((unsigned char)text[n]) || text[n] == '_' ||
           ((unsigned char)text[n] >= 0x80 && strncmp(text + n, "·", 2) != 0))
        n++;
    return n;
}

/* Reads an exponent at *AT, which moves behind it: "^2", "**2", "2", "-1", "^-1.5", or nothing,
 * which is 1; *HALVES is twice its value. False: it is no multiple of 1/2, or above 10. */
static bool read_exponent(const char **at, int *halves) {
    *halves = 2;
    const size_t caret = **at == '^' ? 1 : strncmp(*at, "**", 2) == 0 ? 2 : 0;
    *at += caret;
    if (!begins_number(*at))
        return !caret;
    if (is_hexadecimal(*at))
        return false;
    char *end;
    double twice = 2 * strtod(*at, &end);
    *at = end[-1] == '.' ? end - 1 : end; /* "m2.s": this dot multiplies */
    if (twice != rint(twice) || fabs(twice) > 20)
        return false;
    *halves = (int)twice;
    return true;
}

/* Skips the separator between two factors at *AT; *SIGN is -1 for a quotient, else 1. False:
 * there is none. */
static bool read_separator(const char **at, int *sign) {
    const char *start = *at;
    *at += strspn(*at, " \t");
    *sign = **at == '/' ? -1 : 1;
    if (**at == '/' || **at == '*' || **at == '.')
        ++*at;
    else if (strncmp(*at, "·", 2) == 0)
        *at += 2;
    *at += strspn(*at, " \t");
    return *at > start;
}

/* Multiplies UNIT by FACTOR to the power of HALVES/2: exponents are kept in halves, since
 * N/m^1.5 occurs. */
static void multiply_unit(struct unit *unit, const struct lt_unit_factor *factor, int halves) {
    for (size_t k = 0; k < N_BASES; k++)
        unit->halves[k] += factor->powers[k] * halves;
    /* 1/0.001 is 1000 exactly, so dividing by it rounds once: 7 mm is 0.007. */
    bool small = factor->scale < 1;
    double scale = pow(small ? 1 / factor->scale : factor->scale, abs(halves) / 2.0);
    if (small == (halves < 0))
        unit->times *= scale;
    else
        unit->over *= scale;
}

/* Reads a product of units such as "N/m^1.5" from TEXT into UNIT, as a factor to SI and
 * exponents. False: WHY, of SIZE characters, says what is wrong. */
static bool read_unit(const char *text, struct unit *unit, char *why, size_t size) {
    *unit = (struct unit){.times = 1, .over = 1};
    int sign = 1;
    for (const char *at = text;;) {
        char name[64];
        size_t length = length_of_unit(at);
        bool one = length == 0 && *at == '1'; /* as in "1/s" */
        if ((length == 0 && !one) || length >= sizeof name)
            break;
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        at += one ? 1 : length;
        if (!one) {
            int halves;
            struct lt_unit_factor factor;
            if (!read_exponent(&at, &halves))
                break;
            if (!look_up_factor(name, &factor, why, size))
                return false;
            multiply_unit(unit, &factor, sign * halves);
        }
        if (!*at)
            return true;
        if (!read_separator(&at, &sign))
            break;
    }
    snprintf(why, size,
             "cannot read the unit '%.60s'; write it like 'N/m', 'kg m^-3' or 'N/m^1.5' (exponents "
             "are whole or half)",
             text);
    return false;
}

/* True if a quantity of this unit is a pure number: "" or "1". */
bool lt_units_is_bare(const char *unit) {
    return !unit[0] || strcmp(unit, "1") == 0;
}

/* True if a unit is known and in SI without a factor. */
bool lt_units_known(const char *unit) {
    char why[256];
    struct unit si;
    return read_unit(unit, &si, why, sizeof why) && si.times == 1 && si.over == 1;
}

/* Twice the exponents of m, kg and s in a unit; an angle counts as a number. False: the unit is
 * not known. */
bool lt_units_dimension(const char *unit, int halves[3]) {
    char why[256];
    struct unit si;
    bool known = read_unit(unit, &si, why, sizeof why);
    for (size_t i = 0; known && i < 3; i++)
        halves[i] = si.halves[i];
    return known;
}

/* ---- Compare and describe ---- */

/* True if two units have the same exponents. */
static bool same_dimension(const struct unit *a, const struct unit *b) {
    return memcmp(a->halves, b->halves, sizeof a->halves) == 0;
}

/* True if a quantity in FROM can be given where TO is expected. An angle may be written without
 * rad; elsewhere rad counts as a dimension. */
static bool is_convertible(const struct unit *from, const struct unit *to) {
    struct unit bare = *to;
    bare.halves[ANGLE] = 0;
    return same_dimension(from, to) || same_dimension(from, &bare);
}

/* Writes the quantity of the unit WRITTEN into OUT: "a length (m)", or "a quantity in m^2.5 s"
 * if it has no name. IS_SI: the unit is one of SI and is quoted as it is. */
static void describe_unit(const struct unit *unit, const char *written, bool is_si, char *out,
                          size_t size) {
    size_t found = N_DIMENSIONS;
    for (size_t i = 0; i < N_DIMENSIONS; i++) {
        struct unit known;
        char why[256];
        if (!read_unit(dimensions[i].unit, &known, why, sizeof why) ||
            !same_dimension(unit, &known))
            continue;
        /* Joule and newton metre have the same dimension: prefer the one that was written. */
        if (found == N_DIMENSIONS || strcmp(written, dimensions[i].unit) == 0)
            found = i;
    }
    if (found == N_DIMENSIONS)
        snprintf(out, size, "a quantity in %s", written);
    else if (strcmp(dimensions[found].unit, "1") == 0)
        snprintf(out, size, "%s", dimensions[found].name);
    else
        snprintf(out, size, "%s (%s)", dimensions[found].name,
                 is_si ? written : dimensions[found].unit);
}

/* True if a unit is a frequency in Hz, which has the dimension of rad/s but differs from it by 2
 * pi. */
static bool counts_turns(const char *text) {
    return strstr(text, "Hz") || strcasestr(text, "hertz");
}

/* True if the message WHY proposes, by "did you mean", a unit of another quantity than WANTED. */
static bool of_another(const char *why, const struct unit *wanted) {
    char name[32], ignored[256];
    struct unit unit;
    const char *begin = strstr(why, "mean '");
    return begin && sscanf(begin, "mean '%31[^']'", name) == 1 &&
           read_unit(name, &unit, ignored, sizeof ignored) && !same_dimension(&unit, wanted);
}

/* Adds to the message WHY, that a unit is not known, the expected quantity. If TEXT is one name
 * alone, the most similar common unit of that quantity is proposed. */
static void report_unit(const char *text, const char *wanted, char *why, size_t size) {
    const char *near[COMMON];
    struct unit to, unit;
    char ignored[256], expected[128];
    size_t n = 0;
    if (strncmp(why, "unknown unit", 12) != 0 || !*wanted ||
        !read_unit(wanted, &to, ignored, sizeof ignored))
        return;
    for (size_t i = 0; i < COMMON; i++)
        if (read_unit(common[i], &unit, ignored, sizeof ignored) && same_dimension(&unit, &to))
            near[n++] = common[i];
    const bool alone = length_of_unit(text) == strlen(text);
    const char *one = alone && n > 0 ? lt_errors_nearest(text, near, n) : NULL;
    describe_unit(&to, wanted, true, expected, sizeof expected);
    const size_t length = strlen(why);
    if (one)
        snprintf(why, size, "unknown unit '%.60s', expected %s; did you mean '%s'?", text, expected,
                 one);
    else if (strchr(why, ';') && !(alone && of_another(why, &to)))
        return;
    else if (strchr(why, ';'))
        snprintf(why, size, "unknown unit '%.60s', expected %s", text, expected);
    else if (length < size)
        snprintf(why + length, size - length, ", expected %s", expected);
}

/* Converts *VALUE from the unit FROM_TEXT to TO_TEXT ("": to SI); TEXT is quoted in messages.
 * False: WHY, of SIZE characters, says why that is not possible. Hz is not converted to rad/s,
 * from which it differs by 2 pi. */
static bool convert_value(const char *text, const char *from_text, const char *to_text,
                          double *value, char *why, size_t size) {
    struct unit from, to;
    if (!read_unit(from_text, &from, why, size)) {
        report_unit(from_text, to_text, why, size);
        return false;
    }
    *value = *value * from.times / from.over;
    if (!*to_text)
        return true;
    if (!read_unit(to_text, &to, why, size))
        return false;
    bool turns = counts_turns(from_text) && from.halves[ANGLE] != to.halves[ANGLE];
    if (is_convertible(&from, &to) && !turns) {
        *value = *value * to.over / to.times;
        return true;
    }
    char is[256], expected[256];
    describe_unit(&from, from_text, false, is, sizeof is);
    describe_unit(&to, to_text, true, expected, sizeof expected);
    snprintf(why, size, "'%.60s' is %s, expected %s", text, is, expected);
    return false;
}

/* ---- A number and what follows it ---- */

/* True if TEXT begins with WORD as a whole word. */
static bool is_word(const char *text, const char *word) {
    size_t n = strlen(word);
    return strncmp(text, word, n) == 0 && !isalnum((unsigned char)text[n]) && text[n] != '_';
}

/* True if REST begins with an operator: it continues a formula, since no unit begins so. */
static bool begins_operator(const char *rest) {
    return strchr("+-*/%^<>=~()!&|?", *rest) || is_word(rest, "and") || is_word(rest, "or");
}

/* True if TEXT is infinite or not a number, also as YAML writes them: ".inf", ".nan". */
static bool is_non_finite(const char *text) {
    text += *text == '+' || *text == '-';
    text += *text == '.';
    return strcasecmp(text, "nan") == 0 || strcasecmp(text, "inf") == 0 ||
           strcasecmp(text, "infinity") == 0;
}

/* Writes into WHY that TEXT has a decimal comma: "1,5" is 1.5 and "1.000,5" is 1000.5; "1,000"
 * may also be a thousand; more commas, or one before a point, separate thousands. */
static void report_comma(const char *text, char *why, size_t size) {
    char number[64] = "", whole[64] = "";
    const char *comma = strchr(text, ',');
    const size_t digits = strspn(comma + 1, "0123456789");
    const bool several = strchr(comma + 1, ',') || comma[1 + digits] == '.';
    const bool either = digits == 3 && !strchr(text, '.');
    size_t n = 0, m = 0;
    for (const char *at = text; *at && n + 1 < sizeof number && m + 1 < sizeof whole; at++) {
        const bool divides = *at == ',' || (*at == '.' && at < comma);
        if (!divides)
            whole[m++] = *at;
        if (!divides || (*at == ',' && !several))
            number[n++] = *at == ',' ? '.' : *at;
    }
    snprintf(why, size, "'%.60s': decimals follow a point, not a comma: write '%s'%s%s%s", text,
             number, either && !several ? ", or '" : "", either && !several ? whole : "",
             either && !several ? "'" : "");
}

/* Interprets the text REST behind the number *VALUE in TEXT: a unit, from which *VALUE is
 * converted to UNIT, or a mistake such as a decimal comma. Returns LT_QUANTITY_OK, or else WHY,
 * of SIZE characters, says what is wrong. errno is that of strtod(). */
static enum lt_quantity read_rest(const char *text, const char *rest, const char *unit,
                                  double *value, char *why, size_t size) {
    if (*rest == ',') {
        report_comma(text, why, size);
        return LT_QUANTITY_WRONG;
    }
    if ((*rest == 'e' || *rest == 'E') && length_of_unit(rest) == 1) {
        snprintf(why, size, "'%.60s': the exponent has no digits", text);
        return LT_QUANTITY_WRONG;
    }
    double number = *value;
    bool lost = number == 0 && errno == ERANGE;
    if (*rest && !convert_value(text, rest, unit, value, why, size))
        return LT_QUANTITY_WRONG;
    if (isfinite(*value) && (*value != 0 || number == 0) && !lost)
        return LT_QUANTITY_OK;
    snprintf(why, size, "'%.60s' is beyond the range of numbers", text);
    return LT_QUANTITY_WRONG;
}

/* Reads a number with or without a unit from TEXT as *VALUE in the SI unit UNIT ("": any). A
 * number without a unit is in UNIT; "%" is permitted for the unit "1". WHY, of SIZE characters,
 * says what is wrong unless the result is LT_QUANTITY_OK. */
enum lt_quantity lt_units_read(const char *text, const char *unit, double *value, char *why,
                               size_t size) {
    text += strspn(text, " \t\r\n");
    if (is_non_finite(text) || is_hexadecimal(text)) {
        snprintf(why, size, "'%.60s': numbers are finite and decimal", text);
        return LT_QUANTITY_WRONG;
    }
    if (!begins_number(text)) {
        snprintf(why, size, "'%.60s' is not a number", text);
        return LT_QUANTITY_NOT_A_NUMBER;
    }
    char *end;
    errno = 0;
    double number = strtod(text, &end);
    const char *rest = end + strspn(end, " \t\r\n");
    if (*rest == '%' && !rest[1 + strspn(rest + 1, " \t\r\n")] && strcmp(unit, "1") == 0) {
        *value = number / 100;
        return LT_QUANTITY_OK;
    }
    if (*rest && begins_operator(rest)) {
        snprintf(why, size, "'%.60s' is a formula, expected a number", text);
        return LT_QUANTITY_NOT_A_NUMBER;
    }
    /* What follows the number is its unit, without blanks at its end. */
    char trimmed[128];
    size_t length = strlen(rest);
    while (length > 0 && isspace((unsigned char)rest[length - 1]))
        length--;
    if (length >= sizeof trimmed) {
        snprintf(why, size, "'%.60s ...': the unit is too long", text);
        return LT_QUANTITY_WRONG;
    }
    snprintf(trimmed, sizeof trimmed, "%.*s", (int)length, rest);
    enum lt_quantity read = read_rest(text, trimmed, unit, &number, why, size);
    if (read == LT_QUANTITY_OK)
        *value = number;
    return read;
}

/* Writes a unit as a product of base units, "m^2.5 s". */
static void compose_unit(const struct unit *unit, char *out, size_t size) {
    size_t n = 0;
    for (size_t k = 0; k < N_BASES && n < size; k++) {
        double exponent = unit->halves[k] / 2.0;
        const char *gap = n > 0 ? " " : "";
        if (exponent == 1)
            n += (size_t)snprintf(out + n, size - n, "%s%s", gap, lt_unit_bases[k]);
        else if (exponent != 0)
            n += (size_t)snprintf(out + n, size - n, "%s%s^%g", gap, lt_unit_bases[k], exponent);
    }
}

/* The SI unit of a quantity such as "5 mm", as a known one of its dimension or as a product; "":
 * it has none. */
void lt_units_si(const char *text, char *unit, size_t size) {
    char *rest, why[256];
    struct unit read, known;
    strtod(text, &rest);
    rest += strspn(rest, " \t\r\n");
    *unit = '\0';
    if (rest == text || !*rest || begins_operator(rest) || !read_unit(rest, &read, why, sizeof why))
        return;
    if (read.times == 1 && read.over == 1) {
        snprintf(unit, size, "%s", rest);
        return;
    }
    compose_unit(&read, unit, size);
    for (size_t i = 0; i < N_DIMENSIONS; i++)
        if (read_unit(dimensions[i].unit, &known, why, sizeof why) &&
            same_dimension(&read, &known)) {
            snprintf(unit, size, "%s", dimensions[i].unit);
            return;
        }
}
