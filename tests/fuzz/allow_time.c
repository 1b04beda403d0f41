/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work is a microsecond of the processor. */
#include "fuzz/fuzz.h"

#include <signal.h>
#include <sys/time.h>

volatile int fuzz_interrupted;

static void interrupt(int number) {
    (void)number;
    fuzz_interrupted = 1;
}

void fuzz_allow(long work) {
    const struct itimerval time = {{0, 0}, {0, work}};
    fuzz_interrupted = 0;
    signal(SIGVTALRM, interrupt);
    setitimer(ITIMER_VIRTUAL, &time, NULL);
}
