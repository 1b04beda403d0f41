/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.h: words of the stage program, each list in the order of its enum and ending with NULL.
 * Those of integrators, figures, designs, distributions and roles are in the files of those names.
 */
#ifndef LT_WORDS_H
#define LT_WORDS_H

extern const char *const lt_words_shape[];
extern const char *const lt_words_size[];
extern const char *const lt_words_frame[];
extern const char *const lt_words_levels[];
extern const char *const lt_words_entry[];
extern const char *const lt_words_steps[];
extern const char *const lt_words_initial[];
extern const char *const lt_words_dashpot[];
extern const char *const lt_words_lever[];
extern const char *const lt_words_axes[];
extern const char *const lt_words_history[];
extern const char *const lt_words_precision[];
extern const char *const lt_words_letter[];
extern const char *const lt_words_loss[];
extern const char *const lt_words_scale[];
extern const char *const lt_words_sweep_plot[];
extern const char *const lt_words_bars[];
extern const char *const lt_words_version[];
extern const char *const lt_words_format[];

#endif
