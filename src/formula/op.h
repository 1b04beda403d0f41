/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op.h: the operations that formulas are made of, as the reader, the list and the machine know
 * them.
 *
 * A condition is 1 or 0, anything but 0 read from outside is true. What has no value is NaN, a
 * condition too, and so is all that it is used for: a formula fails if and only if it is NaN. */
#ifndef LT_OP_H
#define LT_OP_H

#include <math.h>

/* Conditions as numbers. A comparison with what is not a number is not a number. */
#define LT_TRUTH(is)             SEL(is, NUM(1.0), NUM(0.0))
#define LT_COMPARE(is, is_not)   SEL(is, NUM(1.0), SEL(is_not, NUM(0.0), NUM(NAN)))
#define LT_UNLESS_NAN(x, y, are) SEL(((x) == (x)) & ((y) == (y)), are, (x) + (y))

/* Powers of 0.5, 1.5, 2, 2.5 and 3 are made of products and a root, wherever the exponent comes
 * from: within 2 ulp. -0 and -infinity become what pow() makes of them. */
#define LT_ROOT(value) SEL(x == -INFINITY, NUM(INFINITY), (value) + 0.0)

/* A sum, difference or product and what is made of it alone, with the two roundings. */
#define LT_OPS_FUSED(F, CODE, value)                                                               \
    F(CODE##_ADD, 3, 2, (value) + z)                                                               \
    F(CODE##_SUBTRACT, 3, 2, (value)-z)                                                            \
    F(CODE##_FROM, 3, 2, z - (value))                                                              \
    F(CODE##_MULTIPLY, 3, 2, (value)*z)

/* Operations evaluated for several rows at once: F(CODE, operands, cost, value). The operands are
 * x, y, z; the cost is in additions. */
#define LT_OPS_TOGETHER(F)                                                                         \
    F(ADD, 2, 1, x + y)                                                                            \
    F(SUBTRACT, 2, 1, x - y)                                                                       \
    F(MULTIPLY, 2, 1, x *y)                                                                        \
    F(DIVIDE, 2, 4, x / y)                                                                         \
    LT_OPS_FUSED(F, ADD, x + y)                                                                    \
    LT_OPS_FUSED(F, SUBTRACT, x - y)                                                               \
    LT_OPS_FUSED(F, MULTIPLY, x *y)                                                                \
    F(NEGATE, 1, 1, -x)                                                                            \
    F(SQUARE, 1, 1, x *x)                                                                          \
    F(CUBE, 1, 2, x *x *x)                                                                         \
    F(ROOT, 1, 5, LT_ROOT(lt_sqrt(x)))                                                             \
    F(ROOT_CUBED, 1, 6, LT_ROOT(x *lt_sqrt(x)))                                                    \
    F(ROOT_TO_5, 1, 7, LT_ROOT(x *x *lt_sqrt(x)))                                                  \
    F(SQRT, 1, 4, lt_sqrt(x))                                                                      \
    F(ABS, 1, 1, lt_abs(x))                                                                        \
    F(MIN, 2, 1, SEL((y != y) | (y < x), y, x))                                                    \
    F(MAX, 2, 1, SEL((y != y) | (y > x), y, x))                                                    \
    F(LESS, 2, 1, LT_COMPARE(x < y, x >= y))                                                       \
    F(LESS_EQUAL, 2, 1, LT_COMPARE(x <= y, x > y))                                                 \
    F(GREATER, 2, 1, LT_COMPARE(x > y, x <= y))                                                    \
    F(GREATER_EQUAL, 2, 1, LT_COMPARE(x >= y, x < y))                                              \
    F(EQUAL, 2, 1, LT_COMPARE(x == y, (x < y) | (x > y)))                                          \
    F(UNEQUAL, 2, 1, LT_COMPARE((x < y) | (x > y), x == y))                                        \
    F(ALIKE, 2, 1, LT_UNLESS_NAN(x, y, LT_TRUTH((x != 0) == (y != 0))))                            \
    F(UNLIKE, 2, 1, LT_UNLESS_NAN(x, y, LT_TRUTH((x != 0) != (y != 0))))                           \
    F(NOT, 1, 1, LT_COMPARE(x == 0, (x < 0) | (x > 0)))                                            \
    F(AND, 2, 1, SEL(x == 0, NUM(0.0), SEL(x == x, y, x)))                                         \
    F(OR, 2, 1, SEL(x == 0, y, SEL(x == x, NUM(1.0), x)))                                          \
    F(SELECT, 3, 1, SEL(x == 0, z, SEL(x == x, y, x)))                                             \
    F(CLAMP, 3, 1, LT_UNLESS_NAN(y, z, SEL(x < y, y, SEL(x > z, z, x))))                           \
    F(RAMP, 3, 4,                                                                                  \
      SEL((x == x) & (y <= z), SEL(x < y, NUM(0.0), SEL(x >= z, NUM(1.0), (x - y) / (z - y))),     \
          NUM(NAN)))                                                                               \
    F(SIGN, 1, 1, SEL(x > 0, NUM(1.0), SEL(x < 0, NUM(-1.0), SEL(x == x, NUM(0.0), x))))           \
    F(DEG, 1, 1, x *(180.0 / 3.14159265358979323846))                                              \
    F(RAD, 1, 1, x *(3.14159265358979323846 / 180.0))

/* Operations evaluated row by row, because the C library has no version for several. */
#define LT_OPS_ALONE(F)                                                                            \
    F(ACOS, 1, 20, acos(x))                                                                        \
    F(ACOSH, 1, 20, acosh(x))                                                                      \
    F(ASIN, 1, 20, asin(x))                                                                        \
    F(ATAN, 2, 20, atan2(x, y))                                                                    \
    F(CEIL, 1, 2, ceil(x))                                                                         \
    F(COS, 1, 20, cos(x))                                                                          \
    F(EXP, 1, 20, exp(x))                                                                          \
    F(FLOOR, 1, 2, floor(x))                                                                       \
    F(FMOD, 2, 20, fmod(x, y))                                                                     \
    F(HYPOT, 2, 10, x == x && y == y ? hypot(x, y) : NAN)                                          \
    F(LOG, 1, 20, log(x))                                                                          \
    F(LOG_TO, 2, 20, y == 10 ? log10(x) : y == 2 ? log2(x) : log(x) / log(y))                      \
    F(MODF, 1, 2, trunc(x))                                                                        \
    F(SIN, 1, 20, sin(x))                                                                          \
    F(SQUARE_WAVE, 1, 40, square_wave(x))                                                          \
    F(TAN, 1, 20, tan(x))                                                                          \
    F(TRIANGLE, 1, 60, atan2(sin(x), fabs(cos(x))) / 1.57079632679489661923)                       \
    F(WHOLE, 2, 5, floor(x / y))                                                                   \
    F(REST, 2, 20, lua_remainder(x, y))                                                            \
    F(POWER, 2, 20, raise_to(x, y))

#define LT_OP_ID(CODE, ...) LT_OP_##CODE,
enum lt_op_code {
    LT_OPS_TOGETHER(LT_OP_ID) LT_OPS_ALONE(LT_OP_ID) LT_OP_LOOKUP,
    LT_OP_SKIP,      /* go on at op b if no contact needs what x decides: x is 0 everywhere */
    LT_OP_SKIP_ELSE, /* ... if x is 0 nowhere */
    LT_OP_END,
    LT_OP_INPUT, /* of terms only: a name, a number, a number where a condition holds */
    LT_OP_NUMBER,
    LT_OP_PARTIAL
};

#endif
