/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formula/expr.h"

#include "base/memory.h"
#include "formula/series.h"

#include <assert.h>
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY = 16 << 20 };

/* ---- Functions ------------------------------------------------------------------------------- */

static int give_number(lua_State *L, double result) {
    lua_pushnumber(L, result);
    return 1;
}

/* A comparison would hide a NaN, so the function that makes one of good arguments fails. */
static int give_checked(lua_State *L, double result, const char *complaint) {
    double x = lua_tonumber(L, 1), y = lua_tonumber(L, 2);
    if (!isnan(result) || isnan(x) || isnan(y))
        return give_number(L, result);
    char text[200];
    snprintf(text, sizeof text, lua_gettop(L) == 1 ? "%s (%.9g)" : "%s (%.9g, %.9g)", complaint, x,
             y);
    lua_pushstring(L, text);
    return lua_error(L);
}

static int checked_sqrt(lua_State *L) {
    return give_checked(L, sqrt(lua_tonumber(L, 1)), "sqrt of a negative number");
}

static int checked_acos(lua_State *L) {
    return give_checked(L, acos(lua_tonumber(L, 1)), "acos of a number outside [-1, 1]");
}

static int checked_asin(lua_State *L) {
    return give_checked(L, asin(lua_tonumber(L, 1)), "asin of a number outside [-1, 1]");
}

static int checked_acosh(lua_State *L) {
    return give_checked(L, acosh(lua_tonumber(L, 1)), "acosh of a number below 1");
}

static int checked_fmod(lua_State *L) {
    return give_checked(L, fmod(lua_tonumber(L, 1), lua_tonumber(L, 2)),
                        "fmod is not defined here");
}

static int checked_log(lua_State *L) {
    double x = lua_tonumber(L, 1);
    if (lua_gettop(L) == 1)
        return give_checked(L, log(x), "log of a negative number");
    double base = lua_tonumber(L, 2);
    double result = base == 10 ? log10(x) : base == 2 ? log2(x) : log(x) / log(base);
    return give_checked(L, result, "log is not defined here");
}

/* Lua's own floor and ceil return integers, which divide and overflow differently. */
static int float_floor(lua_State *L) {
    return give_number(L, floor(lua_tonumber(L, 1)));
}

static int float_ceil(lua_State *L) {
    return give_number(L, ceil(lua_tonumber(L, 1)));
}

static int float_modf(lua_State *L) {
    return give_number(L, trunc(lua_tonumber(L, 1)));
}

static int call_hypot(lua_State *L) {
    return give_number(L, hypot(lua_tonumber(L, 1), lua_tonumber(L, 2)));
}

static int call_sign(lua_State *L) {
    double x = lua_tonumber(L, 1);
    return give_number(L, isnan(x) ? x : (x > 0) - (x < 0));
}

static int call_clamp(lua_State *L) {
    double x = lua_tonumber(L, 1), lo = lua_tonumber(L, 2), hi = lua_tonumber(L, 3);
    return give_number(L, x < lo ? lo : x > hi ? hi : x);
}

/* Lua's own min and max lose a NaN that is not their first argument. */
static int find_extreme(lua_State *L, int sense) {
    double result = lua_tonumber(L, 1);
    for (int i = 2; i <= lua_gettop(L); i++) {
        double x = lua_tonumber(L, i);
        if (isnan(x) || sense * x > sense * result)
            result = x;
    }
    return give_number(L, result);
}

static int call_max(lua_State *L) {
    return find_extreme(L, 1);
}

static int call_min(lua_State *L) {
    return find_extreme(L, -1);
}

/* ---- Loading --------------------------------------------------------------------------------- */

static int refuse_call(lua_State *L, const char *complaint, double a, double b) {
    char text[200];
    snprintf(text, sizeof text, "%s (%.9g, %.9g)", complaint, a, b);
    lua_pushstring(L, text);
    return lua_error(L);
}

static int call_ramp(lua_State *L) {
    double x = lua_tonumber(L, 1), x0 = lua_tonumber(L, 2), x1 = lua_tonumber(L, 3);
    if (isnan(x) || isnan(x0) || isnan(x1))
        return give_number(L, NAN);
    if (x0 > x1)
        return refuse_call(L, "ramp ends before it begins", x0, x1);
    return give_number(L, x < x0 ? 0 : x >= x1 ? 1 : (x - x0) / (x1 - x0));
}

