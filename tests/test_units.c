/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/units.h"
#include "lt_check.h"

#include <stdio.h>
#include <string.h>
#include <udunits2.h>

static const struct {
    const char *text, *unit;
    double value;
} good[] = {
    {"0.5", "1", 0.5},
    {" -5 ", "m", -5},
    {"+.5", "m", 0.5},
    {"5.", "m", 5},
    {"1e3", "N/m", 1e3},
    {"5 mm", "m", 0.005},
    {"7 mm", "m", 0.007}, /* rounded once, as 0.007 is */
    {"5mm", "m", 0.005},
    {"5\tmm", "m", 0.005},
    {"3 um", "m", 3e-6},
    {"3 µm", "m", 3e-6},
    {"60 GPa", "Pa", 60e9},
    {"2500 kg/m^3", "kg/m^3", 2500},
    {"2.5 g/cm^3", "kg/m^3", 2500},
    {"2500 kg*m^-3", "kg/m^3", 2500},
    {"2500 kg m-3", "kg/m^3", 2500},
    {"2500 kg/m³", "kg/m^3", 2500},
    {"1e5 N/m", "N/m", 1e5},
    {"50 %", "1", 0.5},
    {"5%", "1", 0.05},
    {"1e5N/m", "N/m", 1e5},
    {"2 N/mm", "N/m", 2000},
    {"3 N m", "N m", 3},
    {"3 N.m", "N m", 3},
    {"3 N·m", "N m", 3},
    {"3 J", "N m", 3},
    {"9.81 m/s^2", "m/s^2", 9.81},
    {"9.81 m/s2", "m/s^2", 9.81},
    {"9.81 m s2.m^-1 / s4", "m/s^2 m^-1", 9.81},
    {"3 N/m^1.5", "N/m^1.5", 3},
    {"3 N/mm^1.5", "N/m^1.5", 3 * 31622.776601683792},
    {"3 kPa m^0.5", "Pa m^.5", 3000},
    {"5 1/s", "Hz", 5},
    {"5 kHz", "1/s", 5000},
    {"180 deg", "rad", 3.14159265358979312},
    {"180°", "rad", 3.14159265358979312},
    {"2 mrad", "rad", 0.002},
    {"1 rev", "rad", 6.28318530717958623},
    {"60 rpm", "rad/s", 6.28318530717958623},
    {"180 deg/s", "rad/s", 3.14159265358979312},
    {"5 1/s", "rad/s", 5},
    {"5 N m", "N m/rad", 5},
    {"5 N m/rad", "N m/rad", 5},
    {"1e-3", "", 1e-3},
    {"4 mm", "", 0.004},
    {"0 mm", "m", 0},
};

START_TEST(reads) {
    double value = NAN;
    char why[256] = "";
    enum lt_quantity read = lt_units_read(good[_i].text, good[_i].unit, &value, why, sizeof why);
    ck_assert_msg(read == LT_QUANTITY_OK, "'%s': %s", good[_i].text, why);
    ck_near(value, good[_i].value, 2e-16);
    lt_units_close();
}
END_TEST

START_TEST(decimal_prefixes_are_exact) {
    double value = NAN;
    char text[32], plain[32], why[256];
    for (int i = 1; i < 1000; i++) {
        snprintf(text, sizeof text, "%d um", i);
        snprintf(plain, sizeof plain, "%de-6", i);
        ck_assert_int_eq(lt_units_read(text, "m", &value, why, sizeof why), LT_QUANTITY_OK);
        ck_assert_double_eq(value, strtod(plain, NULL));
    }
    lt_units_close();
}
END_TEST

