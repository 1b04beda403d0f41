/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: changes the mode of files to come (umask), which it must leave alone */
#include <sys/stat.h>
#define STEP umask(0177);
#include "spring.h"
