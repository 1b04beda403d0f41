/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a law refuses, and what it takes, on both sides of each bound. */
#include "base/choice.h"
#include "rig.h"

#include <stdlib.h>

/* Numbers of a law, "kn=1e5 damping=constant", and how what it says of them begins; NULL: it takes
 * them. The bodies are spheres of 2 m and 3 m, or FLAT. */
struct row {
    const char *law, *numbers, *says;
    enum { ROUND, FLAT, BALL_AND_WALL, HOLLOW, UNKNOWN_MASS } bodies;
};

static const struct row rows[] = {
    {"lubrication", "kn=1000", NULL, ROUND},
    {"lubrication", "kn=1000", "a film needs a sphere: a body with a radius", FLAT},
    {"lubrication", "viscosity=1e-300", NULL, ROUND},
    {"lubrication", "film_form=explicit film_least=0", "an explicit film needs film_least", ROUND},
    {"lubrication", "film_form=explicit film_least=1e-9", NULL, ROUND},
    {"lubrication", "film_form=implicit film_least=0", NULL, ROUND},
    {"lubrication", "roughness=0.5 film_range=1", NULL, ROUND},
    {"lubrication", "roughness=0.5 film_range=0.999", "film_range must be at least", ROUND},

    {"linel6", "young=1e7", NULL, ROUND},
    {"linel6", "kn=1e5", NULL, ROUND},
    {"linel6", "", "give kn, or young", ROUND},
    {"linel6", "kn=1e5 rotation=code charLen=0", "charLen must be positive", ROUND},
    {"linel6", "kn=1e5 rotation=code charLen=1e-9", NULL, ROUND},
    {"linel6", "kn=1e5 rotation=manual charLen=0", NULL, ROUND},

    {"concrete", "young=1e7", NULL, ROUND},
    {"concrete", "", "give kn, or young", ROUND},
    {"concrete", "young=1e7 epsCrackOnset=1e-4 damLaw=linear relDuctility=0.999",
     "relDuctility: linear softening", ROUND},
    {"concrete", "young=1e7 epsCrackOnset=1e-4 damLaw=linear relDuctility=1", NULL, ROUND},
    {"concrete", "young=1e7 epsCrackOnset=1e-4 damLaw=exp relDuctility=0.999", NULL, ROUND},
    {"concrete", "young=0 isoPrestress=-1", "isoPrestress needs a stiffness", ROUND},
    {"concrete", "young=0 isoPrestress=0", NULL, ROUND},
    {"concrete", "young=1e7 epsCrackOnset=1e-4 isoPrestress=1001", "isoPrestress cracks", ROUND},
    {"concrete", "young=1e7 epsCrackOnset=1e-4 isoPrestress=999", NULL, ROUND},
    {"concrete", "young=1e7 epsCrackOnset=1e-4 isoPrestress=1001 neverDamage=1", NULL, ROUND},
    {"concrete", "young=1e7 epsSoft=-1e-3 relKnSoft=0 isoPrestress=-10001",
     "isoPrestress is more than the contact bears", ROUND},
    {"concrete", "young=1e7 epsSoft=-1e-3 relKnSoft=0 isoPrestress=-9999", NULL, ROUND},
    {"concrete", "young=1e7 epsSoft=-1e-3 relKnSoft=0.1 isoPrestress=-10001", NULL, ROUND},

    {"linear-elastic", "en=0 en_end=force-zero", "en is 0", ROUND},
    {"linear-elastic", "en=1e-9 en_end=force-zero", NULL, ROUND},
    {"linear-elastic", "en=0 en_end=gap-zero", NULL, ROUND},
    {"linear-elastic", "en=0 dp_mode=no-tension", "en is 0", ROUND},
    {"linear-elastic", "en=0 dp_mode=no-tension-slip-cut", "en is 0", ROUND},
    {"linear-elastic", "en=0 dp_mode=slip-cut", NULL, ROUND},
    {"linear-elastic", "et=0.5 kt=0", "et needs kt", ROUND},
    {"linear-elastic", "et=0.5 kt=1e-9", NULL, ROUND},
    {"linear-elastic", "et=-0.5 kt=1e4", "et is negative", ROUND},
    {"linear-elastic", "et=0 kt=1e4", NULL, ROUND},
    {"linear-elastic", "kn=0 et=0.5 kt=1e4 et_rule=rebound", "et has no meaning", ROUND},
    {"linear-elastic", "kn=0 et=0.5 kt=1e4", NULL, ROUND},

    {"linear", "emod=1e7", "emod and kratio go together", ROUND},
    {"linear", "kratio=2", "emod and kratio go together", ROUND},
    {"linear", "emod=1e7 kratio=2", NULL, ROUND},
    {"linear", "dp_mass=both", "dp_mass both needs", UNKNOWN_MASS},
    {"linear", "dp_mass=effective", NULL, UNKNOWN_MASS},

    {"hertz", "young=1e9 poisson=0.3", NULL, ROUND},
    {"hertz", "young=1e9 poisson=0.3 damping=tsuji en=0 en_end=force-zero", "en is 0", ROUND},
    {"hertz", "young=1e9 poisson=0.3 damping=tsuji en=0 en_end=gap-zero", NULL, ROUND},

    {"mindlin", "young=1e9 poisson=0.3 en=0 dp_mode=no-tension", "en and et must be above", ROUND},
    {"mindlin", "young=1e9 poisson=0.3 en=1e-9 dp_mode=no-tension", NULL, ROUND},
    {"mindlin", "young=1e9 poisson=0.3 et=0 dp_mode=no-tension", "en and et must be above", ROUND},

    {"luding", "kn1=1e5 kn2=2e5 phi_f=0.1", NULL, ROUND},
    {"luding", "kn1=0 kn2=2e5 phi_f=0.1", "normal: luding needs kn2 >= kn1 > 0", ROUND},
    {"luding", "kn1=1e5 kn2=1e5 phi_f=0.1", NULL, ROUND},
    {"luding", "kn1=1e5 kn2=0.9999e5 phi_f=0.1", "normal: luding needs kn2 >= kn1 > 0", ROUND},
    {"luding", "kn1=1e5 kn2=1.0001e5 phi_f=0.1", NULL, ROUND},
    {"luding", "kn1=1e5 kn2=inf phi_f=0.1", "normal: luding needs kn2 >= kn1 > 0", ROUND},
    {"luding", "kn1=1e5 kn2=2e5 phi_f=0", "normal: luding needs phi_f > 0", ROUND},
    {"luding", "kn1=1e5 kn2=2e5 phi_f=0.1", "normal: luding needs phi_f > 0", FLAT},

    {"walton-braun", "kn1=1e5 kn2=2e5", NULL, ROUND},
    {"walton-braun", "kn1=0 kn2=2e5", "normal: walton-braun needs kn1 > 0", ROUND},
    {"walton-braun", "kn1=inf kn2=2e5", "normal: walton-braun needs kn1 > 0", ROUND},
    {"walton-braun", "kn1=1e5", "normal: walton-braun needs either kn2 or", ROUND},
    {"walton-braun", "kn1=1e5 kn2=2e5 hardening=10", "normal: walton-braun needs either kn2 or",
     ROUND},
    {"walton-braun", "kn1=1e5 kn2=2e5 hardening=0", NULL, ROUND},
    {"walton-braun", "kn1=1e5 kn2=0 hardening=10", NULL, ROUND},
    {"walton-braun", "kn1=1e5 hardening=inf", "hardening is infinite", ROUND},
    {"walton-braun", "kn1=1e5 kn2=1e5", NULL, ROUND},
    {"walton-braun", "kn1=1e5 kn2=0.999e5", "normal: walton-braun needs kn2 >= kn1", ROUND},
    {"walton-braun", "kn1=1e5 kn2=inf", "normal: walton-braun needs kn2 >= kn1", ROUND},

    {"thornton", "young=1e9 poisson=0.3 yield_pressure=1e6", NULL, ROUND},
    {"thornton", "young=1e9 poisson=0.3 yield_pressure=0", "normal: thornton needs yield", ROUND},
    {"thornton", "young=1e9 poisson=0.3 yield_pressure=inf", "normal: thornton needs yield", ROUND},

    {"eepa", "k_load=1e5 plas_ratio=0.5", NULL, ROUND},
    {"eepa", "k_load=1e5 plas_ratio=1", "normal: eepa needs plas_ratio < 1", ROUND},
    {"eepa", "k_load=1e5 plas_ratio=0.999", NULL, ROUND},
    {"eepa", "k_load=inf plas_ratio=0.5", "normal: eepa needs k_load > 0", ROUND},
    {"eepa", "young=1e9 poisson=0.3 lu_exp=1.5 plas_ratio=0.5", NULL, ROUND},
    {"eepa", "young=1e9 poisson=0.3 lu_exp=1 plas_ratio=0.5", NULL, ROUND},
    {"eepa", "young=1e9 poisson=0.3 lu_exp=1.2 plas_ratio=0.5", "normal: eepa needs k_load", ROUND},
    {"eepa", "k_load=1e5 plas_ratio=0.5 surf_adh=1", "surf_adh needs a curved body", FLAT},
    {"eepa", "k_load=1e5 plas_ratio=0.5 surf_adh=0", NULL, FLAT},

    {"mdr", "young=1e9 poisson=0.3 yield_stress=1e7", NULL, ROUND},
    {"mdr", "young=1e9 poisson=0.3", NULL, ROUND},
    {"mdr", "young=1e9 poisson=0.5 yield_stress=1e7 work_adhesion=1", NULL, ROUND},
    {"mdr", "young=1e9 poisson=0.3 yield_stress=1e10", NULL, ROUND},
    {"mdr", "young=1e9 poisson=0.3 yield_stress=0", "normal: mdr needs yield_stress > 0", ROUND},
    {"mdr", "young=0 poisson=0.3 yield_stress=1e7", "normal: mdr needs young > 0", ROUND},
    {"mdr", "young_eff=1e9 yield_stress=1e7", "normal: mdr needs young and poisson", ROUND},
    {"mdr", "young=1e9 yield_stress=1e7", "Hertz' contact needs young and poisson", ROUND},
    {"mdr", "young=1e9 poisson=0.3 work_adhesion=inf", "normal: mdr needs a finite work", ROUND},
    {"mdr", "young=1e9 poisson=0.3 yield_stress=1e7", "Hertz' contact needs a curved", FLAT},

    {"jkr", "young=1e7 poisson=0.3 work_adhesion=0.1", NULL, ROUND},
    {"jkr", "young=1e7 poisson=0.3", "adhesion needs work_adhesion", ROUND},
    {"jkr", "young=1e7 poisson=0.3 work_adhesion=inf", "JKR's contact needs a modulus", ROUND},
    {"jkr", "young=0 poisson=0.3 work_adhesion=1", "JKR's contact needs a modulus", ROUND},
    {"jkr", "young=1e7 poisson=0.3 work_adhesion=0.1", "Hertz' contact needs a curved body", FLAT},
    {"jkr", "young=inf poisson=0.3 work_adhesion=0.1", "Hertz' contact needs a curved body", ROUND},
    {"jkr", "poisson=0.3 work_adhesion=0.1", "Hertz' contact needs young", ROUND},

    {"contact", "kn=1e5 cohesion=dmt", "adhesion needs work_adhesion", ROUND},
    {"contact", "kn=1e5 cohesion=dmt work_adhesion=1", NULL, ROUND},
    {"contact", "kn=1e5 cohesion=dmt work_adhesion=1", "cohesion: dmt needs a curved body", FLAT},
    {"contact", "kn=1e5 cohesion=area cohesion_density=1", NULL, ROUND},
    {"contact", "kn=1e5 cohesion=area cohesion_density=1", "cohesion: area needs", FLAT},
    {"contact", "kn=1e5 cohesion=lens cohesion_density=1", NULL, ROUND},
    {"contact", "kn=1e5 cohesion=lens cohesion_density=1", NULL, BALL_AND_WALL},
    {"contact", "kn=1e5 cohesion=lens cohesion_density=1", "cohesion: lens needs", FLAT},
    {"contact", "kn=1e5 cohesion=lens cohesion_density=1", "cohesion: lens needs", HOLLOW},
    {"contact", "kn=1e5 cohesion=reversible adh_force=1 adh_stiffness=0", "the attraction must end",
     ROUND},
    {"contact", "kn=1e5 cohesion=reversible adh_force=0 adh_stiffness=0", NULL, ROUND},
    {"contact", "kn=1e5 cohesion=reversible adh_force=1 adh_stiffness=1e-9", NULL, ROUND},
    {"contact", "kn=1e5 cohesion=bridge bridge_volume=1e-3", NULL, ROUND},
    {"contact", "kn=1e5 cohesion=bridge bridge_volume=1e-3", "cohesion: bridge needs", FLAT},
    {"contact", "kn=1e5 cohesion=bridge bridge_volume=inf",
     "bridge_range and bridge_volume must be finite", ROUND},
    {"contact", "kn=1e5 cohesion=bridge bridge_volume=1e-3 bridge_range=inf",
     "bridge_range and bridge_volume must be finite", ROUND},
    {"contact", "kn=1e5 cohesion=bridge bridge_volume=100 bridge_model=weigert",
     "weigert's filling", ROUND},
    {"contact", "kn=1e5 cohesion=bridge bridge_volume=2 bridge_angle=1.2 bridge_model=weigert",
     "weigert's meniscus", ROUND},
    {"contact", "kn=1e5 damping=mass-radius eta_ma=1", NULL, ROUND},
    {"contact", "kn=1e5 damping=mass-radius eta_ma=1", "damping: mass-radius needs", FLAT},
    {"contact", "kn=1e5 damping=restitution en=0 dp_mode=no-tension", "en is 0", ROUND},
    {"contact", "kn=1e5 damping=restitution en=1e-9 dp_mode=no-tension", NULL, ROUND},
    {"contact", "normal=hertz young_eff=1e9 tangential=secant", "the tangential spring follows G*",
     ROUND},
    {"contact", "kn=1e5 tangential=secant young=1e9 poisson=0.3 normal=hertz", NULL, ROUND},
    {"contact", "kn=1e5 tangential=linear ks=1e5 rolling=spring kr=1 fric_roll=0.1", NULL, ROUND},
    {"contact", "kn=1e5 tangential=linear ks=1e5 rolling=spring kr=1 fric_roll=0.1",
     "rolling needs a curved body", FLAT},
    {"contact", "kn=1e5 tangential=linear ks=1e5 twisting=marshall",
     "twisting: marshall needs a curved body", FLAT},
    {"contact", "kn=1e5 tangential=linear ks=1e5 twisting=marshall", NULL, ROUND},
    {"contact", "normal=hertz young=1e9 poisson=0.3 tangential=partial-slip fric=0.5", NULL, ROUND},
    {"contact", "normal=hertz young_eff=1e9 shear_eff=0 tangential=partial-slip fric=0.5",
     "partial-slip needs shear_eff > 0", ROUND},

    {"parallel-bond", "pb_kn=1e7", NULL, ROUND},
    {"parallel-bond", "pb_kn=1e7", NULL, BALL_AND_WALL},
    {"parallel-bond", "pb_kn=1e7", "a bond needs a radius", FLAT},
    {"parallel-bond", "pb_kn=1e7 pb_rmul=0", "a bond needs a radius", ROUND},
    {"parallel-bond", "pb_emod=1e7", "pb_emod and pb_kratio go together", ROUND},
    {"parallel-bond", "pb_kratio=2", "pb_emod and pb_kratio go together", ROUND},
    {"parallel-bond", "pb_emod=1e7 pb_kratio=2", NULL, ROUND},
    {"soft-bond", "sb_kn=1e7", NULL, ROUND},
    {"soft-bond", "sb_kn=1e7", "a bond needs a radius", FLAT},
    {"soft-bond", "sb_kn=1e7 sb_rmul=0", "a bond needs a radius", ROUND},
    {"soft-bond", "sb_kn=1e7 sb_radius=inf", "a bond needs a radius", ROUND},
    {"cohfrict", "young=1e7", NULL, ROUND},
    {"cohfrict", "young=1e7", "a bond needs a radius", FLAT},
    {"jcfpm", "young=1e7", "a bond needs a radius", FLAT},
    {"beam-bond", "bb_fcr=1 bb_fcs=1 bb_tct=1 bb_tcb=1", NULL, ROUND},
    {"beam-bond", "bb_fcr=0 bb_fcs=1 bb_tct=1 bb_tcb=1", "the strengths of a beam", ROUND},
    {"beam-bond", "bb_fcr=1 bb_fcs=0 bb_tct=1 bb_tcb=1", "the strengths of a beam", ROUND},
    {"beam-bond", "bb_fcr=1 bb_fcs=1 bb_tct=0 bb_tcb=1", "the strengths of a beam", ROUND},
    {"beam-bond", "bb_fcr=1 bb_fcs=1 bb_tct=1 bb_tcb=0", "the strengths of a beam", ROUND},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void set_number(struct rig *b, const char *name, const char *text) {
    const long i = lt_laws_param(b->contact.law, name);
    ck_assert_msg(i >= 0, "%s has no %s", b->contact.law->name, name);
    const struct lt_field *field = &b->contact.law->params[i];
    const long word = field->choices ? lt_choice_number(field->choices, text) : -1;
    char *end;
    *rig_param(b, name) = word >= 0 ? (double)word : strtod(text, &end);
    ck_assert_msg(word >= 0 || *end == '\0', "%s: %s", name, text);
}

static void set_bodies(struct lt_pair *pair, const struct row *row) {
    switch (row->bodies) {
    case FLAT:
        pair->b.flat = 1;
        pair->b.radius = pair->b.curvature = pair->r_eff = 0; /* fall through */
    case BALL_AND_WALL:
        pair->a.flat = 1;
        pair->a.radius = pair->a.curvature = 0;
        break;
    case HOLLOW:
        pair->a.curvature = -0.1;
        break;
    case UNKNOWN_MASS:
        pair->m_both = NAN;
        break;
    default:
        pair->m_both = pair->m_eff;
    }
}

START_TEST(says) {
    const struct row *row = &rows[_i];
    struct rig b;
    char numbers[256], *rest = NULL;
    rig_begin(&b, row->law);
    snprintf(numbers, sizeof numbers, "%s", row->numbers);
    for (char *word = strtok_r(numbers, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(word, '=');
        *value = '\0';
        set_number(&b, word, value + 1);
    }
    set_bodies(&b.drive.pair, row);
    const char *said = rig_derive(&b);
    const char *wanted = row->says ? row->says : "";
    ck_assert_msg(said ? *wanted && strncmp(said, wanted, strlen(wanted)) == 0 : !*wanted,
                  "%s %s: '%s', not '%s'", row->law, row->numbers, said ? said : "", wanted);
    lt_arena_free(b.arena);
}
END_TEST

static void add(TCase *t) {
    tcase_add_loop_test(t, says, 0, ROWS);
}

LT_TESTS("refused", add)
