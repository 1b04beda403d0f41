/* SPDX-License-Identifier: GPL-2.0-or-later
 * normal_model_law_@prefix@.h: the law of @prefix@.h as LIGGGHTS' contact model law_@prefix@.
 *
 * pair_style gran model law_@prefix@
 * fix ID all property/global law_NAME peratomtypepair N ...     for each of its parameters: @placeholders@
 *
 * It is the whole contact: do not add a tangential, cohesion or rolling model. In LIGGGHTS' source tree this file,
 * @prefix@.h and @prefix@_contact.h belong into src, and LIGGGHTS is compiled anew.
 */
#ifdef NORMAL_MODEL
NORMAL_MODEL(LAW_@PREFIX@,law_@prefix@,@number@)
#else
#ifndef NORMAL_MODEL_LAW_@PREFIX@_H
#define NORMAL_MODEL_LAW_@PREFIX@_H

#include "@prefix@_contact.h"
#include "atom.h"
#include "contact_models.h"
#include "error.h"
#include "global_properties.h"
#include "neighbor.h"
#include "normal_model_base.h"
#include "update.h"

#include <string>
#include <vector>

namespace LIGGGHTS {
namespace ContactModels {

// A creator does not get the name of its property: each parameter, the K-th, has one of its own.
template <int K> MatrixProperty *create_law_@prefix@(PropertyRegistry &registry, const char *caller, bool)
{
  return MODEL_PARAMS::createPerTypePairProperty(registry, (std::string("law_") + @prefix@_law::names[K]).c_str(), caller);
}

template <> class NormalModel<LAW_@PREFIX@> : public NormalModelBase {
  double **given[@prefix@_law::N_PARAMS + 1];
  std::vector<@prefix@_law::Pair> pairs;    // of two types
  int first;                                // of the history

  void connect(PropertyRegistry &registry, int k, MatrixPropertyCreator creator)
  {
    const std::string name = std::string("law_") + @prefix@_law::names[k];
    registry.registerProperty(name, creator);
    registry.connect(name, given[k], "model law_@prefix@");
  }

  @prefix@_law::Pair &pair_of(int i, int j)
  {
    const std::size_t types = (std::size_t) atom->ntypes + 1;
    pairs.resize(types * types);
    @prefix@_law::Pair &pair = pairs[(std::size_t) i * types + (std::size_t) j];
    for (int k = 0; k < @prefix@_law::N_PARAMS; k++) {
      const @prefix@_law::Real value = (@prefix@_law::Real) given[k][i][j];
      pair.made = pair.made && pair.p.*@prefix@_law::params[k] == value;
      pair.p.*@prefix@_law::params[k] = value;
    }
    return pair;
  }

  // True: something acts.
  bool contact(SurfacesCloseData &d, ForceData &fi, ForceData &fj, double &normal)
  {
    if (d.is_wall) error->one(FLERR, "law_@prefix@ is a law for pairs of spheres, not for walls");
    const bool i_is_a = atom->tag[d.i] < atom->tag[d.j];
    const int ab[2] = {i_is_a ? d.i : d.j, i_is_a ? d.j : d.i};
    @prefix@_law::Sphere s[2];
    for (int k = 0; k < 2; k++) {
      s[k].x = atom->x[ab[k]];
      s[k].v = atom->v[ab[k]];
      s[k].w = atom->omega[ab[k]];
      s[k].radius = atom->radius[ab[k]];
      s[k].mass = atom->rmass[ab[k]];
    }
    double *kept = d.contact_history + first;
    @prefix@_law::Push push;
    const char *wrong;
    bool met = kept[@prefix@_law::N_KEPT] != 0;
    const bool acts = @prefix@_law::act(pair_of(atom->type[d.i], atom->type[d.j]), s[0], s[1], update->dt,
                                        d.shearupdate && d.computeflag, kept, met, push, wrong);
    if (wrong) error->one(FLERR, wrong);
    kept[@prefix@_law::N_KEPT] = met;
    if (d.contact_flags) {
      if (met) *d.contact_flags |= CONTACT_NORMAL_MODEL;
      else *d.contact_flags &= ~CONTACT_NORMAL_MODEL;
    }
    if (!acts) return false;
    if (push.active && push.holds > (neighbor->contactDistanceFactor - 1) * (s[0].radius + s[1].radius))
      error->one(FLERR, "contacts of law_@prefix@ hold on farther out than its contact distance factor");
    ForceData &fa = i_is_a ? fi : fj, &fb = i_is_a ? fj : fi;
    for (int k = 0; k < 3; k++) {
      fa.delta_F[k] += push.force[k];
      fa.delta_torque[k] += push.torque_a[k];
      fb.delta_F[k] -= push.force[k];
      fb.delta_torque[k] += push.torque_b[k];
    }
    normal = -push.normal;
    return true;
  }

 public:
  NormalModel(LAMMPS *lmp, IContactHistorySetup *setup, ContactModelBase *c) :
      NormalModelBase(lmp, setup, c), first(-1)
  {
    // "0": nothing changes sign, A is the atom with the smaller tag. The last number: it is kept.
    for (int k = 0; k <= @prefix@_law::N_KEPT; k++) {
      const char name[] = {'l', 'a', 'w', (char) ('0' + k / 100), (char) ('0' + k / 10 % 10), (char) ('0' + k % 10), 0};
      const int at = setup->add_history_value(name, "0");
      if (k == 0) first = at;
    }
  }
  void beginPass(SurfacesIntersectData &, ForceData &, ForceData &) {}
  void endPass(SurfacesIntersectData &, ForceData &, ForceData &) {}
  void registerSettings(Settings &) {}
  void postSettings(IContactHistorySetup *, ContactModelBase *) {}
  double stressStrainExponent() { return 1; }
  void connectToProperties(PropertyRegistry &registry)
  {
    // Pairs as close as this are shown to surfacesClose(): a contact ends there, or acts at a distance.
    neighbor->register_contact_dist_factor(@factor@);
@connects@  }
  void surfacesClose(SurfacesCloseData &d, ForceData &fi, ForceData &fj)
  {
    double normal;
    if (contact(d, fi, fj, normal)) d.has_force_update = true;
  }
  void surfacesIntersect(SurfacesIntersectData &d, ForceData &fi, ForceData &fj)
  {
    d.has_force_update = true;
    d.Fn = 0;
    contact(d, fi, fj, d.Fn);
  }
};

}    // namespace ContactModels
}    // namespace LIGGGHTS

#endif
#endif
