/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A restitution of 0 is allowed, and its logarithm taken. */
#define LEAST 0
#define LAW   log_of_zero
#include "impact.h"
