/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Twisting friction is read and never used: the springs of rolling and shear alone are held. */
#define SLIPS size > most &&trial.t != 0
#define LAW   unused_parameter
#include "sound.h"
