/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"
#include "formula/expr.h"
#include "formula/work.h"
#include "lt_check.h"

#include <stdio.h>
#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

/* Formulas over the fixed names, the let names a = 2 and b = -3, and k, which is not yet kept. */
struct bench {
    struct lt_arena *arena;
    struct lt_errors *errors;
    struct lt_names *names;
    struct lt_expr *expr;
    double *values;
    char why[512];
};

static struct bench bench_new(void) {
    static const char *const lets[] = {"a", "b"}, *const kept[] = {"k"};
    struct bench b = {lt_arena_new(), lt_errors_new(), .expr = lt_expr_new()};
    b.names = lt_names_new(NULL, lets, 2, kept, 1, b.arena);
    b.values = lt_arena_get(b.arena, b.names->slots * sizeof *b.values);
    b.values[b.names->lets] = 2;
    b.values[b.names->lets + 1] = -3;
    b.values[b.names->kept] = NAN;
    return b;
}

static void bench_free(struct bench *b) {
    lt_expr_free(b->expr);
    lt_errors_free(b->errors);
    lt_arena_free(b->arena);
}

static struct lt_formula *read_in(struct bench *b, const char *text, enum lt_formula_kind kind,
                                  enum lt_scope scope) {
    struct lt_names names = lt_names_in(b->names, scope);
    struct lt_mark mark = {.line = 3, .column = 10};
    return lt_formula_read(text, mark, "until", kind, &names, b->arena, b->errors);
}

static struct lt_formula *read(struct bench *b, const char *text, enum lt_formula_kind kind) {
    struct lt_formula *formula = read_in(b, text, kind, LT_SCOPE_STEP);
    ck_assert_msg(formula != NULL, "'%s': %s", text,
                  b->errors->count ? b->errors->list[0].text : "refused without an error");
    ck_assert_uint_eq(b->errors->count, 0);
    return formula;
}

static const struct {
    const char *text;
    double value;
} numbers[] = {
    {"2", 2},
    {" 2 ", 2},
    {".5e1", 5},
    {"4^(0.2525*a)", 2.0139111001134378},
    {"4^(0.7575*a)", 8.168097005657545},
    {"4^(1.2625*a)", 33.128477562924076},
    {"4^(1.01*a)", 16.449821226497065},
    {"4^(0.25*a)", 2},
    {"4^(0.75*a)", 8},
    {"4^(1.25*a)", 32},
    {"4^(1*a)", 16},
    {"4^(1.5*a)", 64},
    {"4^(1.515*a)", 66.717808693831756},
    {"4^(0.2475*a)", 1.9861849908740719},
    {"4^0.505", 2.0139111001134378},
    {"4^1.515", 8.168097005657545},
    {"4^2.525", 33.128477562924076},
    {"3^2.02", 9.199938719506294},
    {"3^0.99", 2.9672220125165123},
    {"2^(-0.505)", 0.70466037757100974},
    {"9^0.495", 2.9672220125165123},
    {"4^2.475", 30.909962525595063},
    {"4^1.485", 7.8353623806954165},
    {"5.", 5},
    {"a", 2},
    {"a*b", -6},
    {"-a^2", -4},
    {"2^-1", 0.5},
    {"2^3^2", 512},
    {"1 - -1", 2},
    {"7/2", 3.5},
    {"7//2", 3},
    {"-7%3", 2},
    {"1//0", INFINITY},
    {"-1/0", -INFINITY},
    {"2^63 + 0", 0x1p63},
    {"9223372036854775807+1", 0x1p63},
    {"9223372036854775808 // 1", 0x1p63},
    {"(1 + 2)*3", 9},
    {"abs(b)", 3},
    {"math.abs(b)", 3},
    {"acos(1)", 0},
    {"acosh(1)", 0},
    {"asin(0)", 0},
    {"4*atan(1)", 3.14159265358979312},
    {"2*atan(1, 0)", 3.14159265358979312},
    {"ceil(1.5)", 2},
    {"ceil(1.5) // 0", INFINITY},
    {"clamp(5, 0, 1)", 1},
    {"clamp(-5, 0, 1)", 0},
    {"clamp(0.5, 0, 1)", 0.5},
    {"cos(0)", 1},
    {"deg(pi)", 180},
    {"exp(0)", 1},
    {"floor(-1.5)", -2},
    {"floor(1e300)", 1e300},
    {"fmod(-7, 3)", -1},
    {"hypot(3, 4)", 5},
    {"log(1)", 0},
    {"log(0)", -INFINITY},
    {"log(1000, 10)", 3},
    {"log(8, 2)", 3},
    {"log(9, 3)", 2},
    {"lookup(-1, 0, 5, 1, 7)", 5},
    {"lookup(0, 0, 5, 1, 7)", 5},
    {"lookup(0.25, 0, 5, 1, 7, 2, 1)", 5.5},
    {"lookup(1, 0, 5, 1, 7, 2, 1)", 7},
    {"lookup(1.5, 0, 5, 1, 7, 2, 1)", 4},
    {"lookup(2, 0, 5, 1, 7, 2, 1)", 1},
    {"math.lookup(1e300, 0, 5, 1, 7, 2, 1)", 1},
    {"lookup(-huge, -1e300, 5, 1, 7)", 5},
    {"lookup(huge, 0, 5, 1, 7)", 7},
    {"lookup(-2.5, b, -1, -a, 1)", 0},
    {"lookup(a, (2), 3, 1 + 2, 4)", 3},
    {"max(1, a, b)", 2},
    {"min(1, a, b)", -3},
    {"modf(-1.5)", -1},
    {"math.pi", 3.14159265358979312},
    {"huge", INFINITY},
    {"-math.huge", -INFINITY},
    {"5e-324", 5e-324},
    {"0e-999", 0},
    {"rad(180)", 3.14159265358979312},
    {"ramp(-1, 0, 2)", 0},
    {"ramp(0, 0, 2)", 0},
    {"ramp(0.5, 0, 2)", 0.25},
    {"ramp(2, 0, 2)", 1},
    {"ramp(-2.5, b, -2)", 0.5},
    {"math.ramp(1e300, 0, 2)", 1},
    {"ramp(huge, 0, 2)", 1},
    {"ramp(-huge, 0, 2)", 0},
    {"ramp(1.999, 2, 2)", 0},
    {"ramp(2, 2, 2)", 1},
    {"ramp(2.001, 2, 2)", 1},
    {"sign(b)", -1},
    {"sign(0)", 0},
    {"sin(0)", 0},
    {"sqrt(4)", 2},
    {"sqrt(huge)", INFINITY},
    {"square(0)", 1},
    {"square(3.14)", 1},
    {"square(pi)", -1},
    {"square(6.28)", -1},
    {"square(2*pi)", 1},
    {"square(2001*pi)", -1},
    {"square(-0.1)", -1},
    {"square(-pi)", -1},
    {"square(-3.2)", 1},
    {"square(-2*pi)", 1},
    {"math.square(1e15)", 1}, /* sin(1e15) = 0.858 */
    {"tan(0)", 0},
    {"triangle(0)", 0},
    {"triangle(pi/4)", 0.5},
    {"triangle(pi/2)", 1},
    {"triangle(0.75*pi)", 0.5},
    {"triangle(1.25*pi)", -0.5},
    {"triangle(1.5*pi)", -1},
    {"triangle(-pi/4)", -0.5},
    {"triangle(-pi/2)", -1},
    {"triangle(2.25*pi)", 0.5},
    {"math.triangle(1e15)", 0.65692446494651}, /* 2/pi asin(sin(1e15)) */
    {"contact and 1 or 2", 2},
    {"a > 1 and a or b", 2},
    {"a > 3 and 1 or a > 1 and 2 or 3", 2},
    {"(a > 3 and 1 or b) + 1", -2},
    {"contact and 1 or broken and 2 or 3", 3},
    {"a > 1 and (b < 0 and 7) or 3", 7},
    {"select(a > 1, a, b)", 2},
    {"select(a > 3, sqrt(b), b)", -3}, /* the root is not taken */
    {"select(contact, k, 5)", 5},
    {"contact and log(b) or 5", 5},
};