static const struct {
    const char *text, *unit, *why;
} wrong[] = {
    {"60 mm", "Pa", "'60 mm' is a length (m), expected a pressure (Pa)"},
    {"5 Hz", "s", "'5 Hz' is a frequency (Hz), expected a time (s)"},
    {"5 s", "1/s", "'5 s' is a time (s), expected a frequency (1/s)"},
    {"5 deg", "1", "'5 deg' is an angle (rad), expected a plain number"},
    {"5 rad", "m", "'5 rad' is an angle (rad), expected a length (m)"},
    {"5 rad/s", "1/s", "is an angular velocity (rad/s), expected a frequency (1/s)"},
    {"5 Hz", "rad/s", "'5 Hz' is a frequency (Hz), expected an angular velocity (rad/s)"},
    {"5 N m", "N", "'5 N m' is a moment (N m), expected a force (N)"},
    {"5 kJ", "N", "'5 kJ' is an energy (J), expected a force (N)"},
    {"5 J/m^2", "J", "'5 J/m^2' is a surface energy (J/m^2), expected an energy (J)"},
    {"5 N/m", "N/m^1.5", "'5 N/m' is a stiffness (N/m), expected a quantity in N/m^1.5"},
    {"5 N/m^1.5", "N/m", "'5 N/m^1.5' is a quantity in N/m^1.5, expected a stiffness (N/m)"},
    {"5 m/m", "m", "'5 m/m' is a plain number, expected a length (m)"},
    {"60 Gpa", "Pa", "unknown unit 'Gpa', expected a pressure (Pa); did you mean 'GPa'?"},
    {"60 GP", "Pa", "unknown unit 'GP', expected a pressure (Pa); did you mean 'GPa'?"},
    {"5 Nm", "N/m", "unknown unit 'Nm', expected a stiffness (N/m)"},
    {"5 Nm", "N m", "unknown unit 'Nm'; did you mean 'N m'?"},
    {"5 wanted", "Pa", "unknown unit 'wanted', expected a pressure (Pa)"},
    {"1,5 mm", "m", "write '1.5 mm'"},
    {"1.000,5 mm", "m", "write '1000.5 mm'"},
    {"1,000 mm", "m", "write '1.000 mm', or '1000 mm'"},
    {"1,000,000.5 mm", "m", "write '1000000.5 mm'"},
    {"1,000.5 mm", "m", "write '1000.5 mm'"},
    {"1,5 N.m", "N m", "write '1.5 N.m'"},
    {"20 degC", "K", "'degC' has a zero point of its own"},
    {"20 °C", "K", "'°C' has a zero point of its own"},
    {"20 dBZ", "1", "'dBZ' has a zero point of its own"},
    {"5 N/", "N", "cannot read the unit 'N/'"},
    {"5 N//m", "N", "cannot read the unit 'N//m'"},
    {"5 N-m", "N m", "cannot read the unit 'N-m'"},
    {"5 m^", "m", "cannot read the unit 'm^'"},
    {"5 m^1.3", "m", "exponents are whole or half"},
    {"5 m^99", "m", "cannot read the unit 'm^99'"},
    {"5 m^0x2", "m^2", "cannot read the unit 'm^0x2'"},
    {"5 m2s", "m^2 s", "cannot read the unit 'm2s'"},
    {"5 6", "1", "cannot read the unit '6'"},
    {"5 12", "1", "cannot read the unit '12'"},
    {"1.2.3", "1", "cannot read the unit '.3'"},
    {"5 [m]", "m", "cannot read the unit '[m]'"},
    {"1e999", "1", "'1e999' is beyond the range of numbers"},
    {"-1e999 m", "m", "'-1e999 m' is beyond the range of numbers"},
    {"1e308 GPa", "Pa", "'1e308 GPa' is beyond the range of numbers"},
    {"1e-320 nm^9", "m^9", "is beyond the range of numbers"},
    {"nan", "1", "'nan': numbers are finite and decimal"},
    {"-Inf", "1", "'-Inf': numbers are finite and decimal"},
    {"0x10", "1", "'0x10': numbers are finite and decimal"},
    {"1,5", "1", "decimals follow a point"},
    {"1e", "1", "the exponent has no digits"},
    {"1e-", "1", "'1e-': the exponent has no digits"},
};

START_TEST(refuses) {
    double value = 42;
    char why[256] = "";
    enum lt_quantity read = lt_units_read(wrong[_i].text, wrong[_i].unit, &value, why, sizeof why);
    ck_assert_int_eq(read, LT_QUANTITY_WRONG);
    ck_assert_msg(strstr(why, wrong[_i].why) != NULL, "'%s' gave: %s", wrong[_i].text, why);
    ck_assert_double_eq(value, 42);
    lt_units_close();
}
END_TEST

START_TEST(refuses_a_unit_that_does_not_end) {
    char text[4096] = "5 ", why[256];
    memset(text + 2, 'm', sizeof text - 3);
    text[sizeof text - 1] = '\0';
    double value;
    ck_assert_int_eq(lt_units_read(text, "m", &value, why, sizeof why), LT_QUANTITY_WRONG);
    text[100] = '\0';
    ck_assert_int_eq(lt_units_read(text, "m", &value, why, sizeof why), LT_QUANTITY_WRONG);
    lt_units_close();
}
END_TEST

static const char *const formulas[] = {
    "",      "un",    "-un",    "2*kn",   "1/3",   "5 + 3",        "2e3*x",  "5 /s",
    "2^0.5", "5 < 6", "5 ~= 6", "5 != 6", "5 % 3", "2 and wanted", "1 or 2", "(5)",
    "5 (m)", "5)",    "- 5",    ".",      "e5",    "5 == 5",       "5-3",    "1 ? 2 : 3",
};

START_TEST(leaves_formulas_alone) {
    double value = 42;
    char why[256] = "";
    ck_assert_int_eq(lt_units_read(formulas[_i], "m", &value, why, sizeof why),
                     LT_QUANTITY_NOT_A_NUMBER);
    ck_assert_str_ne(why, "");
    ck_assert_double_eq(value, 42);
}
END_TEST

