/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cpu.h: the instruction sets that steps and formulas are compiled for; all give the same bits. */
#ifndef LT_CPU_H
#define LT_CPU_H

enum lt_cpu { LT_CPU_PLAIN, LT_CPU_AVX2, LT_CPU_AVX512 };

/* The best one of this machine. */
enum lt_cpu lt_cpu_best(void);

#endif