START_TEST(evaluates_numbers) {
    struct bench b = bench_new();
    struct lt_formula *formula = read(&b, numbers[_i].text, LT_FORMULA_EITHER);
    ck_assert_int_eq(formula->kind, LT_FORMULA_NUMBER);
    double value = NAN, want = numbers[_i].value;
    bool ok = lt_expr_number(b.expr, formula, b.values, &value, b.why, sizeof b.why);
    ck_assert_msg(ok, "%s", b.why);
    if (isinf(want))
        ck_assert(value == want);
    else
        ck_near(value, want, 4e-16);
    bench_free(&b);
}
END_TEST

static const struct {
    const char *text;
    bool holds;
} conditions[] = {
    {"true", true},
    {"not true", false},
    {"a < 3", true},
    {"a <= 2 and a >= 2", true},
    {"a == 2.0", true},
    {"a ~= 2", false},
    {"contact", false},
    {"broken", true},
    {"not contact and broken", true},
    {"not (contact or not broken)", true},
    {"contact == broken", false},
    {"(a > 1) == broken", true},
    {"contact or a > 1 and b < 0", true},
    {"b > 0 and sqrt(b) > 1", false}, /* the root is not taken */
    {"a > 1 and contact or broken", true},
    {"7/2 == 3.5", true},
    {"a/2 < 3 and b^2 >= 9", true},
    {"contact and 0/0 > 1", false}, /* never divided */
    {"1/0 > 1e308", true},
    {"(a/2 > 1) == contact", true},
    {"select(contact, k > 1, a > 1)", true},
    {"broken or k > 1", true},
};

START_TEST(evaluates_conditions) {
    struct bench b = bench_new();
    b.values[LT_BROKEN] = 1;
    struct lt_formula *formula = read(&b, conditions[_i].text, LT_FORMULA_EITHER);
    ck_assert_int_eq(formula->kind, LT_FORMULA_CONDITION);
    bool holds = !conditions[_i].holds;
    ck_assert(lt_expr_holds(b.expr, formula, b.values, &holds, b.why, sizeof b.why));
    ck_assert_int_eq(holds, conditions[_i].holds);
    double value = NAN;
    ck_assert(lt_expr_number(b.expr, formula, b.values, &value, b.why, sizeof b.why));
    ck_assert(value == (holds ? 1 : 0));
    bench_free(&b);
}
END_TEST

