/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.h: words of the stage program, each list in the order of its enum and ending with NULL.
 * Those of integrators, figures, designs, distributions and roles are in the files of those names.
 */
#ifndef LT_WORDS_H
#define LT_WORDS_H

extern const char *const lt_words_shape[],
    *const lt_words_size[],
        *const lt_words_frame[],
            *const lt_words_levels[],
                *const lt_words_entry[],
                    *const lt_words_steps[],
                        *const lt_words_initial[],
                            *const lt_words_dashpot[],
                                *const lt_words_lever[],
                                    *const lt_words_axes[],
                                        *const lt_words_history[],
                                            *const lt_words_letter[],

                                                *const lt_words_loss[],
                                                    *const lt_words_scale[],
                                                        *const lt_words_sweep_plot[],
                                                            *const lt_words_bars[],
                                                                *const lt_words_version[],
                                                                    *const lt_words_format[];

#endif
