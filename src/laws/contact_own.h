/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contact_own.h: prefixes the static names that every part has with LT_PART, the name of the part,
 * so that one file can include the sources of several parts. */
#define LT_OWN__(part, name) part##_##name
#define LT_OWN_(part, name)  LT_OWN__(part, name)
#define LT_OWN(name)         LT_OWN_(LT_PART, name)
#define step                 LT_OWN(step)
#define usual                LT_OWN(usual)
#define step_of              LT_OWN(step_of)
#define derived              LT_OWN(derived)
#define state                LT_OWN(state)
#define losses               LT_OWN(losses)

/* Tables and struct lt_part_steps of these parts are compiled elsewhere, once. */
#undef LT_TABLES
#undef LT_STEPS
#define LT_STEPS(id) LT_KNOWN_MARCH(LT_OWN_(NAME, id))