/* Rounding keeps x from ever being a multiple of pi: this close, it counts as one. */
static int call_square(lua_State *L) {
    double x = lua_tonumber(L, 1), s = sin(x), c = cos(x);
    return give_number(L, isnan(s) ? s : copysign(1, fabs(s) > 1e-12 ? s : c));
}

static int call_triangle(lua_State *L) {
    double x = lua_tonumber(L, 1);
    return give_number(L, atan2(sin(x), fabs(cos(x))) / M_PI_2);
}

static int call_lookup(lua_State *L) {
    double x[LT_LOOKUP_POINTS], y[LT_LOOKUP_POINTS];
    struct lt_series series = {.count = (size_t)(lua_gettop(L) - 1) / 2, .x = x, .y = y};
    for (int i = 0; i < (int)series.count; i++) {
        x[i] = lua_tonumber(L, 2 + 2 * i);
        y[i] = lua_tonumber(L, 3 + 2 * i);
        if (i > 0 && !(x[i] > x[i - 1]))
            return refuse_call(L, "the points of lookup are out of order", x[i - 1], x[i]);
    }
    return give_number(L, lt_series_at(&series, lua_tonumber(L, 1)));
}

/* ---- Comparing ------------------------------------------------------------------------------- */

static const char no_number[] = "one side of a comparison is not a number";

/* NaN compares false with everything, so comparing it is an error. */
static int call_known(lua_State *L) {
    if (!isnan(lua_tonumber(L, 1)))
        return 1;
    lua_pushstring(L, no_number);
    return lua_error(L);
}

/* Functions that replace or extend those of Lua's math table. */
static const luaL_Reg ours[] = {{"acos", checked_acos},      {"acosh", checked_acosh},
                                {"asin", checked_asin},      {"ceil", float_ceil},
                                {"clamp", call_clamp},       {"floor", float_floor},
                                {"fmod", checked_fmod},      {"hypot", call_hypot},
                                {"known", call_known},       {"log", checked_log},
                                {"lookup", call_lookup},     {"max", call_max},
                                {"min", call_min},           {"modf", float_modf},
                                {"ramp", call_ramp},         {"sign", call_sign},
                                {"sqrt", checked_sqrt},      {"square", call_square},
                                {"triangle", call_triangle}, {NULL, NULL}};

/* ---- Evaluating in Lua ----------------------------------------------------------------------- */

/* A formula as compiled for Lua. */
struct made {
    int ref; /* the compiled function in Lua's registry, or LUA_NOREF */
    bool constant;
    double number; /* if it is constant */
};

struct lt_expr {
    struct lt_held held;
    lua_State *L;      /* NULL until a formula needs it */
    bool lacks;        /* the last allocation for Lua failed */
    size_t memory;     /* bytes Lua holds */
    struct made *made; /* by formula id */
    size_t n_made;
    struct lt_timing *timing;
};

static void *allocate_within(void *data, void *block, size_t old, size_t size) {
    struct lt_expr *expr = data;
    if (!block)
        old = 0; /* Lua passes a type here */
    if (size > old && size - old > MEMORY - expr->memory)
        return NULL;
    void *moved = NULL;
    if (size == 0)
        free(block);
    else
        moved = realloc(block, size);
    expr->lacks = size > 0 && !moved;
    if (expr->lacks)
        return NULL;
    expr->memory += size - old;
    return moved;
}

static void free_expr(struct lt_held *expr) {
    lt_expr_free((struct lt_expr *)expr);
}

struct lt_expr *lt_expr_new(void) {
    struct lt_expr *expr = lt_memory_get(sizeof *expr);
    *expr = (struct lt_expr){.L = NULL};
    lt_memory_hold(&expr->held, free_expr);
    return expr;
}

/* Calls the function on the stack. False: the error message is there, except when memory ran out.
 */
static bool call_safely(struct lt_expr *expr, int n_arguments, int n_results) {
    int status = lua_pcall(expr->L, n_arguments, n_results, 0);
    if (status == LUA_ERRMEM && expr->lacks)
        lt_memory_out();
    return status == LUA_OK;
}

static int fill_state(lua_State *L) {
    luaL_requiref(L, "math", luaopen_math, 1);
    luaL_setfuncs(L, ours, 0);
    lua_pushnil(L);
    lua_setfield(L, -2, "random");
    lua_pushnil(L);
    lua_setfield(L, -2, "randomseed");
    return 0;
}

