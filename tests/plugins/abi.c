/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: compiled for version 999 of the law.h interface */
#define BREAKS .abi = 999
#include "spring.h"