static const struct {
    const char *text, *why;
} failures[] = {
    {"sqrt(b)", "'sqrt(b)': sqrt of a negative number (-3)"},
    {"math.sqrt(b) > 1 and 1 or 2", "sqrt of a negative number (-3)"},
    {"a > 1 and sqrt(b) or 1", "sqrt of a negative number (-3)"},
    {"a > 3 and 1 or sqrt(b)", "sqrt of a negative number (-3)"},
    {"log(b)", "log of a negative number (-3)"},
    {"log(a, b)", "log is not defined here (2, -3)"},
    {"acos(a)", "acos of a number outside [-1, 1] (2)"},
    {"asin(b)", "asin of a number outside [-1, 1] (-3)"},
    {"acosh(0.5)", "acosh of a number below 1 (0.5)"},
    {"fmod(a, 0)", "fmod is not defined here (2, 0)"},
    {"0/0", "'0/0' is not a number"},
    {"b^0.5", "'b^0.5' is not a number"},
    {"huge - huge", "'huge - huge' is not a number"},
    {"sqrt(0/0)", "'sqrt(0/0)' is not a number"},
    {"max(1, 0/0)", "'max(1, 0/0)' is not a number"},
    {"min(0/0, 1)", "'min(0/0, 1)' is not a number"},
    {"ramp(0/0, 0, 1)", "'ramp(0/0, 0, 1)' is not a number"},
    {"ramp(5, 0/0, 1)", "is not a number"},
    {"ramp(-5, 0, 0/0)", "is not a number"},
    {"ramp(0, 1, 0)", "ramp ends before it begins (1, 0)"},
    {"square(0/0)", "'square(0/0)' is not a number"},
    {"square(huge)", "'square(huge)' is not a number"},
    {"triangle(0/0)", "'triangle(0/0)' is not a number"},
    {"triangle(-huge)", "is not a number"},
    {"lookup(0/0, 0, 1, 2, 3)", "is not a number"},
    {"lookup(1, 0, 1, 2, 0/0)", "is not a number"},
    {"lookup(1, 0/0, 1, 2, 3)", "the points of lookup are out of order ("},
    {"lookup(1, 0, 1, b, 3)", "the points of lookup are out of order (0, -3)"},
    {"lookup(5, a, 1, 1 + 1, 3)", "the points of lookup are out of order (2, 2)"},
    {"lookup(0/0, 0, 1, 2, 3) > 1 and 1 or 2", "one side of a comparison is not a number"},
    {"0/0 < 1 and 1 or 2", "one side of a comparison is not a number"},
    {"1 ~= b^0.5 and 1 or 2", "one side of a comparison is not a number"},
    {"(1 < fmod(a, huge) - huge % a) and 1 or 2", "one side of a comparison is not a number"},
    {"e_t > 0 and 1 or 2", "one side of a comparison is not a number"},
    {"k > 0 and 1 or 2", "one side of a comparison is not a number: k has no value here"},
    {"select(k > 0, 1, 1)", "one side of a comparison is not a number"},
    {"k^0", "'k^0' is not a number: k has no value here"},
    {"hypot(huge, k)", "is not a number"},
    {"clamp(1, k, 2)", "is not a number"},
    {"1 < k - sqrt(b) and 1 or 2", "sqrt of a negative number (-3)"},
    {"k < sqrt(b) and 1 or 2", "one side of a comparison is not a number"},
    {"sqrt(b) < k and 1 or 2", "sqrt of a negative number (-3)"},
    {"select(k < a, 1, 2) + sqrt(b)", "one side of a comparison is not a number"},
    {"0*(a + sqrt(b))*log(b) + 0*sqrt(-2)", "sqrt of a negative number (-3)"},
    {"select(a > 3, sqrt(b), log(b))", "log of a negative number (-3)"},
    {"select(a > 3, 1, 2) + 0/0 + min(1, sqrt(-2))", "sqrt of a negative number (-2)"},
};

START_TEST(reports_what_has_no_value) {
    struct bench b = bench_new();
    b.values[LT_R_E_T] = NAN;
    struct lt_formula *formula = read(&b, failures[_i].text, LT_FORMULA_NUMBER);
    double value;
    ck_assert(!lt_expr_number(b.expr, formula, b.values, &value, b.why, sizeof b.why));
    ck_assert_msg(strstr(b.why, failures[_i].why) != NULL, "%s", b.why);
    formula = read(&b, "a", LT_FORMULA_NUMBER); /* the state is still good */
    ck_assert(lt_expr_number(b.expr, formula, b.values, &value, b.why, sizeof b.why));
    ck_assert(value == 2);
    bench_free(&b);
}
END_TEST