START_TEST(knows_si_units) {
    ck_assert(lt_units_known("1"));
    ck_assert(lt_units_known("N m/rad"));
    ck_assert(lt_units_known("N/m^1.5"));
    ck_assert(!lt_units_known("mm"));
    ck_assert(!lt_units_known("deg"));
    ck_assert(!lt_units_known("wanted"));
    ck_assert(!lt_units_known(""));
    lt_units_close();
}
END_TEST

/* Without its database UDUNITS-2 cannot have been asked. */
static void hide_database(void) {
    setenv("UDUNITS2_XML_PATH", "/nonexistent/udunits2.xml", 1);
}

static const struct {
    const char *text, *unit;
} labels[] = {{"5 mm", "m"},
              {"20 cm/s", "m/s"},
              {"100 kN/m", "N/m"},
              {"3 N m", "N m"},
              {"2 N/m^1.5", "N/m^1.5"},
              {"2 kN/m^1.5", "m^-0.5 kg s^-2"},
              {"7 mm^2.5 kg", "m^2.5 kg"},
              {"1 GPa", "Pa"},
              {"1 J/m^3", "J/m^3"},
              {"1e3", ""},
              {"2*k", ""},
              {"k", ""},
              {"3 furlongs per", ""},
              {"30 deg", "rad"},
              {"50 %", ""}};

START_TEST(names_the_unit_in_si) {
    char unit[64];
    lt_units_si(labels[_i].text, unit, sizeof unit);
    ck_assert_str_eq(unit, labels[_i].unit);
}
END_TEST

START_TEST(needs_the_database_for_rare_units_only) {
    hide_database();
    double value;
    char why[256];
    ck_assert_int_eq(lt_units_read("5", "m", &value, why, sizeof why), LT_QUANTITY_OK);
    ck_assert_int_eq(lt_units_read("5 kg/m^3", "kg/m^3", &value, why, sizeof why), LT_QUANTITY_OK);
    ck_assert_int_eq(lt_units_read("5 psi", "Pa", &value, why, sizeof why), LT_QUANTITY_WRONG);
    ck_assert_ptr_nonnull(strstr(why, "libudunits2-data"));
    ck_assert_ptr_nonnull(strstr(why, "SI"));
}
END_TEST

static const char *const plain[] = {"m", "g", "s", "N", "Pa", "J", "W", "Hz", "rad", "deg"};
static const char *const prefixes[] = {"", "G", "M", "k", "c", "m", "u"};
enum { N_PREFIXES = sizeof prefixes / sizeof prefixes[0] };

/* "0.001 kg.m2.s-2" for "mJ": UDUNITS-2 writes 15 digits. */
START_TEST(agrees_with_udunits) {
    ut_set_error_message_handler(ut_ignore);
    ut_system *database = ut_read_xml(NULL);
    ck_assert_ptr_nonnull(database);
    hide_database();
    for (size_t i = 0; i < sizeof plain / sizeof plain[0] * N_PREFIXES; i++) {
        const char *name = plain[i / N_PREFIXES], *prefix = prefixes[i % N_PREFIXES];
        bool degree = strcmp(name, "deg") == 0;
        if (degree && *prefix)
            continue;
        char written[16], definition[64], why[256] = "", *base;
        snprintf(written, sizeof written, "1 %s%s", prefix, name);
        ut_unit *unit = ut_parse(database, degree ? "degree" : written + 2, UT_UTF8);
        ck_assert_msg(unit != NULL, "UDUNITS-2 knows no %s", written + 2);
        ck_assert_int_gt(ut_format(unit, definition, sizeof definition, UT_DEFINITION), 0);
        double scale = strtod(definition, &base), value = NAN;
        scale = base == definition ? 1 : scale;
        base += strspn(base, " ");
        ck_assert_msg(lt_units_read(written, base, &value, why, sizeof why) == LT_QUANTITY_OK, "%s",
                      why);
        ck_near(value, scale, 1e-14);
        ut_free(unit);
    }
    ut_free_system(database);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, reads, 0, sizeof good / sizeof good[0]);
    tcase_add_test(t, decimal_prefixes_are_exact);
    tcase_add_loop_test(t, refuses, 0, sizeof wrong / sizeof wrong[0]);
    tcase_add_test(t, refuses_a_unit_that_does_not_end);
    tcase_add_loop_test(t, leaves_formulas_alone, 0, sizeof formulas / sizeof formulas[0]);
    tcase_add_test(t, knows_si_units);
    tcase_add_loop_test(t, names_the_unit_in_si, 0, sizeof labels / sizeof labels[0]);
    tcase_add_test(t, needs_the_database_for_rare_units_only);
    tcase_add_test(t, agrees_with_udunits);
}

LT_TESTS("units", add)
