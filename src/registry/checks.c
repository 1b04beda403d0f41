/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "registry/checks.h"

#include <stddef.h>

const char *const lt_check_words[] = {
    [LT_CHECK_ZERO_RESPONSE] = "zero-response",
    [LT_CHECK_ACTS] = "acts",
    [LT_CHECK_UNITS] = "units",
    [LT_CHECK_LEDGER] = "ledger",
    [LT_CHECK_CROSS] = "cross",
    [LT_CHECK_DISSIPATION] = "dissipation",
    [LT_CHECK_CYCLE] = "cycle",
    [LT_CHECK_COULOMB] = "coulomb",
    [LT_CHECK_FRICTION] = "friction",
    [LT_CHECK_TENSION] = "tension",
    [LT_CHECK_CONTINUITY] = "continuity",
    [LT_CHECK_JUMPS] = "jumps",
    [LT_CHECK_HOLD] = "hold",
    [LT_CHECK_SWAP] = "swap",
    [LT_CHECK_WALL] = "wall",
    [LT_CHECK_MIRROR] = "mirror",
    [LT_CHECK_ISOTROPY] = "isotropy",
    [LT_CHECK_OFFSET] = "offset",
    [LT_CHECK_RECONTACT] = "recontact",
    [LT_CHECK_HIDDEN_STATE] = "hidden-state",
    [LT_CHECK_UNSET] = "unset",
    [LT_CHECK_BLOCK] = "block",
    [LT_CHECK_THREADS] = "threads",
    [LT_CHECK_OBJECTIVITY] = "objectivity",
    [LT_CHECK_SLOW] = "slow",
    [LT_CHECK_ORDER] = "order",
    [LT_CHECK_CONVERGENCE] = "convergence",
    [LT_CHECK_STEP_LENGTH] = "step-length",
    [LT_CHECK_STIFFNESS] = "stiffness",
    [LT_CHECK_CONTACT_TIME] = "contact-time",
    [LT_CHECKS] = NULL,
};
