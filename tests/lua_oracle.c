/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua_oracle [COUNT [SEED]]: random formulas, worked out by Lua 5.4 and by lawtester: the same
 * bits, or the same complaint; and side by side, on each instruction set of this machine, the bits
 * of one alone. */
#include "base/arena.h"
#include "formula/expr.h"
#include "formula/ops.h"
#include "formula/work.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LONG = 8000, ROWS = 11 };

/* ---- What Lua lacks, or has otherwise -------------------------------------------------------- */

/* Of C, for Lua's own floor and ceil return integers. */
#define OF_C(name, value)                                                                          \
    static int call_##name(lua_State *L) {                                                         \
        double x = lua_tonumber(L, 1), y = lua_tonumber(L, 2);                                     \
        (void)y;                                                                                   \
        lua_pushnumber(L, value);                                                                  \
        return 1;                                                                                  \
    }
OF_C(acosh, acosh(x))
OF_C(floor, floor(x))
OF_C(ceil, ceil(x))
OF_C(trunc, trunc(x))
OF_C(hypot, hypot(x, y))
OF_C(copysign, copysign(x, y))

/* Powers that formulas make of roots and products are within 2 ulp. */
static int call_power(lua_State *L) {
    const double x = lua_tonumber(L, 1), y = lua_tonumber(L, 2), made = lua_tonumber(L, 3);
    const double right = (double)powl(x, y);
    if (fabs(made - right) > 2 * (nextafter(fabs(right), INFINITY) - fabs(right)) && made != right)
        luaL_error(L, "%f^%f is beyond 2 ulp", x, y);
    lua_pushnumber(L, made);
    return 1;
}

static const luaL_Reg of_c[] = {{"c_acosh", call_acosh}, {"c_floor", call_floor},
                                {"c_ceil", call_ceil},   {"c_trunc", call_trunc},
                                {"c_hypot", call_hypot}, {"c_copysign", call_copysign},
                                {"c_power", call_power}, {NULL, NULL}};