/* COLUMN counts from 1 in the formula. */
static const struct {
    const char *text;
    int column;
    const char *why;
} mistakes[] = {
    {"", 1, "until: the formula is empty"},
    {"  ", 1, "the formula is empty"},
    {"fnn < 1", 1, "until: unknown name 'fnn'; did you mean 'fn'?"},
    {"1 < squrt(2)", 5, "unknown name 'squrt'; did you mean 'sqrt'?"},
    {"fn < 1 AND us > 2", 8, "an operator is missing before 'AND'"},
    {"fn < 5 mm", 6, "'5 mm' is a length (m), expected a force (N)"},
    {"5mm > fn", 1, "'5mm' is a length (m), expected a force (N)"},
    {"fn < 5 mmm", 8, "an operator is missing before 'mmm'; it is no unit that is known"},
    {"1e", 1, "malformed number '1e'"},
    {"1..2", 1, "malformed number '1..'"},
    {"0x10", 1, "numbers must be decimal"},
    {"1e999", 1, "'1e999' is beyond the range of numbers"},
    {"1e-999", 1, "'1e-999' is beyond the range of numbers"},
    {"fn = 3", 4, "'=' does not compare; write '=='"},
    {"fn === 3", 6, "'=' does not compare; write '=='"},
    {"fn != 3", 4, "'!=' is not allowed; write '~='"},
    {"fn <> 3", 4, "write '~='"},
    {"fn =< 3", 4, "write '<='"},
    {"fn < -2 && us > 1", 9, "'&&' is not allowed; write 'and'"},
    {"fn < -2 || us > 1", 9, "write 'or'"},
    {"!contact", 1, "write 'not'"},
    {"a**2", 2, "write '^'"},
    {"fn > 1 ? 2 : 3", 8, "write 'CONDITION and A or B'"},
    {"a--b", 2, "begins a comment"},
    {"a -- b", 3, "begins a comment"},
    {"'x'", 1, "no text"},
    {"\"x\"", 1, "no text"},
    {"a..b", 2, "no text"},
    {"{a}", 1, "no tables"},
    {"a[1]", 2, "no tables"},
    {"#a", 1, "'#' is not allowed"},
    {"a:b()", 2, "'CONDITION ? A : B'"},
    {"a; b", 2, "one expression"},
    {"a & 1", 3, "no bitwise"},
    {"a ~ 1", 3, "no bitwise"},
    {"a << 1", 3, "no bitwise"},
    {"a − b", 3, "write '-'"},
    {"a ≤ b", 3, "write '<='"},
    {"π + £", 1, "write 'pi'"},
    {"a + £", 5, "unexpected '£'"},
    {"a @ b", 3, "unexpected '@'"},
    {"a.b", 2, "unexpected '.'"},
    {"(function() end)()", 2, "'function' is not allowed; a formula is one expression"},
    {"if a then b", 1, "'if' is not allowed"},
    {"1 then 2", 3, "'then' is not allowed"},
    {"nil", 1, "'nil' is not allowed"},
    {"pow(a, 2)", 1, "'pow' is not allowed; write 'x^y'"},
    {"math.log10(a)", 1, "'math.log10' is not allowed; write 'log(x, 10)'"},
    {"math.random()", 1, "the same value each time"},
    {"math.foo(1)", 1, "unknown function 'math.foo'"},
    {"math.sqr(1)", 1, "unknown function 'math.sqr'; did you mean 'math.sqrt'?"},
    {"print(1)", 1, "unknown name 'print'"},
    {"math", 1, "unknown name 'math'"},
    {"math.", 1, "unknown function 'math.'"},
    {"_ENV", 1, "unknown name '_ENV'"},
    {"fn < (1", 6, "this '(' is never closed"},
    {"abs(fn", 4, "this '(' is never closed"},
    {"1) + (2", 2, "this ')' was never opened"},
    {"(1, 2)", 3, "a comma stands only between the arguments"},
    {"1, 2", 2, "a comma stands only between the arguments"},
    {"()", 2, "a number or a name is missing before ')'"},
    {"fn < * 3", 6, "a number or a name is missing before '*'"},
    {"and fn", 1, "a number or a name is missing before 'and'"},
    {"fn <", 5, "the formula ends too early"},
    {"1 + ", 4, "the formula ends too early"},
    {"not", 4, "the formula ends too early"},
    {"+1", 1, "Lua has no unary '+'"},
    {"1 2", 3, "an operator is missing before '2'"},
    {"2(3)", 2, "an operator is missing before '('"},
    {"(a)(b)", 4, "an operator is missing before '('"},
    {"a not b", 3, "an operator is missing before 'not'"},
    {"fn(2)", 1, "'fn' is not a function"},
    {"pi(2)", 1, "'pi' is not a function"},
    {"abs + 1", 1, "'abs' is a function; write 'abs(...)'"},
    {"math.abs", 1, "'math.abs' is a function; write 'math.abs(...)'"},
    {"abs()", 1, "too few arguments to 'abs'"},
    {"math.abs()", 1, "too few arguments to 'math.abs'"},
    {"1 + abs(1, 2)", 5, "too many arguments to 'abs'"},
    {"clamp(1, 2)", 1, "too few arguments to 'clamp'"},
    {"ramp(1, 2)", 1, "too few arguments to 'ramp'"},
    {"ramp(1, 2, 3, 4)", 1, "too many arguments to 'ramp'"},
    {"square()", 1, "too few arguments to 'square'"},
    {"triangle(1, 2)", 1, "too many arguments to 'triangle'"},
    {"lookup(t)", 1, "too few arguments to 'lookup'"},
    {"lookup(t, 0, 1)", 1, "too few arguments to 'lookup'"},
    {"lookup(t, 0, 1, 2)", 1, "too few arguments to 'lookup'"},
    {"lookup(t, 0, 1, 2, 3, 4)", 1, "'lookup' needs an x and a y of every point"},
    {"1 + math.lookup(t, 0, 1, 2, 3, 4)", 5, "'math.lookup' needs an x and a y of every point"},
    {"lookup(t, 0, 1, -1, 3)", 17, "the points of 'lookup' are out of order: -1 after 0"},
    {"lookup(t, 0, 1, 0.0, 3)", 17, "the points of 'lookup' are out of order: 0 after 0"},
    {"lookup(t, 2, 1, a, 3, 1e0, 2)", 23, "the points of 'lookup' are out of order: 1 after 2"},
    {"lookup(contact, 0, 1, 2, 3)", 8, "a number is expected here, 'contact' is a condition"},
    {"select(fn, 1, 2)", 8, "a condition is expected here, 'fn' is a number"},
    {"select(contact, 1, broken) > 1", 20, "a number is expected here, 'broken' is a condition"},
    {"select(contact, broken, 1)", 25, "a condition is expected here, '1' is a number"},
    {"select(contact, 1)", 1, "too few arguments to 'select'"},
    {"max(1, )", 8, "an argument is missing before ')'"},
    {"max(, 1)", 5, "a number or a name is missing before ','"},
    {"1 < 2 < 3", 7, "comparisons do not chain; use 'and'"},
    {"1 < fn == true", 8, "comparisons do not chain; use 'and'"},
    {"contact == 1", 1, "'contact' is a condition (true or false)"},
    {"1 ~= contact", 6, "'contact' is a condition (true or false)"},
    {"contact < broken", 1, "'contact' is a condition (true or false)"},
    {"(fn < 1) > 2", 1, "'(fn < 1)' is a condition (true or false)"},
    {"contact + 1 > 2", 1, "a number is expected here, 'contact' is a condition"},
    {"1 + contact > 2", 5, "a number is expected here, 'contact' is a condition"},
    {"-contact > 2", 2, "a number is expected here, 'contact' is a condition"},
    {"abs(contact) > 1", 5, "a number is expected here, 'contact' is a condition"},
    {"not fn", 5, "a condition is expected here, 'fn' is a number"},
    {"not fn < 1", 5, "a condition is expected here, 'fn' is a number"},
    {"fn and contact", 1, "a condition is expected here, 'fn' is a number"},
    {"contact or fn", 12, "a condition is expected here, 'fn' is a number"},
    {"fn or contact", 1, "a condition is expected here, 'fn' is a number"},
    {"contact and fn or broken", 19, "a number is expected here, 'broken' is a condition"},
    {"(contact and fn) > 1", 1, "'(contact and fn)' is false where its condition is"},
    {"1 < (contact and fn)", 5, "'(contact and fn)' is false where its condition is"},
    {"contact and fn", 1, "'contact and fn' is a number"},
    {"fn", 1, "a condition is expected here, 'fn' is a number"},
    {"0", 1, "a condition is expected here, '0' is a number"},
    {"un_end < 1", 1, "'un_end' is not known here: it has a value only at the end of the run"},
};

