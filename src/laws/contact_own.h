/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contact_own.h: what parts call their own gets another name in each, for a file that includes the
 * sources of several. LT_PART: that of the part. */
#define LT_OWN__(part, name) part##_##name
#define LT_OWN_(part, name)  LT_OWN__(part, name)
#define LT_OWN(name)         LT_OWN_(LT_PART, name)
#define step                 LT_OWN(step)
#define usual                LT_OWN(usual)
#define step_of              LT_OWN(step_of)
#define derived              LT_OWN(derived)
#define state                LT_OWN(state)
#define losses               LT_OWN(losses)

/* They have their tables and struct lt_part_steps elsewhere. */
#undef LT_TABLES
#undef LT_STEPS
#define LT_STEPS(id) LT_KNOWN_MARCH(LT_OWN_(NAME, id))
