#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""liggghts.py DECK: runs an input deck in LIGGGHTS' library; without DECK: ends with 1 if that is not installed."""
import ctypes
import sys

try:
    code = ctypes.CDLL("libliggghts.so.3", mode=ctypes.RTLD_GLOBAL)
except OSError as error:
    sys.exit(str(error))
if len(sys.argv) > 1:
    handle = ctypes.c_void_p()
    words = (ctypes.c_char_p * 3)(b"liggghts", b"-log", b"none")
    code.lammps_open_no_mpi(3, words, ctypes.byref(handle))
    code.lammps_file(handle, sys.argv[1].encode())
    code.lammps_close(handle)
