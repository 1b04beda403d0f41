/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: it has no 'lawtester_laws'; does its source end with LT_PLUGIN */
#define ENTRY
#include "spring.h"