/* The functions of formulas, in Lua. */
static const char prelude[] =
    "pi, huge = math.pi, math.huge\n"
    "local nan = 0/0\n"
    "local function checked(r, complaint, x, y)\n"
    "  if r == r or x ~= x or (y and y ~= y) then return r end\n"
    "  error(string.format(y and '%s (%.9g, %.9g)' or '%s (%.9g)', complaint, x, y), 0)\n"
    "end\n"
    "function known(x)\n"
    "  if x == x then return x end\n"
    "  error('one side of a comparison is not a number', 0)\n"
    "end\n"
    "function power(x, y)\n"
    "  local half = y == 0.5 or y == 1.5 or y == 2.5\n"
    "  if x ~= x or y ~= y or half and x < 0 and x ~= -huge then return nan end\n"
    "  if half and x == -huge then return huge end\n"
    "  if half then\n"
    "    return c_power(x, y, ((y > 2 and x*x or y > 1 and x or 1)*math.sqrt(x)) + 0.0)\n"
    "  end\n"
    "  if y == 3 then return c_power(x, y, x*x*x) end\n"
    "  return x^y\n"
    "end\n"
    "function choose(c, a, b) if c then return a() end return b() end\n"
    "function sqrt(x) return checked(math.sqrt(x), 'sqrt of a negative number', x) end\n"
    "function acos(x) return checked(math.acos(x), 'acos of a number outside [-1, 1]', x) end\n"
    "function asin(x) return checked(math.asin(x), 'asin of a number outside [-1, 1]', x) end\n"
    "function acosh(x) return checked(c_acosh(x), 'acosh of a number below 1', x) end\n"
    "function fmod(x, y) return checked(math.fmod(x, y), 'fmod is not defined here', x, y) end\n"
    "function log(x, b)\n"
    "  if not b then return checked(math.log(x), 'log of a negative number', x) end\n"
    "  return checked(math.log(x, b), 'log is not defined here', x, b)\n"
    "end\n"
    "function hypot(x, y) if x ~= x or y ~= y then return nan end return c_hypot(x, y) end\n"
    "function sign(x) return x ~= x and x or x > 0 and 1.0 or x < 0 and -1.0 or 0.0 end\n"
    "function clamp(x, lo, hi)\n"
    "  if lo ~= lo or hi ~= hi then return nan end\n"
    "  return x < lo and lo or x > hi and hi or x\n"
    "end\n"
    "function max(r, ...)\n"
    "  for _, x in ipairs{...} do if x ~= x or x > r then r = x end end\n"
    "  return r\n"
    "end\n"
    "function min(r, ...)\n"
    "  for _, x in ipairs{...} do if x ~= x or x < r then r = x end end\n"
    "  return r\n"
    "end\n"
    "function ramp(x, a, b)\n"
    "  if x ~= x or a ~= a or b ~= b then return nan end\n"
    "  if a > b then error(string.format('ramp ends before it begins (%.9g, %.9g)', a, b), 0) end\n"
    "  return x < a and 0.0 or x >= b and 1.0 or (x - a)/(b - a)\n"
    "end\n"
    "function square(x)\n"
    "  local s, c = math.sin(x), math.cos(x)\n"
    "  return s ~= s and s or c_copysign(1.0, math.abs(s) > 1e-12 and s or c)\n"
    "end\n"
    "function triangle(x) return math.atan(math.sin(x), math.abs(math.cos(x)))/(pi/2) end\n"
    "function lookup(x, ...)\n"
    "  local p = {...}\n"
    "  local n = #p//2\n"
    "  for i = 2, n do\n"
    "    if not (p[2*i - 1] > p[2*i - 3]) then\n"
    "      error(string.format('the points of lookup are out of order (%.9g, %.9g)', p[2*i - 3],\n"
    "                          p[2*i - 1]), 0)\n"
    "    end\n"
    "  end\n"
    "  for i = 1, n do if p[2*i] ~= p[2*i] then return nan end end\n"
    "  if x ~= x then return nan end\n"
    "  if x <= p[1] then return p[2] end\n"
    "  if x >= p[2*n - 1] then return p[2*n] end\n"
    "  local i = 1\n"
    "  while x >= p[2*i + 1] do i = i + 1 end\n"
    "  return p[2*i] + (x - p[2*i - 1])/(p[2*i + 1] - p[2*i - 1])*(p[2*i + 2] - p[2*i])\n"
    "end\n"
    "abs, atan, cos, deg, exp, rad, sin, tan =\n"
    "  math.abs, math.atan, math.cos, math.deg, math.exp, math.rad, math.sin, math.tan\n"
    "floor, ceil, modf = c_floor, c_ceil, c_trunc\n";

static lua_State *open_oracle(void) {
    lua_State *L = luaL_newstate();
    luaL_openlibs(L);
    lua_pushglobaltable(L);
    luaL_setfuncs(L, of_c, 0);
    if (luaL_dostring(L, prelude) != LUA_OK) {
        fprintf(stderr, "%s\n", lua_tostring(L, -1));
        exit(2);
    }
    lua_settop(L, 0);
    return L;
}

/* ---- Random formulas, in both spellings ------------------------------------------------------ */

struct writer {
    unsigned long seed;
    char ours[LONG], lua[LONG];
    size_t n_ours, n_lua;
};

static int below(struct writer *w, int n) {
    w->seed = w->seed * 6364136223846793005ul + 1442695040888963407ul;
    return (int)((w->seed >> 33) % (unsigned long)n);
}

static void put(char *text, size_t *n, const char *more) {
    size_t length = strlen(more);
    if (*n + length < LONG)
        strcpy(text + *n, more);
    *n += length;
}

static void write_lua(struct writer *w, const char *text) {
    put(w->lua, &w->n_lua, text);
}

static void write_ours(struct writer *w, const char *text) {
    put(w->ours, &w->n_ours, text);
}

static void write_both(struct writer *w, const char *text) {
    write_ours(w, text);
    write_lua(w, text);
}

#define ONE_OF(w, ...)                                                                             \
    ((const char *const[]){__VA_ARGS__})[below(                                                    \
        w, (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))]

static const char *const numbers[] = {
    "0",    "1",   "2",     "3",      "0.5", "1.5",  "10",
    "1e-6", "1e9", "1e300", "5e-324", "0.1", "7.25", "9007199254740993"};
static const char *const variables[] = {"un", "us", "fn", "e_n", "t_c", "a", "b"};
static const char *const flags[] = {"contact", "broken", "rebound"};
enum { N_NUMBERS = 14, N_NAMES = 7, N_FLAGS = 3 };

