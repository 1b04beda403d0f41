/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: made for interface 999 of law.h */
#define BREAKS .abi = 999
#include "spring.h"
