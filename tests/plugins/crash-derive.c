/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: crashes (Aborted): derive() of law 'spring' */
#include <stdlib.h>
#define DERIVE abort();
#include "spring.h"
