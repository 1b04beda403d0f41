/* SPDX-License-Identifier: MIT */
/*
 * num.h: the numbers of LT_N contacts side by side.
 *
 * With LT_N = 1, the default, a num is a double and a mask an int that is 0 or 1. With 2, 4 or 8
 * both are vectors of the machine's width, with one lane for each contact. One source serves both:
 * + - * / and comparisons are the usual operators, & | combine conditions, the rest are the
 * functions and macros below. Every lane gets the same bits as the contact by itself.
 *
 * NUM(x)         the number x in every lane
 * SEL(c, a, b)   a where c holds, else b; both may be computed
 * NOT(c)         where c does not hold
 * ANY(c)         true if c holds in some lane; lt_all(c): in every lane
 * BITS(c, b)     the branch bits b where c holds, else 0
 * IS(x)          the condition stored as the number x, 1 or 0
 * LT_EVERY       true in every lane
 * lt_sqrt, lt_abs, lt_larger, lt_smaller   lane by lane
 */
#ifndef LAWTESTER_NUM_H
#define LAWTESTER_NUM_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* A law that is written in doubles defines LT_DOUBLES before it includes law.h. With LT_WIDE there
 * are as many lanes as the widest vectors of the target machine have. */
#if defined LT_DOUBLES || !defined __GNUC__
#undef LT_N
#define LT_N 1
#elif defined LT_WIDE
#undef LT_N
#if defined __AVX512DQ__
#define LT_N 8
#elif defined __AVX2__
#define LT_N 4
#elif defined __SSE2__
#define LT_N 2
#endif
#endif
#ifndef LT_N
#define LT_N 1
#endif

/* Functions of steps are always inlined. With LT_ONCE they never are, so that a tool that
 * measures coverage counts each of them once. LT_UNLIKELY lets the compiler move rare code out of
 * the loop. */
#if defined __GNUC__ && defined LT_ONCE
#define LT_INLINE              static inline __attribute__((noinline))
#define LT_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#elif defined __GNUC__
#define LT_INLINE              static inline __attribute__((always_inline))
#define LT_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#else
#define LT_INLINE              static inline
#define LT_UNLIKELY(condition) (condition)
#endif

#if LT_N == 1

typedef double num;
typedef int mask;
typedef int64_t bits; /* of a branch */

#define NUM(x)       (x)
#define SEL(c, a, b) ((c) ? (a) : (b))
#define NOT(c)       (!(c))
#define ANY(c)       (c)
#define BITS(c, b)   ((c) ? (b) : 0)
#define IS(x)        ((mask)((x) > 0.5))
#define LT_EVERY     1

LT_INLINE num lt_sqrt(num x) {
    return sqrt(x);
}

LT_INLINE num lt_abs(num x) {
    return fabs(x);
}

/* True if c holds in every lane; here there is one. */
LT_INLINE int lt_all(mask c) {
    return c;
}

/* b where b > a, else a, also if either is NaN, as the vectors below have it. */
LT_INLINE num lt_larger(num a, num b) {
    return b > a ? b : a;
}

LT_INLINE num lt_smaller(num a, num b) {
    return b < a ? b : a;
}

#else

/* The machine's instructions as built-in functions of gcc and clang. <immintrin.h> would take
 * longer to parse than most laws to compile. */
#if LT_N == 8 && defined __AVX512DQ__
#define LT_NATIVE
typedef long long lt_signs __attribute__((vector_size(64)));
#define LT_SIGNS(c) __builtin_ia32_cvtq2mask512((lt_signs)(c))
#ifdef __clang__
#define LT_MAX(a, b) __builtin_ia32_maxpd512(a, b, 4)
#define LT_MIN(a, b) __builtin_ia32_minpd512(a, b, 4)
#define LT_SQRT(x)   __builtin_ia32_sqrtpd512(x, 4)
#else
#define LT_MAX(a, b) __builtin_ia32_maxpd512_mask(a, b, a, 0xff, 4)
#define LT_MIN(a, b) __builtin_ia32_minpd512_mask(a, b, a, 0xff, 4)
#define LT_SQRT(x)   __builtin_ia32_sqrtpd512_mask(x, x, -1, 4)
#endif
#elif LT_N == 4 && defined __AVX2__
#define LT_NATIVE
#define LT_SIGNS(c)  __builtin_ia32_movmskpd256((num)(c))
#define LT_MAX(a, b) __builtin_ia32_maxpd256(a, b)
#define LT_MIN(a, b) __builtin_ia32_minpd256(a, b)
#define LT_SQRT(x)   __builtin_ia32_sqrtpd256(x)
#elif LT_N == 2 && defined __SSE2__
#define LT_NATIVE
#define LT_SIGNS(c)  __builtin_ia32_movmskpd((num)(c))
#define LT_MAX(a, b) __builtin_ia32_maxpd(a, b)
#define LT_MIN(a, b) __builtin_ia32_minpd(a, b)
#define LT_SQRT(x)   __builtin_ia32_sqrtpd(x)
#endif

typedef double num __attribute__((vector_size(8 * LT_N)));
typedef int64_t mask __attribute__((vector_size(8 * LT_N)));
typedef mask bits;

#define NUM(x)       ((num){0} + (x))
#define SEL(c, a, b) lt_select((c), (a), (b))
#define NOT(c)       (~(c))
#define ANY(c)       lt_any(c)
#define BITS(c, b)   ((c) & (int64_t)(b))
#define IS(x)        ((x) > 0.5)
#define LT_EVERY     ((mask){0} == (mask){0})

/* a where c holds, else b, by bits. */
LT_INLINE num lt_select(mask c, num a, num b) {
    return (num)((c & (mask)a) | (~c & (mask)b));
}

/* True if c holds in some lane. */
LT_INLINE int lt_any(mask c) {
#ifdef LT_NATIVE
    return LT_SIGNS(c) != 0;
#else
    int64_t some = 0;
    for (int i = 0; i < LT_N; i++)
        some |= c[i];
    return some != 0;
#endif
}

/* True if c holds in every lane. */
LT_INLINE int lt_all(mask c) {
#ifdef LT_NATIVE
    return LT_SIGNS(c) == (1 << LT_N) - 1;
#else
    return !lt_any(~c);
#endif
}

/* b where b > a, else a, also if either is NaN. The instruction returns its second operand then,
 * hence the exchanged operands. */
LT_INLINE num lt_larger(num a, num b) {
#ifdef LT_NATIVE
    return LT_MAX(b, a);
#else
    return SEL(b > a, b, a);
#endif
}

/* b where b < a, else a, also if either is NaN. */
LT_INLINE num lt_smaller(num a, num b) {
#ifdef LT_NATIVE
    return LT_MIN(b, a);
#else
    return SEL(b < a, b, a);
#endif
}

LT_INLINE num lt_sqrt(num x) {
#ifdef LT_NATIVE
    return LT_SQRT(x);
#else
    for (int i = 0; i < LT_N; i++)
        x[i] = sqrt(x[i]);
    return x;
#endif
}

LT_INLINE num lt_abs(num x) {
    return (num)((mask)x & INT64_MAX);
}

#endif

#endif