static void write_number(struct writer *w, int depth);
static void write_condition(struct writer *w, int depth);

static void write_literal(struct writer *w) {
    const char *text = numbers[below(w, N_NUMBERS)];
    char as_float[40];
    snprintf(as_float, sizeof as_float, "%a", strtod(text, NULL));
    write_ours(w, text);
    write_lua(w, as_float);
}

static void write_atom(struct writer *w) {
    int kind = below(w, 8);
    if (kind == 0)
        write_both(w, ONE_OF(w, "pi", "huge"));
    else if (kind < 4)
        write_literal(w);
    else
        write_both(w, variables[below(w, N_NAMES)]);
}

static void write_arguments(struct writer *w, int depth, int count) {
    write_both(w, "(");
    for (int i = 0; i < count; i++) {
        write_both(w, i > 0 ? ", " : "");
        write_number(w, depth - 1);
    }
    write_both(w, ")");
}

static void write_call(struct writer *w, int depth) {
    static const char *const of_two[] = {"atan", "fmod", "hypot", "log", "max", "min"};
    static const char *const of_three[] = {"clamp", "ramp", "max", "min"};
    int kind = below(w, 10);
    write_ours(w, kind % 2 ? "math." : "");
    if (kind < 5) {
        write_both(w, ONE_OF(w, "abs", "acos", "acosh", "asin", "atan", "ceil", "cos", "deg", "exp",
                             "floor", "log", "max", "modf", "rad", "sign", "sin", "sqrt", "square",
                             "tan", "triangle"));
        write_arguments(w, depth, 1);
    } else if (kind < 8) {
        write_both(w, of_two[below(w, 6)]);
        write_arguments(w, depth, 2);
    } else if (kind == 8) {
        write_both(w, of_three[below(w, 4)]);
        write_arguments(w, depth, 3);
    } else {
        write_both(w, "lookup");
        write_arguments(w, depth, 5 + 2 * below(w, 2));
    }
}

static void write_choice(struct writer *w, int depth, void (*side)(struct writer *, int)) {
    write_ours(w, "select(");
    write_lua(w, "choose(");
    write_condition(w, depth - 1);
    for (int i = 0; i < 2; i++) {
        write_ours(w, ", ");
        write_lua(w, ", function() return ");
        side(w, depth - 1);
        write_lua(w, " end");
    }
    write_both(w, ")");
}

/* "c and x or y", or a chain of such. */
static void write_and_or(struct writer *w, int depth) {
    write_both(w, "(");
    do {
        write_both(w, "(");
        write_condition(w, depth > 2 ? 2 : depth - 1);
        write_both(w, ") and ");
        write_number(w, depth - 1);
        write_both(w, " or ");
    } while (below(w, 3) == 0);
    write_number(w, depth - 1);
    write_both(w, ")");
}

static void write_power(struct writer *w, int depth) {
    write_lua(w, "power(");
    write_ours(w, "(");
    write_number(w, depth - 1);
    write_ours(w, ")^");
    write_lua(w, ", ");
    if (below(w, 2)) {
        write_literal(w);
    } else {
        write_ours(w, "(");
        write_number(w, depth - 1);
        write_ours(w, ")");
    }
    write_lua(w, ")");
}

static void write_sum(struct writer *w, int depth) {
    const int terms = 2 + below(w, 3);
    const bool brackets = below(w, 2);
    write_both(w, brackets ? "(" : "");
    for (int i = 0; i < terms; i++) {
        if (i > 0)
            write_both(w, ONE_OF(w, " + ", "-", "*", "/", " - ", "//", " % "));
        if (below(w, 6) == 0)
            write_both(w, " -");
        write_number(w, depth - 1);
    }
    write_both(w, brackets ? ")" : "");
}

/* "-x^y" and "- -x" are well covered by the signs above. */
static void write_number(struct writer *w, int depth) {
    int kind = depth <= 0 ? 0 : below(w, 12);
    if (kind < 2)
        write_atom(w);
    else if (kind < 6)
        write_sum(w, depth);
    else if (kind < 7)
        write_power(w, depth);
    else if (kind < 10)
        write_call(w, depth);
    else if (kind == 10)
        write_choice(w, depth, write_number);
    else
        write_and_or(w, depth);
}