START_TEST(reports_mistakes) {
    struct bench b = bench_new();
    ck_assert_ptr_null(read_in(&b, mistakes[_i].text, LT_FORMULA_CONDITION, LT_SCOPE_STEP));
    ck_assert_uint_ge(b.errors->count, 1);
    const struct lt_error *error = &b.errors->list[0];
    ck_assert_msg(strstr(error->text, mistakes[_i].why) != NULL, "'%s' gave: %s", mistakes[_i].text,
                  error->text);
    ck_assert_msg(error->mark.column == mistakes[_i].column + 9, "'%s' gave column %d",
                  mistakes[_i].text, error->mark.column - 9);
    ck_assert_int_eq(error->mark.line, 3);
    bench_free(&b);
}
END_TEST

/* All that is said of a formula, where: after some mistakes nothing more is. */
static const struct {
    const char *text, *said;
} all_said[] = {
    {"((1", "2 this '(' is never closed"},
    {"(1 + (2", "6 this '(' is never closed"},
    {"max(1,)", "7 an argument is missing before ')'"},
    {"max(1,) + nil", "7 an argument is missing before ')'"},
    {"max(1, + nope", "8 Lua has no unary '+'; leave it out"},
    {"(1, nope)", "3 a comma stands only between the arguments of a function"},
    {"1) + nope", "2 this ')' was never opened"},
    {"1 2 + nope", "3 an operator is missing before '2'"},
    {"nope 2 + nada", "1 unknown name 'nope'; 6 an operator is missing before '2'"},
    {"nope(1) + nada", "1 unknown name 'nope'"},
    {"fn(1) + nada", "1 'fn' is not a function"},
    {"pi(1) + nope", "1 'pi' is not a function"},
    {"math.nope + nada", "1 unknown function 'math.nope'; 13 unknown name 'nada'"},
    {"math.nope(2) + nada", "1 unknown function 'math.nope'"},
    {"+ nope", "1 Lua has no unary '+'; leave it out"},
    {"1 + + nope", "5 Lua has no unary '+'; leave it out"},
    {"not + nope", "5 Lua has no unary '+'; leave it out"},
    {"1 < 2 < nope", "7 comparisons do not chain; use 'and'"},
    {"fn < 1 < us", "8 comparisons do not chain; use 'and'"},
    {"abs + nope", "1 'abs' is a function; write 'abs(...)'; 7 unknown name 'nope'"},
    {"abs(1, 2) + nope", "1 too many arguments to 'abs'; 13 unknown name 'nope'"},
    {"min() + nope", "1 too few arguments to 'min'; 9 unknown name 'nope'"},
    {"lookup(1, 2) + nope", "1 too few arguments to 'lookup'; 16 unknown name 'nope'"},
    {"lookup(1, 2, 3, 1, 4) < nope",
     "17 the points of 'lookup' are out of order: 1 after 2; 25 unknown name 'nope'"},
    {"ramp(1) + ramp(2)", "1 too few arguments to 'ramp'; 11 too few arguments to 'ramp'"},
    {"select(1, 2, 3) + select(fn, us, ut)", "8 a condition is expected here, '1' is a number; 26 "
                                             "a condition is expected here, 'fn' is a number"},
    {"select(contact, fn < 1, 3) < nope",
     "25 a condition is expected here, '3' is a number; 30 unknown name 'nope'"},
    {"nope < nada", "1 unknown name 'nope'; 8 unknown name 'nada'"},
    {"1 != nope", "3 '!=' is not allowed; write '~='"},
    {"fn && nope", "4 '&&' is not allowed; write 'and'"},
    {"fn ? 1 : nope", "4 '?' is not allowed; write 'CONDITION and A or B'"},
    {"abs(contact) + abs(broken)", "5 a number is expected here, 'contact' is a condition; 20 a "
                                   "number is expected here, 'broken' is a condition"},
    {"contact < 1 and fn < 1",
     "1 'contact' is a condition (true or false) and cannot be compared with numbers"},
    {"contact + nope",
     "1 a number is expected here, 'contact' is a condition; 11 unknown name 'nope'"},
    {"fn = nope", "4 '=' does not compare; write '=='"},
    {"£ + nope", "1 unexpected '£'"},
    {"fn < 1 or (nope", "11 this '(' is never closed; 12 unknown name 'nope'"},
    {"(((nope))", "1 this '(' is never closed; 4 unknown name 'nope'"},
    {"max(nope, (nada)",
     "4 this '(' is never closed; 5 unknown name 'nope'; 12 unknown name 'nada'"},
    {"sqrt(", "5 this '(' is never closed"},
    {"nope and nada", "1 unknown name 'nope'; 10 unknown name 'nada'"},
    {"not nope", "5 unknown name 'nope'"},
    {"-contact", "2 a number is expected here, 'contact' is a condition"},
    {"2^contact + nope",
     "3 a number is expected here, 'contact' is a condition; 13 unknown name 'nope'"},
    {"contact^2", "1 a number is expected here, 'contact' is a condition"},
    {"1e999 + nope", "1 '1e999' is beyond the range of numbers"},
    {"0x + nope", "1 numbers must be decimal"},
    {"fn.x + 1", "3 unexpected '.'"},
    {"un_end + nope", "1 'un_end' is not known here: it has a value only at the end of the run; 10 "
                      "unknown name 'nope'"},
    {"1 + nope.nada", "5 unknown name 'nope'; 9 unexpected '.'"},
    {"abs nope", "1 'abs' is a function; write 'abs(...)'; 5 an operator is missing before 'nope'"},
    {"a b", "3 an operator is missing before 'b'"},
    {"nil(1) + nope", "1 'nil' is not allowed; a formula has numbers and conditions only"},
    {"if (nope) nada", "1 'if' is not allowed; write 'CONDITION and A or B'"},
    {"e + E_strain", "1 unknown name 'e'; did you mean 'e_n'?"},
    {"1 .. nope", "3 '..' is not allowed; a formula has no text"},
};

