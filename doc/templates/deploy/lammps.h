/* SPDX-License-Identifier: GPL-2.0-or-later
 * pair_law_@prefix@.h: the law of @prefix@.h as LAMMPS' pair style law/@prefix@.
 */
#ifdef PAIR_CLASS
// clang-format off
PairStyle(law/@prefix@,PairLaw@Prefix@);
// clang-format on
#else
#ifndef LMP_PAIR_LAW_@PREFIX@_H
#define LMP_PAIR_LAW_@PREFIX@_H

#include "@prefix@_contact.h"
#include "pair_gran_hooke_history.h"
#include <vector>

namespace LAMMPS_NS {

class PairLaw@Prefix@ : public PairGranHookeHistory {
 public:
  PairLaw@Prefix@(class LAMMPS *);
  void compute(int, int) override;
  void settings(int, char **) override;
  void coeff(int, char **);
  void init_style();
  double init_one(int, int);
  void transfer_history(double *, double *) override;

 private:
  std::vector<@prefix@_law::Pair> given;    // of two types
  double reach;                             // m: largest of all types
};

}    // namespace LAMMPS_NS

#endif
#endif