static void write_comparison(struct writer *w, int depth) {
    write_lua(w, "known(");
    write_number(w, depth - 1);
    write_lua(w, ")");
    write_both(w, ONE_OF(w, "<", " <= ", ">", ">=", " == ", "~="));
    write_lua(w, "known(");
    write_number(w, depth - 1);
    write_lua(w, ")");
}

static void write_joined(struct writer *w, int depth) {
    const bool brackets = below(w, 2);
    write_both(w, brackets ? "(" : "");
    write_condition(w, depth - 1);
    write_both(w, ONE_OF(w, " and ", " or "));
    write_condition(w, depth - 1);
    write_both(w, brackets ? ")" : "");
}

static void write_condition(struct writer *w, int depth) {
    int kind = depth <= 0 ? 0 : below(w, 9);
    if (kind == 0) {
        write_both(w, below(w, 5) == 0 ? ONE_OF(w, "true", "false") : flags[below(w, N_FLAGS)]);
    } else if (kind < 4) {
        write_comparison(w, depth);
    } else if (kind == 4) {
        write_both(w, "not (");
        write_condition(w, depth - 1);
        write_both(w, ")");
    } else if (kind == 5) {
        write_both(w, "(");
        write_condition(w, depth - 1);
        write_both(w, ONE_OF(w, ") == (", ") ~= ("));
        write_condition(w, depth - 1);
        write_both(w, ")");
    } else if (kind == 6) {
        write_choice(w, depth, write_condition);
    } else {
        write_joined(w, depth);
    }
}

/* ---- Comparing ------------------------------------------------------------------------------- */

struct bench {
    struct lt_arena *arena;
    struct lt_errors *errors;
    struct lt_names *names;
    struct lt_expr *expr;
    lua_State *L;
    double *values[ROWS];
    size_t slots;
};

static void draw_values(struct bench *b, struct writer *w, double *values) {
    static const double some[] = {0,   -0.0, 1,    2,     -3,       1e-6, 0.5,
                                  0.3, -0.7, 1e20, 1e300, INFINITY, NAN,  -1e300};
    struct lt_names names = lt_names_in(b->names, LT_SCOPE_STEP);
    for (int i = 0; i < N_NAMES; i++) {
        double any = (below(w, 2000001) - 1e6) * 1e-5;
        values[lt_names_find(&names, variables[i])->slot] = below(w, 3) ? any : some[below(w, 14)];
    }
    for (int i = 0; i < N_FLAGS; i++)
        values[lt_names_find(&names, flags[i])->slot] = below(w, 3);
}

/* True: LUA has the value; false: its complaint is in WHY, "" if it is not a number. */
static bool ask_lua(struct bench *b, const double *values, double *value, char *why, size_t size) {
    lua_State *L = b->L;
    struct lt_names names = lt_names_in(b->names, LT_SCOPE_STEP);
    lua_pushvalue(L, 1);
    for (int i = 0; i < N_NAMES; i++)
        lua_pushnumber(L, values[lt_names_find(&names, variables[i])->slot]);
    for (int i = 0; i < N_FLAGS; i++)
        lua_pushboolean(L, values[lt_names_find(&names, flags[i])->slot] != 0);
    bool ok = lua_pcall(L, N_NAMES + N_FLAGS, 1, 0) == LUA_OK;
    *value = lua_isboolean(L, -1) ? lua_toboolean(L, -1) : lua_tonumber(L, -1);
    snprintf(why, size, "%s", ok ? "" : lua_tostring(L, -1));
    lua_settop(L, 1);
    return ok && !isnan(*value);
}

static bool same_bits(double x, double y) {
    return memcmp(&x, &y, sizeof x) == 0 || (isnan(x) && isnan(y));
}

static bool agrees_with_lua(struct bench *b, const struct lt_formula *formula,
                            const double *values) {
    char our_why[600] = "", its_why[300];
    double mine, its;
    bool ok = lt_expr_number(b->expr, formula, values, &mine, our_why, sizeof our_why);
    bool good = ask_lua(b, values, &its, its_why, sizeof its_why);
    if (strstr(its_why, "nan")) /* has a sign, which means nothing */
        *strchr(its_why, '(') = '\0';
    if (ok == good && (ok ? same_bits(mine, its) : strstr(our_why, its_why) != NULL))
        return true;
    printf("lawtester: %.17g %s\nLua: %.17g %s\n", ok ? mine : NAN, our_why, good ? its : NAN,
           its_why);
    return false;
}

