/* SPDX-License-Identifier: GPL-2.0-or-later
 * pair_law_@prefix@.cpp: the law of @prefix@.h as LAMMPS' pair style law/@prefix@.
 *
 * pair_style law/@prefix@
 * pair_coeff I J @placeholders@
 *
 * Neighbours, their history and its way between processors are those of LAMMPS' own granular styles. Compiled as a
 * shared library, law_register_@prefix@() adds the style to a LAMMPS that runs; in LAMMPS' source tree this file, its
 * header, @prefix@.h and @prefix@_contact.h belong into src.
 */
#include "pair_law_@prefix@.h"

#include "atom.h"
#include "error.h"
#include "fix_neigh_history.h"
#include "force.h"
#include "lammps.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "update.h"
#include "utils.h"

using namespace LAMMPS_NS;
using namespace @prefix@_law;

PairLaw@Prefix@::PairLaw@Prefix@(LAMMPS *lmp) : PairGranHookeHistory(lmp), reach(0.0)
{
  size_history = N_KEPT;
  history = 1;
  single_enable = 0;
  restartinfo = 0;
  nondefault_history_transfer = 1;
  beyond_contact = 1;
  kn = 1.0;
  kt = gamman = gammat = xmu = 0.0;
  dampflag = limit_damping = 0;
}

void PairLaw@Prefix@::settings(int narg, char **)
{
  if (narg != 0) error->all(FLERR, "pair_style law/@prefix@ has no arguments: its numbers stand in pair_coeff");
}

void PairLaw@Prefix@::coeff(int narg, char **arg)
{
  if (narg != 2 + N_PARAMS) error->all(FLERR, "pair_coeff of law/@prefix@: I J @placeholders@");
  if (!allocated) allocate();
  const int types = atom->ntypes + 1;
  int ilo, ihi, jlo, jhi;
  utils::bounds(FLERR, arg[0], 1, atom->ntypes, ilo, ihi, error);
  utils::bounds(FLERR, arg[1], 1, atom->ntypes, jlo, jhi, error);
  given.resize((std::size_t) types * types);
  @prefix@_law::Pair pair;
  for (int k = 0; k < N_PARAMS; k++)
    pair.p.*@prefix@_law::params[k] = (Real) utils::numeric(FLERR, arg[2 + k], false, lmp);
  for (int i = ilo; i <= ihi; i++)
    for (int j = MAX(jlo, i); j <= jhi; j++) {
      given[(std::size_t) i * types + j] = given[(std::size_t) j * types + i] = pair;
      setflag[i][j] = 1;
    }
}

void PairLaw@Prefix@::init_style()
{
  PairGranHookeHistory::init_style();
  if (fix_rigid) error->all(FLERR, "pair_style law/@prefix@ does not know the mass of rigid bodies");
  reach = 0.0;
}

// The law's range comes on top of touch: that of the largest spheres, whose mass hardly matters for it.
double PairLaw@Prefix@::init_one(int i, int j)
{
  const double cutoff = PairGranHookeHistory::init_one(i, j);
  const double a = MAX(maxrad_dynamic[i], maxrad_frozen[i]), b = MAX(maxrad_dynamic[j], maxrad_frozen[j]);
  @prefix@_law::Pair &pair = given[(std::size_t) i * (atom->ntypes + 1) + j];
  given[(std::size_t) j * (atom->ntypes + 1) + i] = pair;
  if (a <= 0.0 || b <= 0.0) return cutoff;
  const char *wrong = pair.make(@prefix@_spheres((Real) a, (Real) (1e4 * a * a * a), (Real) b, (Real) (1e4 * b * b * b)));
  if (wrong) error->all(FLERR, wrong);
  const double gap = MAX(pair.reach, 0.0) + MAX((double) @prefix@_reference_gap(&pair.p), 0.0);
  reach = MAX(reach, gap);
  return cutoff + gap;
}

// Nothing that is kept changes sign: A is the atom with the smaller ID.
void PairLaw@Prefix@::transfer_history(double *from, double *to)
{
  std::memcpy(to, from, N_KEPT * sizeof(double));
}

void PairLaw@Prefix@::compute(int eflag, int vflag)
{
  ev_init(eflag, vflag);
  const int types = atom->ntypes + 1, newton = force->newton_pair, nlocal = atom->nlocal;
  const bool moves = !update->setupflag;
  double **f = atom->f, **torque = atom->torque;
  for (int ii = 0; ii < list->inum; ii++) {
    const int i = list->ilist[ii];
    int *touch = fix_history->firstflag[i];
    double *all = fix_history->firstvalue[i];
    for (int jj = 0; jj < list->numneigh[i]; jj++) {
      const int j = list->firstneigh[i][jj] & NEIGHMASK;
      const int ab[2] = {atom->tag[i] < atom->tag[j] ? i : j, atom->tag[i] < atom->tag[j] ? j : i};
      Sphere s[2];
      for (int k = 0; k < 2; k++) {
        s[k].x = atom->x[ab[k]];
        s[k].v = atom->v[ab[k]];
        s[k].w = atom->omega[ab[k]];
        s[k].radius = atom->radius[ab[k]];
        s[k].mass = atom->mask[ab[k]] & freeze_group_bit ? INFINITY : atom->rmass[ab[k]];
      }
      Push push;
      const char *wrong;
      bool met = touch[jj] != 0;
      const bool acts = act(given[(std::size_t) atom->type[i] * types + atom->type[j]], s[0], s[1], update->dt, moves,
                            all + (std::size_t) N_KEPT * jj, met, push, wrong);
      if (wrong) error->one(FLERR, wrong);
      touch[jj] = met;
      if (!acts) continue;
      if (push.active && push.holds > reach + neighbor->skin)
        error->one(FLERR, "contacts of law/@prefix@ hold on beyond the skin of 'neighbor': enlarge it");
      const int a = ab[0], b = ab[1];
      for (int k = 0; k < 3; k++) {
        if (a < nlocal || newton) {
          f[a][k] += push.force[k];
          torque[a][k] += push.torque_a[k];
        }
        if (b < nlocal || newton) {
          f[b][k] -= push.force[k];
          torque[b][k] += push.torque_b[k];
        }
      }
      if (evflag)
        ev_tally_xyz(a, b, nlocal, newton, 0.0, 0.0, push.force[0], push.force[1], push.force[2], s[0].x[0] - s[1].x[0],
                     s[0].x[1] - s[1].x[1], s[0].x[2] - s[1].x[2]);
    }
  }
  if (vflag_fdotr) virial_fdotr_compute();
}

static LAMMPS_NS::Pair *make_law(LAMMPS *lmp)
{
  return new PairLaw@Prefix@(lmp);
}

extern "C" void law_register_@prefix@(void *lmp)
{
  (*static_cast<LAMMPS *>(lmp)->force->pair_map)["law/@prefix@"] = make_law;
}