static void open_lua(struct lt_expr *expr) {
    expr->L = lua_newstate(allocate_within, expr);
    if (!expr->L)
        lt_memory_out();
    lua_pushcfunction(expr->L, fill_state);
    if (!call_safely(expr, 0, 0))
        lt_memory_out();
}

void lt_expr_free(struct lt_expr *expr) {
    if (!expr)
        return;
    lt_memory_drop(&expr->held);
    if (expr->L)
        lua_close(expr->L);
    free(expr->made);
    free(expr);
}

static bool fail_in_lua(struct lt_expr *expr, const struct lt_formula *formula, char *why,
                        size_t size) {
    snprintf(why, size, "'%.200s': %s", formula->text, lua_tostring(expr->L, -1));
    lua_settop(expr->L, 0);
    return false;
}

/* Called by lua_pcall(), since any call in it may run out of memory. */
static int compile_lua(lua_State *L) {
    const char *lua = lua_touserdata(L, 1);
    if (luaL_loadbufferx(L, lua, strlen(lua), "=formula", "t") != LUA_OK)
        return lua_error(L);
    lua_call(L, 0, 1);
    lua_pushinteger(L, luaL_ref(L, LUA_REGISTRYINDEX));
    return 1;
}

static void make_slots(struct lt_expr *expr, size_t id) {
    if (id < expr->n_made)
        return;
    size_t n = 2 * id + 16;
    expr->made = lt_memory_resize(expr->made, n * sizeof *expr->made);
    while (expr->n_made < n)
        expr->made[expr->n_made++] = (struct made){.ref = LUA_NOREF};
}

static bool make_ready(struct lt_expr *expr, const struct lt_formula *formula, char *why,
                       size_t size) {
    make_slots(expr, formula->id);
    int *ref = &expr->made[formula->id].ref;
    if (*ref != LUA_NOREF)
        return true;
    if (!expr->L)
        open_lua(expr);
    lua_State *L = expr->L;
    lua_pushcfunction(L, compile_lua);
    lua_pushlightuserdata(L, (void *)(uintptr_t)formula->lua);
    if (!call_safely(expr, 1, 1))
        return fail_in_lua(expr, formula, why, size);
    *ref = (int)lua_tointeger(L, -1);
    lua_settop(L, 0);
    return true;
}

/* A condition is 1 or 0. */
static bool ask_lua(struct lt_expr *expr, const struct lt_formula *formula, const double *values,
                    double *result, char *why, size_t size) {
    if (!make_ready(expr, formula, why, size))
        return false;
    struct made *made = &expr->made[formula->id];
    *result = made->number;
    if (made->constant)
        return true;
    lua_State *L = expr->L;
    if (!lua_checkstack(L, (int)formula->n_used + 1))
        lt_memory_out();
    lua_rawgeti(L, LUA_REGISTRYINDEX, made->ref);
    for (size_t i = 0; i < formula->n_used; i++) {
        const struct lt_name *name = formula->used[i];
        if (name->kind == LT_NAME_CONDITION)
            lua_pushboolean(L, values[name->slot] != 0);
        else
            lua_pushnumber(L, values[name->slot]);
    }
    if (!call_safely(expr, (int)formula->n_used, 1))
        return fail_in_lua(expr, formula, why, size);
    bool condition = formula->kind == LT_FORMULA_CONDITION;
    *result = condition ? lua_toboolean(L, -1) : lua_tonumber(L, -1);
    lua_settop(L, 0);
    made->constant = formula->n_used == 0;
    made->number = *result;
    return true;
}

/* ---- Evaluating without it ------------------------------------------------------------------- */