/* Side by side as alone, on every instruction set. */
static bool agrees_in_rows(struct bench *b, const struct lt_formula *formula) {
    double rows[ROWS], columns[LT_FRAME_MOST / 8][ROWS];
    struct lt_column_in inputs[LT_FRAME_MOST / 8];
    for (size_t i = 0; i < formula->ops->n_inputs; i++) {
        for (int k = 0; k < ROWS; k++)
            columns[i][k] = b->values[k][formula->ops->slots[i]];
        inputs[i] = (struct lt_column_in){columns[i], 1};
    }
    for (enum lt_cpu cpu = LT_CPU_PLAIN; cpu <= lt_cpu_best(); cpu++) {
        lt_work_rows(lt_work_on(cpu), formula->ops, inputs, ROWS, rows);
        for (int k = 0; k < ROWS; k++)
            if (!same_bits(rows[k], lt_work_one(formula->ops, b->values[k]))) {
                printf("row %d on instruction set %d: %.17g, alone %.17g\n", k, (int)cpu, rows[k],
                       lt_work_one(formula->ops, b->values[k]));
                return false;
            }
    }
    return true;
}

static bool load_lua(struct bench *b, const struct writer *w) {
    static char chunk[LONG + 200];
    snprintf(chunk, sizeof chunk,
             "local un, us, fn, e_n, t_c, a, b, contact, broken, rebound = ... return (%s)",
             w->lua);
    lua_settop(b->L, 0);
    return luaL_loadstring(b->L, chunk) == LUA_OK;
}

/* False: they differ. A formula that is too long is none. */
static bool try_formula(struct bench *b, struct writer *w, size_t *tried) {
    w->n_ours = w->n_lua = 0;
    if (below(w, 3) == 0)
        write_condition(w, 1 + below(w, 4));
    else
        write_number(w, 1 + below(w, 4));
    if (w->n_ours > 2000 || w->n_lua >= LONG)
        return true;
    struct lt_names names = lt_names_in(b->names, LT_SCOPE_STEP);
    struct lt_arena *arena = lt_arena_new();
    b->errors = lt_errors_new();
    const struct lt_formula *formula = lt_formula_read(w->ours, (struct lt_mark){.line = 1}, "it",
                                                       LT_FORMULA_EITHER, &names, arena, b->errors);
    bool ok = formula && load_lua(b, w);
    const char *error = formula ? "" : b->errors->list[0].text;
    const bool none = strstr(error, "out of order") != NULL; /* points that are numbers */
    if (!ok && !none)
        printf("not read: %s\n", formula ? lua_tostring(b->L, -1) : error);
    for (int k = 0; ok && k < ROWS; k++)
        draw_values(b, w, b->values[k]);
    for (int k = 0; ok && k < ROWS; k++)
        ok = agrees_with_lua(b, formula, b->values[k]);
    ok = ok && agrees_in_rows(b, formula);
    if (!ok && !none)
        printf("%s\n", w->ours);
    lt_errors_free(b->errors);
    lt_arena_free(arena);
    *tried += !none;
    return ok || none;
}

int main(int argc, char **argv) {
    static const char *const lets[] = {"a", "b"};
    const size_t count = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000;
    const unsigned long seed = argc > 2 ? strtoul(argv[2], NULL, 10) : (unsigned long)time(NULL);
    static struct writer w;
    struct bench b = {.arena = lt_arena_new(), .expr = lt_expr_new(), .L = open_oracle()};
    size_t tried = 0;
    b.names = lt_names_new(NULL, lets, 2, NULL, 0, b.arena);
    for (int k = 0; k < ROWS; k++)
        b.values[k] = lt_arena_get(b.arena, b.names->slots * sizeof(double));
    w.seed = seed;
    printf("seed %lu\n", seed);
    bool ok = true;
    while (ok && tried < count)
        ok = try_formula(&b, &w, &tried);
    printf("%zu formulas, %d values each%s\n", tried, ROWS, ok ? "" : ": the last one differs");
    lua_close(b.L);
    lt_expr_free(b.expr);
    lt_arena_free(b.arena);
    return ok ? 0 : 1;
}