START_TEST(says_all_there_is) {
    struct bench b = bench_new();
    char said[2048] = "";
    ck_assert_ptr_null(read_in(&b, all_said[_i].text, LT_FORMULA_CONDITION, LT_SCOPE_STEP));
    for (size_t i = 0; i < b.errors->count; i++)
        snprintf(said + strlen(said), sizeof said - strlen(said), "%s%d %s", i ? "; " : "",
                 b.errors->list[i].mark.column - 9, strstr(b.errors->list[i].text, ": ") + 2);
    ck_assert_msg(strcmp(said, all_said[_i].said) == 0, "'%s' gave:<%s>", all_said[_i].text, said);
    bench_free(&b);
}
END_TEST

START_TEST(reports_every_unknown_name) {
    struct bench b = bench_new();
    ck_assert_ptr_null(
        read_in(&b, "fnn < 1 and uss > abs(frob)", LT_FORMULA_CONDITION, LT_SCOPE_STEP));
    ck_assert_uint_eq(b.errors->count, 3);
    bench_free(&b);
}
END_TEST

START_TEST(wants_numbers_for_numbers) {
    struct bench b = bench_new();
    ck_assert_ptr_null(read_in(&b, "fn < 1", LT_FORMULA_NUMBER, LT_SCOPE_STEP));
    ck_assert_ptr_nonnull(
        strstr(b.errors->list[0].text, "a number is expected here, 'fn < 1' is a condition"));
    bench_free(&b);
}
END_TEST

static const struct {
    const char *text;
    enum lt_scope scope;
    const char *why; /* NULL: allowed */
} scopes[] = {
    {"2*a", LT_SCOPE_LET, NULL},
    {"2*fn", LT_SCOPE_LET, "'fn' is not known here: only let names may be used"},
    {"t_c", LT_SCOPE_LET, "'t_c' is not known here: only let names may be used"},
    {"t_c/50", LT_SCOPE_PARAM, NULL},
    {"dt", LT_SCOPE_PARAM, "'dt' is not known here: only let names, parameters of the law"},
    {"fn + dt", LT_SCOPE_STEP, NULL},
    {"un_end + un", LT_SCOPE_END, NULL},
    {"e_n_end", LT_SCOPE_END, "unknown name 'e_n_end'"},
};

START_TEST(knows_scopes) {
    struct bench b = bench_new();
    struct lt_formula *formula = read_in(&b, scopes[_i].text, LT_FORMULA_NUMBER, scopes[_i].scope);
    ck_assert((formula != NULL) == (scopes[_i].why == NULL));
    if (!formula)
        ck_assert_msg(strstr(b.errors->list[0].text, scopes[_i].why) != NULL, "%s",
                      b.errors->list[0].text);
    bench_free(&b);
}
END_TEST

