/* SPDX-License-Identifier: GPL-2.0-or-later
 * law_@prefix@.cpp: brings the contact model of normal_model_law_@prefix@.h into a LIGGGHTS as it is installed. The
 * shared library adds it when it is loaded. In LIGGGHTS' source tree this file is not needed.
 */
#include "comm.h"
#include "fix.h"
#include "fix_insert.h"
#include "fix_insert_stream.h"

#include "contact_models.h"
#include "granular_pair_style.h"
#include "pair_gran_base.h"

using namespace LIGGGHTS;
typedef ContactModels::GranStyle<ContactModels::LAW_@PREFIX@> Style;
typedef PairStyles::Granular<ContactModels::ContactModel<Style> > Law;

static PairStyles::IGranularPairStyle *make_law(LAMMPS_NS::LAMMPS *lmp, LAMMPS_NS::PairGran *parent, int64_t hash)
{
  return new Law(lmp, parent, hash);
}

static int add_law()
{
  ContactModels::Factory::instance().addNormalModel("law_@prefix@", ContactModels::LAW_@PREFIX@);
  PairStyles::Factory::instance().addStyle("gran", (int) Style::HASHCODE, make_law);
  return 0;
}

static const int added = add_law();

extern "C" int law_register_@prefix@(void *)
{
  return added;
}
