/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checks.h: the names of the checks that 'lawtester verify' makes of every law. A law may declare
 * that it fails one knowingly. */
#ifndef LT_CHECKS_H
#define LT_CHECKS_H

enum lt_check_kind {
    LT_CHECK_ZERO_RESPONSE,
    LT_CHECK_ACTS,
    LT_CHECK_UNITS,
    LT_CHECK_LEDGER,
    LT_CHECK_CROSS,
    LT_CHECK_DISSIPATION,
    LT_CHECK_CYCLE,
    LT_CHECK_COULOMB,
    LT_CHECK_FRICTION,
    LT_CHECK_TENSION,
    LT_CHECK_CONTINUITY,
    LT_CHECK_JUMPS,
    LT_CHECK_HOLD,
    LT_CHECK_SWAP,
    LT_CHECK_WALL,
    LT_CHECK_MIRROR,
    LT_CHECK_ISOTROPY,
    LT_CHECK_OFFSET,
    LT_CHECK_RECONTACT,
    LT_CHECK_HIDDEN_STATE,
    LT_CHECK_UNSET,
    LT_CHECK_BLOCK,
    LT_CHECK_THREADS,
    LT_CHECK_OBJECTIVITY,
    LT_CHECK_SLOW,
    LT_CHECK_ORDER,
    LT_CHECK_CONVERGENCE,
    LT_CHECK_STEP_LENGTH,
    LT_CHECK_STIFFNESS,
    LT_CHECK_CONTACT_TIME,
    LT_CHECKS
};

extern const char *const lt_check_words[]; /* in this order; ends with NULL */

#endif