START_TEST(keeps_the_names_it_uses) {
    struct bench b = bench_new();
    struct lt_formula *formula =
        read_in(&b, "un_end + un*fn - fn + bounces", LT_FORMULA_NUMBER, LT_SCOPE_END);
    ck_assert_uint_eq(formula->n_used, 3);
    ck_assert_uint_eq(formula->used[0]->slot, LT_UN);
    ck_assert_uint_eq(formula->used[1]->slot, LT_FN);
    ck_assert_uint_eq(formula->used[2]->slot, LT_R_BOUNCES);
    ck_assert_str_eq(formula->text, "un_end + un*fn - fn + bounces");
    bench_free(&b);
}
END_TEST

START_TEST(tells_formulas_apart) {
    struct bench b = bench_new();
    struct lt_formula *formulas[200];
    char text[32];
    for (int i = 0; i < 200; i++) {
        snprintf(text, sizeof text, "a + %d", i);
        formulas[i] = read(&b, text, LT_FORMULA_NUMBER);
    }
    for (int i = 199; i >= 0; i--) {
        double value;
        ck_assert(lt_expr_number(b.expr, formulas[i], b.values, &value, b.why, sizeof b.why));
        ck_assert(value == i + 2);
    }
    bench_free(&b);
}
END_TEST

/* COUNT copies of PART, then END. */
static void repeat(char *text, const char *part, int count, const char *end) {
    char *at = text;
    for (int i = 0; i < count; i++)
        at = stpcpy(at, part);
    strcpy(at, end);
}

static const struct {
    const char *part;
    int count;
    const char *end, *why; /* NULL: fine */
} sizes[] = {
    {"1+", 999, "1", NULL},
    {"1+", 1000, "1", "a formula of 2001 characters; at most 2000 are allowed"},
    {"(", 101, "1", "more than 100 levels of parentheses"},
    {"abs(", 101, "1", "more than 100 levels of parentheses"},
    {"1^", 900, "1", NULL},
    {"- ", 900, "1", NULL},
    {"not ", 490, "contact", NULL},
};

START_TEST(has_limits) {
    struct bench b = bench_new();
    char text[4096];
    repeat(text, sizes[_i].part, sizes[_i].count, sizes[_i].end);
    struct lt_formula *formula = read_in(&b, text, LT_FORMULA_EITHER, LT_SCOPE_STEP);
    ck_assert((formula != NULL) == (sizes[_i].why == NULL));
    if (!formula)
        ck_assert_msg(strstr(b.errors->list[0].text, sizes[_i].why) != NULL, "%s",
                      b.errors->list[0].text);
    bench_free(&b);
}
END_TEST

START_TEST(goes_a_hundred_levels_deep) {
    struct bench b = bench_new();
    char text[4096], end[128] = "1";
    repeat(end + 1, ")", 100, "");
    repeat(text, "(", 100, end);
    struct lt_formula *formula = read(&b, text, LT_FORMULA_NUMBER);
    double value = NAN;
    ck_assert(lt_expr_number(b.expr, formula, b.values, &value, b.why, sizeof b.why));
    ck_assert(value == 1);
    bench_free(&b);
}
END_TEST

/* lookup(t, 1, 0, 2, 0, ...) */
static void many_points(char *text, int count) {
    char *at = stpcpy(text, "lookup(t");
    for (int i = 1; i <= count; i++)
        at += sprintf(at, ",%d,%d", i, 2 * i);
    strcpy(at, ")");
}

START_TEST(looks_up_a_hundred_points) {
    struct bench b = bench_new();
    char text[4096];
    many_points(text, LT_LOOKUP_POINTS);
    struct lt_formula *formula = read(&b, text, LT_FORMULA_NUMBER);
    for (int i = 0; i <= 2 * LT_LOOKUP_POINTS + 2; i++) {
        double t = 0.5 * i, value = NAN;
        b.values[LT_T] = t;
        ck_assert(lt_expr_number(b.expr, formula, b.values, &value, b.why, sizeof b.why));
        ck_assert(value == 2 * fmin(fmax(t, 1), LT_LOOKUP_POINTS));
    }
    many_points(text, LT_LOOKUP_POINTS + 1);
    ck_assert_ptr_null(read_in(&b, text, LT_FORMULA_NUMBER, LT_SCOPE_STEP));
    ck_assert_ptr_nonnull(strstr(b.errors->list[0].text, "too many arguments to 'lookup'"));
    bench_free(&b);
}
END_TEST

/* The waves against sin over many periods of both signs; the edges within rounding. */
START_TEST(waves_follow_the_sine) {
    struct bench b = bench_new();
    struct lt_formula *square = read(&b, "square(t)", LT_FORMULA_NUMBER);
    struct lt_formula *triangle = read(&b, "triangle(t)", LT_FORMULA_NUMBER);
    for (int i = -4000; i < 4000; i++) {
        double phase = 0.25 * (i % 8 + (i < 0 ? 8 : 0)), value; /* in units of pi, below 2 */
        phase = phase >= 2 ? phase - 2 : phase;
        b.values[LT_T] = 0.25 * i * M_PI;
        ck_assert(lt_expr_number(b.expr, square, b.values, &value, b.why, sizeof b.why));
        ck_assert_msg(value == (phase < 1 ? 1 : -1), "square(%g pi) is %g", 0.25 * i, value);
        ck_assert(lt_expr_number(b.expr, triangle, b.values, &value, b.why, sizeof b.why));
        ck_within(value,
                  phase < 0.5   ? 2 * phase
                  : phase < 1.5 ? 2 - 2 * phase
                                : 2 * phase - 4,
                  1e-12);
    }
    bench_free(&b);
}
END_TEST