/* NaN if the formula, or one side of a comparison, has no value; a condition is true if not 0. */
static double calculate_ops(const struct lt_formula *formula, const double *values) {
    double stack[LT_OPS_MAX], *top = stack, x = 0;
    const struct lt_op *op = formula->ops, *end = op + formula->n_ops;
    for (; op < end; op++) {
        double y = *(op->from == LT_FROM_SLOT ? &values[op->slot] : &op->number);
        if (op->from == LT_FROM_STACK) {
            y = x;
            x = *--top;
        }
        switch ((enum lt_op_code)op->code) {
        case LT_OP_LOAD:
            *top++ = x;
            x = y;
            break;
        case LT_OP_KNOWN:
            if (isnan(x))
                return NAN;
            break;
        case LT_OP_AND:
            if (x != 0)
                x = *--top;
            else
                op = formula->ops + op->slot;
            break;
        case LT_OP_OR:
            if (x != 0)
                op = formula->ops + op->slot;
            else
                x = *--top;
            break;
        case LT_OP_NOT:
            x = x == 0;
            break;
        case LT_OP_LESS:
            x = x < y;
            break;
        case LT_OP_LESS_EQUAL:
            x = x <= y;
            break;
        case LT_OP_GREATER:
            x = x > y;
            break;
        case LT_OP_GREATER_EQUAL:
            x = x >= y;
            break;
        case LT_OP_EQUAL:
            x = x == y;
            break;
        case LT_OP_UNEQUAL:
            x = x != y;
            break;
        case LT_OP_ALIKE:
            x = (x != 0) == (y != 0);
            break;
        case LT_OP_UNLIKE:
            x = (x != 0) != (y != 0);
            break;
        case LT_OP_NEGATE:
            x = -x;
            break;
        case LT_OP_ADD:
            x = x + y;
            break;
        case LT_OP_SUBTRACT:
            x = x - y;
            break;
        case LT_OP_MULTIPLY:
            x = x * y;
            break;
        case LT_OP_DIVIDE:
            x = x / y;
            break;
        case LT_OP_SQUARE:
            x = x * x;
            break;
        case LT_OP_IN_LUA:
            return NAN;
        }
    }
    return x;
}

/* ---- Either ---------------------------------------------------------------------------------- */

void lt_expr_time(struct lt_expr *expr, struct lt_timing *timing) {
    expr->timing = timing;
}

/* Adds to WHY the first name that has no value, the likely cause. */
static void add_cause(const struct lt_formula *formula, const double *values, char *why,
                      size_t size) {
    size_t length = strlen(why);
    for (size_t i = 0; i < formula->n_used; i++)
        if (isnan(values[formula->used[i]->slot])) {
            snprintf(why + length, size - length, ": %s has no value here", formula->used[i]->name);
            return;
        }
}

static bool give_up(const struct lt_formula *formula, const double *values, char *why,
                    size_t size) {
    add_cause(formula, values, why, size);
    return false;
}

static bool work_out_value(struct lt_expr *expr, const struct lt_formula *formula,
                           const double *values, double *result, char *why, size_t size) {
    if (!formula->ops && !ask_lua(expr, formula, values, result, why, size))
        return give_up(formula, values, why, size);
    if (formula->ops)
        *result = calculate_ops(formula, values);
    if (!isnan(*result))
        return true;
    if (formula->kind == LT_FORMULA_CONDITION)
        snprintf(why, size, "'%.200s': %s", formula->text, no_number);
    else
        snprintf(why, size, "'%.200s' is not a number", formula->text);
    return give_up(formula, values, why, size);
}

static bool work_out_timed(struct lt_expr *expr, const struct lt_formula *formula,
                           const double *values, double *result, char *why, size_t size) {
    struct lt_lap lap = lt_timing_begin(expr->timing);
    bool ok = work_out_value(expr, formula, values, result, why, size);
    lt_timing_end(expr->timing, LT_TIME_FORMULAS, lap);
    return ok;
}

static bool known_without_lua(const struct lt_expr *expr, const struct lt_formula *formula,
                              const double *values, double *result) {
    if (!formula->ops || expr->timing)
        return false;
    *result = calculate_ops(formula, values);
    return !isnan(*result);
}

/* On failure Lua evaluates it again, for its message. */
bool lt_expr_number(struct lt_expr *expr, const struct lt_formula *formula, const double *values,
                    double *result, char *why, size_t size) {
    if (!known_without_lua(expr, formula, values, result) &&
        !work_out_timed(expr, formula, values, result, why, size))
        return false;
    if (formula->kind == LT_FORMULA_CONDITION)
        *result = *result != 0;
    return true;
}

bool lt_expr_holds(struct lt_expr *expr, const struct lt_formula *formula, const double *values,
                   bool *result, char *why, size_t size) {
    assert(formula->kind == LT_FORMULA_CONDITION); /* Lua takes any number, 0 too, for true */
    double number;
    if (!known_without_lua(expr, formula, values, &number) &&
        !work_out_timed(expr, formula, values, &number, why, size))
        return false;
    *result = number != 0;
    return true;
}
