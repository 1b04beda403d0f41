/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: changes the locale of the program, which it must leave alone */
#include <locale.h>
#define STEP setlocale(LC_ALL, "C.UTF-8");
#include "spring.h"