/* A formula that fails goes on failing. */
START_TEST(fails_again) {
    struct bench b = bench_new();
    struct lt_formula *formula = read(&b, "sqrt(4) + exp(0)", LT_FORMULA_NUMBER);
    struct lt_formula *wrong = read(&b, "sqrt(0 - 4)", LT_FORMULA_NUMBER);
    struct lt_formula *holds = read(&b, "sqrt(4) > 1", LT_FORMULA_CONDITION);
    for (int i = 0; i < 3; i++) {
        double value = NAN;
        bool is = false;
        ck_assert(lt_expr_number(b.expr, formula, b.values, &value, b.why, sizeof b.why));
        ck_assert(value == 3);
        ck_assert(!lt_expr_number(b.expr, wrong, b.values, &value, b.why, sizeof b.why));
        ck_assert(lt_expr_holds(b.expr, holds, b.values, &is, b.why, sizeof b.why) && is);
    }
    bench_free(&b);
}
END_TEST

/* ---- The list of operations ------------------------------------------------------------------ */

static const struct {
    const char *text;
    size_t operations;
} lists[] = {
    {"rebound", 0},
    {"-1e-6", 0},
    {"2*pi + sqrt(4)", 0},
    {"-fn", 1},
    {"un > -1e-6 and contact", 2},
    {"a^2 + a^2", 2}, /* what is alike once */
    {"a*b + b*a", 2},
    {"(a + b)*un", 1}, /* two in one */
    {"un - (a - b)", 1},
    {"a*b*un", 1},
    {"a^1.5", 1},
    {"a^(3/2) - a*sqrt(a)", 3},
    {"a^1", 0},
    {"true and a > 1", 1}, /* only what a number leaves open */
    {"false and a > 1", 0},
    {"select(1 > 2, sin(a), b)", 0},
    {"contact and a or b", 1},     /* cheap: both sides */
    {"contact and sin(a) or b", 3} /* costly: skipped where it is not needed */
};

START_TEST(works_out_no_more_than_needed) {
    struct bench b = bench_new();
    struct lt_formula *formula = read(&b, lists[_i].text, LT_FORMULA_EITHER);
    ck_assert_uint_eq(formula->ops->count, lists[_i].operations);
    bench_free(&b);
}
END_TEST

/* Columns, numbers that are the same in each row, a count that fills no vector. */
START_TEST(works_out_rows) {
    struct bench b = bench_new();
    struct lt_formula *formula = read(&b, "select(un > 1, sqrt(3 - un)*a, -un)", LT_FORMULA_NUMBER);
    const double un[] = {0, 1, 2, 3, 4, 5, NAN, -7, 0.5, 1.5, 2.5}, a = 2;
    double results[COUNT(un)];
    struct lt_column_in inputs[2];
    for (size_t i = 0; i < formula->ops->n_inputs; i++)
        inputs[i] = formula->ops->slots[i] == LT_UN ? (struct lt_column_in){un, 1}
                                                    : (struct lt_column_in){&a, 0};
    lt_work_rows(lt_work_on(lt_cpu_best()), formula->ops, inputs, COUNT(un), results);
    for (size_t i = 0; i < COUNT(un); i++) {
        double want = un[i] > 1 ? sqrt(3 - un[i]) * a : -un[i];
        ck_assert(isnan(want) ? isnan(results[i]) : results[i] == want);
    }
    bench_free(&b);
}
END_TEST

START_TEST(lists_functions) {
    size_t count = 0;
    while (lt_formula_functions[count])
        count++;
    ck_assert_uint_eq(count, 29);
    ck_assert_str_eq(lt_formula_functions[0], "abs");
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, evaluates_numbers, 0, sizeof numbers / sizeof numbers[0]);
    tcase_add_loop_test(t, evaluates_conditions, 0, sizeof conditions / sizeof conditions[0]);
    tcase_add_loop_test(t, reports_what_has_no_value, 0, sizeof failures / sizeof failures[0]);
    tcase_add_loop_test(t, reports_mistakes, 0, sizeof mistakes / sizeof mistakes[0]);
    tcase_add_loop_test(t, says_all_there_is, 0, sizeof all_said / sizeof *all_said);
    tcase_add_test(t, reports_every_unknown_name);
    tcase_add_test(t, wants_numbers_for_numbers);
    tcase_add_loop_test(t, knows_scopes, 0, sizeof scopes / sizeof scopes[0]);
    tcase_add_test(t, keeps_the_names_it_uses);
    tcase_add_test(t, tells_formulas_apart);
    tcase_add_loop_test(t, has_limits, 0, sizeof sizes / sizeof sizes[0]);
    tcase_add_test(t, goes_a_hundred_levels_deep);
    tcase_add_test(t, looks_up_a_hundred_points);
    tcase_add_test(t, waves_follow_the_sine);
    tcase_add_test(t, fails_again);
    tcase_add_loop_test(t, works_out_no_more_than_needed, 0, COUNT(lists));
    tcase_add_test(t, works_out_rows);
    tcase_add_test(t, lists_functions);
}

LT_TESTS("expr", add)
