/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: its list 'lawtester_laws' is empty */
#define ENTRY LT_PLUGIN(NULL)
#include "spring.h"
