/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/cpu.h"

#include "config.h"

/* The best instruction set of this machine for which laws are compiled. */
enum lt_cpu lt_cpu_best(void) {
#if LT_X86
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        return LT_CPU_AVX512;
    if (__builtin_cpu_supports("avx2"))
        return LT_CPU_AVX2;
#endif
    return LT_CPU_PLAIN;
}
