#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables as instruments, codes and spreadsheets write them, read through the library; and what Python's csv module
writes, read back to the bit.

    exports.py LIBRARY ROOT

Some exports are in tests/exports and stages/recorded; the others are written here, each in the manner of one program.
"""
import csv
import ctypes
import io
import math
import os
import random
import sys
import tempfile

LIBRARY = ctypes.CDLL(sys.argv[1])
FOLDER = os.path.join(sys.argv[2], "tests/exports")
RECORDED = os.path.join(sys.argv[2], "stages/recorded")
made = tempfile.TemporaryDirectory()
count = failed = 0


class How(ctypes.Structure):
    _fields_ = [("skip", ctypes.c_size_t), ("header", ctypes.c_char_p), ("comment", ctypes.c_char_p),
                ("where", ctypes.c_char_p), ("rows", ctypes.c_char_p), ("block", ctypes.c_char_p)]


LIBRARY.lawtester_table_read.restype = ctypes.c_void_p
LIBRARY.lawtester_table_read.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
LIBRARY.lawtester_table_free.argtypes = [ctypes.c_void_p]
LIBRARY.lawtester_table_ok.argtypes = [ctypes.c_void_p]
LIBRARY.lawtester_table_errors.restype = ctypes.c_char_p
LIBRARY.lawtester_table_errors.argtypes = [ctypes.c_void_p]
LIBRARY.lawtester_table_rows.restype = ctypes.c_size_t
LIBRARY.lawtester_table_rows.argtypes = [ctypes.c_void_p]
LIBRARY.lawtester_table_name.restype = ctypes.c_char_p
LIBRARY.lawtester_table_name.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
LIBRARY.lawtester_table_column.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p]


class Table:
    """What is read: names, numbers of each column (None: words), units, and what is said."""

    def __init__(self, path, **how):
        words = {key: value.encode() if isinstance(value, str) else value for key, value in how.items()}
        address = LIBRARY.lawtester_table_read(os.fsencode(path), ctypes.byref(How(**words)))
        self.ok = bool(LIBRARY.lawtester_table_ok(address))
        self.said = LIBRARY.lawtester_table_errors(address).decode(errors="replace")
        self.rows = LIBRARY.lawtester_table_rows(address)
        self.names, self.columns, self.units = [], [], []
        while (name := LIBRARY.lawtester_table_name(address, len(self.names))) is not None:
            values = (ctypes.c_double * max(self.rows, 1))()
            unit = ctypes.c_char_p()
            usable = LIBRARY.lawtester_table_column(address, len(self.names), values, ctypes.byref(unit))
            self.names.append(name.decode(errors="replace"))
            self.columns.append(list(values)[:self.rows] if usable else None)
            self.units.append((unit.value or b"").decode())
        LIBRARY.lawtester_table_free(address)


def tell(good, name, *log):
    global count, failed
    count += 1
    failed += not good
    print("ok" if good else "not ok", count, "-", name)
    if not good:
        for line in log:
            print("#", str(line).replace("\n", "\n# "))


def near(a, b):
    return a == b or (math.isnan(a) and math.isnan(b)) or abs(a - b) <= 4e-16 * abs(b)


def reads(name, names, columns, says="", how=None, units=None):
    """The file has these columns, by place: {0: [...]} in SI, and all that SAYS is said."""
    path = name if os.path.exists(name) else os.path.join(made.name, name)
    table = Table(path, **(how or {}))
    good = table.ok and (names is None or table.names == names) and all(part in table.said for part in
                                                                        says.split("|"))
    good = good and (says != "" or not table.said)
    for place, wanted in columns.items():
        found = table.columns[place] if good else None
        good = good and found is not None and len(found) == len(wanted) and all(map(near, found, wanted))
    good = good and (units is None or table.units == units)
    tell(good, os.path.basename(name) + (f" {how}" if how else ""), table.said, table.names, table.units, table.columns)


def refuses(name, says, how=None):
    table = Table(os.path.join(made.name, name), **(how or {}))
    good = not table.ok and all(part in table.said for part in says.split("|")) and table.said.count("error:") == 1
    tell(good, f"{name} is refused" + (f" {how}" if how else ""), table.said, table.names, table.columns)


def w(name, text):
    with open(os.path.join(made.name, name), "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())


# ---- In the manner of ----------------------------------------------------------------------------

w('bluehill.csv','"General: Start time","10/22/2020 2:16:20 PM"\r\n"Specimen label","1"\r\n"Width","10.00000","mm"\r\n"Thickness","2.0000","mm"\r\n\r\n"Results Table 1"\r\n"","Maximum Load","Modulus"\r\n"","(N)","(MPa)"\r\n"1","1234.5","2100"\r\n\r\n"Raw Data"\r\n"Time","Extension","Load"\r\n"(s)","(mm)","(N)"\r\n'+''.join('"%.5f","%.5f","%.5f"\r\n'%(i*.1,i*.01,i*2.5) for i in range(8)))
w('zwick.csv','"Prüfbericht"\r\n\r\n"Prüfzeit";"Standardkraft";"Standardweg"\r\n"s";"N";"mm"\r\n'.encode('latin-1')+''.join('%s;%s;%s\r\n'%tuple(("%.3f"%v).replace('.',',') for v in (i*.1,i*2.5,i*.01)) for i in range(8)).encode())
w('excel16.csv',b'\xff\xfe'+('Zeit (s)\tKraft (mN)\tWeg (µm)\r\n'+''.join('%g\t%g\t%g\r\n'%(i,i*2,i*3) for i in range(5))).encode('utf-16-le'))
w('sep.csv','sep=;\r\nt;un [µm];fn [mN]\r\n0;0;0\r\n1;-1,5;-2\r\n'.encode('utf-8-sig'))
w('thousands.csv','t;load (N)\n0;999.5\n1;1,000\n2;1,234.5\n3;1,234,567.25\n')
w('lvm.txt','LabVIEW Measurement\t\nWriter_Version\t2\nReader_Version\t2\nSeparator\tTab\nDecimal_Separator\t.\nMulti_Headings\tYes\nX_Columns\tOne\nTime_Pref\tAbsolute\nOperator\tme\nDate\t2020/10/22\nTime\t14:16:20.1234\n***End_of_Header***\t\n\t\t\t\nChannels\t2\t\t\t\nSamples\t10\t10\t\t\nDate\t2020/10/22\t2020/10/22\t\t\nTime\t14:16:20.12\t14:16:20.12\t\t\nY_Unit_Label\tVolts\tVolts\t\t\nX_Dimension\tTime\tTime\t\t\nX0\t0.0000000000000000E+0\t0.0000000000000000E+0\t\t\nDelta_X\t0.001000\t0.001000\t\t\n***End_of_Header***\t\t\t\t\nX_Value\tVoltage_0\tVoltage_1\tComment\n'+''.join('%.6f\t%.6f\t%.6f\n'%(i*.001,i*.1,-i*.2) for i in range(10)))
w('jpk.txt','# xPosition: 1.0\n# yPosition: 0.0\n# springConstant: 0.05\n# segmentIndex: 0\n# segment: extend\n# columns: vDeflection strainGaugeHeight height seriesTime\n# fancyNames: "Vertical deflection" "Height (measured)" "Height" "Series Time"\n# units: N m m s\n\n'+''.join('%g %g %g %g\n'%(i*1e-10,1e-6-i*1e-8,1e-6-i*1e-8,i*.01) for i in range(5))+'\n# segmentIndex: 1\n# segment: retract\n# columns: vDeflection strainGaugeHeight height seriesTime\n# fancyNames: "Vertical deflection" "Height (measured)" "Height" "Series Time"\n# units: N m m s\n\n'+''.join('%g %g %g %g\n'%(5e-10-i*1e-10,9e-7+i*1e-8,9e-7+i*1e-8,.05+i*.01) for i in range(5)))
w('nanoscope.txt','\\*Force file list\r\n\\Version: 0x09400202\r\n\\Date: 02:16:20 PM Thu Oct 22 2020\r\n\\Samps/line: 512 512\r\n\\*Scanner list\r\n\\@Sens. Zsens: V 12.5 nm/V\r\n\\*File list end\r\n'.replace('12.5 nm/V','12.5 nm/V')+'Calc_Ramp_Ex_nm\tCalc_Ramp_Rt_nm\tDefl_pN_Ex\tDefl_pN_Rt\r\n'+''.join('%g\t%g\t%g\t%g\r\n'%(i,10-i,i*2,20-i) for i in range(6)))
w('hysitron.txt','\r\nTest: Quasi\t\r\nNumber of Points = 500\t\r\nTip Area Function: C0=24.5 C1=1000\r\n\r\nDepth (nm)\tLoad (µN)\tTime (s)\tDepth (V)\tLoad (V)\r\n'.encode('latin-1')+''.join('%g\t%g\t%g\t%g\t%g\r\n'%(i*10,i*100,i*.005,i*.1,i*.01) for i in range(8)).encode())
w('hysitron2.txt','\r\nTest: Quasi\t\r\n\r\nSegment 1\r\nDepth_nm\tLoad_uN\tTime_s\r\n'+''.join('%g\t%g\t%g\r\n'%(i*10,i*100,i*.005) for i in range(5))+'\r\nSegment 2\r\nDepth_nm\tLoad_uN\tTime_s\r\n'+''.join('%g\t%g\t%g\r\n'%(50-i*10,500-i*100,.025+i*.005) for i in range(5)))
w('keysight.csv','Segment,Displacement Into Surface,Load On Sample,Time On Sample\n,nm,mN,s\nSurface Marker,0,0,0\n'+''.join('%s,%g,%g,%g\n'%('' if i else 'x',i*10,i*.1,i) for i in range(6)))
w('keysight2.csv','Displacement Into Surface,Load On Sample,Time On Sample\nnm,mN,s\n'+''.join('%g,%g,%g\n'%(i*10,i*.1,i) for i in range(6)))
w('origin.txt','Time\tForce\tDisp\r\ns\tmN\tnm\r\nRun 1\tRun 1\tRun 1\r\n'+''.join('%g\t%g\t%g\r\n'%(i,i*.1,i*10) for i in range(6)))
w('origin2.txt','A(X)\tB(Y)\tC(Y)\r\nTime\tForce\tDisp\r\ns\tmN\tnm\r\n'+''.join('%g\t%g\t%g\r\n'%(i,i*.1,i*10) for i in range(6)))
w('local.dump',''.join('ITEM: TIMESTEP\n%d\nITEM: NUMBER OF ENTRIES\n2\nITEM: BOX BOUNDS ff ff ff\n0 1\n0 1\n0 1\nITEM: ENTRIES index c_1[1] c_1[2] c_2\n1 %g %g 5\n2 7 8 9\n'%(i*100,i*1e-5,i*2) for i in range(4)))
log = 'LAMMPS (2 Aug 2023)\nunits si\ncreate_atoms 1 single 0 0 0\ncreate_atoms 1 single 1 0 0\ncreate_atoms 1 single 2 0 0\nCreated 2 atoms\n  using lattice units in orthogonal box = (0 0 0) to (1 1 1)\n  create_atoms CPU = 0.000 seconds\npair_coeff * * 1e5 2e5 0.5 0.5\n# note 1\nrun 200\nNeighbor list info ...\n  update: every = 1 steps, delay = 0 steps, check = yes\n  max neighbors/atom: 2000, page size: 100000\n  binsize = 0.5, bins = 3 3 3\nPer MPI rank memory allocation (min/avg/max) = 4.2 | 4.2 | 4.2 Mbytes\n   Step        v_delta        v_fn     \n'+''.join('%10d   %g   %g\n'%(i*100,i*1e-5,i*1.0) for i in range(5))+'WARNING: something odd (src/x.cpp:12)\n'+''.join('%10d   %g   %g\n'%(i*100,i*1e-5,i*1.0) for i in range(5,8))+'Loop time of 0.001 on 1 procs for 200 steps with 2 atoms\n\nPerformance: 1234.567 tau/day, 2345.678 timesteps/s\n99.0% CPU use with 1 MPI tasks x no OpenMP threads\n\nMPI task timing breakdown:\nSection |  min time  |  avg time  |  max time  |%varavg| %total\n---------------------------------------------------------------\nPair    | 0.001      | 0.001      | 0.001      |   0.0 | 10.00\nNeigh   | 0.001      | 0.001      | 0.001      |   0.0 | 10.00\n\nNlocal:              2 ave           2 max           2 min\nHistogram: 1 0 0 0 0 0 0 0 0 0\nNghost:              0 ave           0 max           0 min\nHistogram: 1 0 0 0 0 0 0 0 0 0\n\nTotal # of neighbors = 1\nNeighbor list builds = 0\nDangerous builds = 0\nTotal wall time: 0:00:00\n'
w('log.lammps', log)
tail = log[log.index('   Step'):]
w('log2.lammps',log+'run 300\n'+tail)
w('log3.lammps',log+'run 300\n'+tail.replace('v_fn','v_ft'))
w('ave.txt','# Time-averaged data for fix 1\n# TimeStep v_delta v_fn\n'+''.join('%d %g %g\n'%(i*10,i*1e-5,i) for i in range(5)))
w('ene.txt','   time  eneGrav  eneKin eneRot\n'+''.join('%g %g %g %g\n'%(i*.1,i,i*2,i*3) for i in range(5)))
w('yade.txt','# fn\t\tt\t\tun\n'+''.join('%g\t%g\t%g\n'%(i,i*.1,-i*1e-3) for i in range(5)))
w('pandas.csv',',t,un,fn\n'+''.join('%d,%g,%g,%g\n'%(i,i*.1,-i,i) for i in range(5)))
w('pandas2.csv',',0,1\n'+''.join('%d,%g,%g\n'%(i,i*.1,-i-.5) for i in range(5)))
w('matlab.txt','  0.0000e+00   1.0000e+00   2.0000e+00\n  1.0000e+00   1.5000e+00   2.5000e+00\n')
w('comsol.txt','% Model:              x.mph\n% Version:            COMSOL 6.0\n% Date:               Oct 22 2020\n% Table:              Table 1 - Point\n% Time (s)              Displacement magnitude (m) Force (N)\n'.replace('(m) Force','(m)  Force')+''.join('%-24g%-24g%g\n'%(i,i*.1,i*2) for i in range(4)))
w('paraview.csv','"Time","avg(Force:0)","Points:0","Points:1"\n'+''.join('%g,%g,%g,%g\n'%(i,i*2,i*3,i*4) for i in range(4)))
w('dealii.txt','# 1: time\n# 2: overlap\n# 3: force\n'+''.join('%g %g %g\n'%(i,i*2,i*3) for i in range(4)))
w('word.txt','vars: time overlap force\n'+''.join('%g %g %g\n'%(i,i*2,i*3) for i in range(4)))
w('word2.txt','output\ntime overlap force\n'+''.join('%g %g %g\n'%(i,i*2,i*3) for i in range(4)))
w('tecplot.dat','TITLE = "x"\nVARIABLES = "t", "un", "fn"\nZONE I=4, F=POINT\n'+''.join('%g %g %g\n'%(i,i*2,i*3) for i in range(4)))
w('r.txt','"t" "un" "fn"\n'+''.join('"%d" %g %g %g\n'%(i+1,i,i*2,i*3) for i in range(4)))
w('odd1.csv','t,un,fn\n0,0\n1,-1,-1\n2,-2,-2\n3,-3,-3\n')
w('odd2.csv','0,0\n1,-1,-1\n2,-2,-2\n3,-3,-3\n')
w('odd3.csv','t,un,fn\nstart,here,now\n1,-1,-1\n2,-2,-2\n3,-3,-3\n')
w('odd4.csv','Experiment 5\nt,un,fn\n0,0\n1,-1,-1\n2,-2,-2\n3,-3,-3\n')
w('two.txt','t un\n0 0\n1 1\n2 2\n3 3\nothers\na b c\n0 0 0\n1 1 1\n2 2 2\n3 3 3\n')
w('none.txt','This is a letter.\nDear Sir,\n\nno table in here at all\nyours\n')
w('empty.txt','')
w('trail.csv','t,un,fn\n'+''.join('%g,%g,%g,\n'%(i,-i,i) for i in range(4)))
w('slash.csv','Zeit / s;Kraft / mN;Weg, µm;Temp in K\n0;1;2;3\n1;2;3;4\n')
w('fortran.txt','t un\n0.0D0 1.0D-03\n0.1D+1 2.5D-03\n')
w('mac.csv','t,un\r0,1\r1,2\r')
w('quoted.csv','t,note,un\n0,"a\nb, ""c""",1\n1,"5"" bolt",2\n')
w('units.csv','a [um],b [µm],c [kgf],d (deg),e [N/m^1.5],f (-),g [1],h (°),i [N/m²],j [mN]\n1,1,1,180,1,1,1,180,1,1\n2,2,2,90,2,2,2,90,2,2\n')
w('unitrow1.csv','t,mu,fn\ns,1,kN\n0,0.5,1\n1,0.25,2\n')
w('pfc.his','  FLAC3D history\n\n  Step     1-Displacement   2-Force\n'+''.join('  %d  %g  %g\n'%(i,i*.1,i*2) for i in range(5)))
w('fstat2.txt',''.join('# %g 0\n# 0 0 0 1 1 1\n# 0.001 0.001 1 1 0 0\n%g 0 1 .5 .5 .5 %g 0 %g 0 1 0 0 0 1 0\n%g 1 0 .5 .5 .5 %g 0 %g 0 -1 0 0 0 1 0\n'%(t,t,t*1e-3,t*5,t,t*1e-3,t*5) for t in (.001,.002,.003)))
w('seg.txt','t F\n0 0\n1 1\n\n2 2\n3 1\n\n4 0\n5 0\n')
w('liggghts.dump',''.join('ITEM: TIMESTEP\n%d\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS m m m\n-1 1\n-1 1\n-1 1\nITEM: ATOMS id type x y z \n1 1 %g 0 0 \n2 1 1 0 0 \n'%(i*10,i*.1) for i in range(3)))

# ---- What there is to read ----------------------------------------------------------------------

E = lambda n, f: [f(i) for i in range(n)]  # noqa: E731
reads(f"{RECORDED}/afm.csv", ["Extend Z-Sense", "Extend Force", "Retract Z-Sense", "Retract Force"], {},
      "lines 1 to 10 are skipped; the header is line 11", units=["m", "N", "m", "N"])
reads(f"{RECORDED}/indenter.csv", ["Depth", "Load", "Time", "Depth#2", "Load#2"],
      {0: [0, 1e-9, 2e-9], 1: [0, 2e-6, 5e-6]}, "'Depth#2' or c4")
reads(f"{RECORDED}/fstat.txt", "t i j cx cy cz delta ctheta fn ft nx ny nz tx ty tz".split(),
      {0: [.001, .002], 6: [1e-5, 2e-5], 8: [1, 2]}, "MercuryDPM")
reads(f"{FOLDER}/thermo.csv", ["Step", "v_delta", "v_fn"], {0: [0, 100, 200], 2: [0, 1, 2]},
      "line 1 is skipped; the header is line 2|line 6")
t = Table(f"{FOLDER}/indentation.csv")
h = Table(f"{FOLDER}/indentation-header.csv")
tell(t.ok and not t.said and t.names == ["c1", "c2", "c3"] and t.rows == 189 and h.rows == 189 and h.units ==
     ["m", "N", "N/m"] and all(near(a * 1e-9, b) for a, b in zip(t.columns[0], h.columns[0])) and
     near(max(h.columns[0]), 1884.821044 * 1e-9) and near(max(h.columns[1]), 688.3342153 * 1e-3),
     "an indentation, with a header and without", t.said, h.said, h.units, max(h.columns[0]), max(h.columns[1]))

reads("bluehill.csv", ["Time", "Extension", "Load"], {1: E(8, lambda i: round(i * .01, 5) * 1e-3)},
      "lines 1 to 11 are skipped; the header is line 12")
reads("zwick.csv", ["Pr\u00fcfzeit", "Standardkraft", "Standardweg"], {1: E(8, lambda i: 2.5 * i)},
      "read as Latin-1|the header is line 3", units=["s", "N", "m"])
reads("excel16.csv", ["Zeit", "Kraft", "Weg"], {2: E(5, lambda i: i * 3 * 1e-6)}, "UTF-16", units=["s", "N", "m"])
reads("sep.csv", ["t", "un", "fn"], {1: [0, -1.5e-6]})
reads("thousands.csv", ["t", "load"], {1: [999.5, 1000, 1234.5, 1234567.25]}, "'1,234.5' is read as 1234.5")
reads("lvm.txt", ["X_Value", "Voltage_0", "Voltage_1", "Comment"], {2: E(10, lambda i: float("%.6f" % (-i * .2)))},
      "lines 1 to 22 are skipped; the header is line 23")
reads("jpk.txt", ["Vertical deflection", "Height (measured)", "Height", "Series Time"],
      {0: [0, 1e-10, 2e-10, 3e-10, 4e-10, 5e-10, 4e-10, 3e-10, 2e-10, 1e-10]}, how={"block": "all"},
      units=["N", "m", "m", "s"])
reads("jpk.txt", None, {3: [.05, .06, .07, .08, .09]}, how={"block": "2"})
refuses("jpk.txt", "a second table begins here|'block'")
reads("nanoscope.txt", ["Calc_Ramp_Ex_nm", "Calc_Ramp_Rt_nm", "Defl_pN_Ex", "Defl_pN_Rt"], {1: E(6, lambda i: 10 - i)},
      "lines 1 to 7 are skipped")
reads("hysitron.txt", ["Depth", "Load", "Time", "Depth#2", "Load#2"], {0: E(8, lambda i: 10 * i * 1e-9)},
      "Latin-1|the header is line 6|'Depth#2' or c4")
reads("hysitron2.txt", ["Depth_nm", "Load_uN", "Time_s"], {0: [0, 10, 20, 30, 40, 50, 40, 30, 20, 10]}, "line 12")
reads("hysitron2.txt", None, {0: [50, 40, 30, 20, 10]}, "line 12", how={"block": "2"})
reads("hysitron2.txt", None, {0: [50, 40, 30, 20, 10]}, "line 12", how={"block": "Segment 2"})
reads("keysight.csv", None, {1: [0, 0, 1e-8, 2e-8, 3e-8, 4e-8, 5e-8]}, units=["", "m", "N", "s"])
reads("keysight2.csv", None, {1: E(6, lambda i: float("%g" % (i * .1)) * 1e-3)}, units=["m", "N", "s"])
reads("origin.txt", ["Time", "Force", "Disp"], {2: E(6, lambda i: i * 10 * 1e-9)}, "line 3 is skipped")
reads("origin2.txt", ["Time", "Force", "Disp"], {2: E(6, lambda i: i * 10 * 1e-9)}, "line 1 is skipped",
      units=["s", "N", "m"])
reads("local.dump", ["TIMESTEP", "index", "c_1[1]", "c_1[2]", "c_2"],
      {0: [0, 0, 100, 100, 200, 200, 300, 300], 3: [0, 8, 2, 8, 4, 8, 6, 8]})
reads("local.dump", None, {0: [0, 100, 200, 300], 3: [0, 2, 4, 6]}, how={"where": "index == 1"})
reads("local.dump", None, {0: [0, 100, 200, 300], 3: [0, 2, 4, 6]}, how={"where": "c_1[1] < 1"})
reads("local.dump", None, {0: [200, 200], 1: [1, 2]}, how={"block": "3"})
reads("liggghts.dump", ["TIMESTEP", "id", "type", "x", "y", "z"], {3: [0, .1, .2]}, how={"where": "id == 1"})
reads("log.lammps", ["Step", "v_delta", "v_fn"], {2: E(8, float)}, "the header is line 17|lines 23, 27 to 46")
reads("log2.lammps", None, {2: E(8, float) * 2}, "the header is line 17")
reads("log2.lammps", None, {2: E(8, float)}, "the header is line 17", how={"rows": "9.."})
refuses("log3.lammps", "two tables|'header 17' or 'header 48'")
reads("log3.lammps", ["Step", "v_delta", "v_ft"], {2: E(8, float)}, "lines 54", how={"header": "48"})
reads("log3.lammps", ["Step", "v_delta", "v_fn"], {2: E(8, float)}, "another one", how={"header": "17"})
reads("ave.txt", ["TimeStep", "v_delta", "v_fn"], {2: E(5, float)})
reads("ene.txt", ["time", "eneGrav", "eneKin", "eneRot"], {3: E(5, lambda i: 3 * i)})
reads("yade.txt", ["fn", "t", "un"], {2: E(5, lambda i: float("%g" % (-i * 1e-3)))})
reads("pandas.csv", ["", "t", "un", "fn"], {3: E(5, float)})
reads("pandas2.csv", ["", "0", "1"], {2: E(5, lambda i: -i - .5)})
reads("matlab.txt", ["c1", "c2", "c3"], {2: [2, 2.5]})
reads("comsol.txt", ["Time", "Displacement magnitude", "Force"], {2: E(4, lambda i: 2 * i)}, units=["s", "m", "N"])
reads("paraview.csv", ["Time", "avg(Force:0)", "Points:0", "Points:1"], {1: E(4, lambda i: 2 * i)})
reads("dealii.txt", ["time", "overlap", "force"], {2: E(4, lambda i: 3 * i)})
reads("word.txt", ["time", "overlap", "force"], {2: E(4, lambda i: 3 * i)})
reads("word2.txt", ["time", "overlap", "force"], {2: E(4, lambda i: 3 * i)}, "line 1 is skipped")
reads("tecplot.dat", ["t", "un", "fn"], {2: E(4, lambda i: 3 * i)}, "line 1 is skipped|line 3 is skipped")
reads("r.txt", ["", "t", "un", "fn"], {3: E(4, lambda i: 3 * i)})
reads("odd3.csv", ["start", "here", "now"], {2: [-1, -2, -3]}, "line 1 is skipped; the header is line 2")
reads("trail.csv", ["t", "un", "fn"], {2: E(4, float)})
reads("slash.csv", ["Zeit", "Kraft", "Weg", "Temp"], {1: [1e-3, 2e-3], 2: [2e-6, 3e-6]}, units=["s", "N", "m", "K"])
reads("fortran.txt", ["t", "un"], {0: [0, 1], 1: [1e-3, 2.5e-3]})
reads("mac.csv", ["t", "un"], {1: [1, 2]})
reads("quoted.csv", ["t", "note", "un"], {2: [1, 2]})
reads("units.csv", list("abcdefghij"), {0: [1e-6, 2e-6], 1: [1e-6, 2e-6], 2: [9.80665, 19.6133], 3: [math.pi, math.pi / 2],
                                        5: [1, 2], 7: [math.pi, math.pi / 2], 9: [1e-3, 2e-3]})
reads("unitrow1.csv", ["t", "mu", "fn"], {1: [.5, .25], 2: [1000, 2000]})
reads("pfc.his", ["Step", "1-Displacement", "2-Force"], {2: E(5, lambda i: 2 * i)}, "lines 1 to 2")
reads("fstat2.txt", None, {0: [.001, .002, .003], 8: [.005, .01, .015]}, "MercuryDPM", how={"where": "i == 0"})
reads("seg.txt", ["t", "F"], {0: [0, 1, 2, 3, 4, 5]})
reads("seg.txt", ["t", "F"], {0: [2, 3]}, how={"block": "2"})
reads("seg.txt", ["t", "F"], {0: [1, 2, 3]}, how={"rows": "2..4"})
reads("seg.txt", ["t", "F"], {0: [1, 2, 3]}, how={"where": "F > 0"})
reads("seg.txt", ["c1", "c2"], {0: [0, 1, 2, 3, 4, 5]}, how={"header": "none", "skip": 1})
refuses("seg.txt", "no block '4'|1 to 3", how={"block": "4"})
refuses("seg.txt", "no row has", how={"where": "t > 9"})
refuses("seg.txt", "has no column 'q'", how={"where": "q > 9"})
refuses("seg.txt", "the table has 6 rows", how={"rows": "7..9"})
refuses("odd1.csv", "odd1.csv:2:1|the row has 2 fields, the header 3")
refuses("odd2.csv", "odd2.csv:1:1|has 2 fields, the rows from line 2 on have 3|'skip 1'")
refuses("odd4.csv", "odd4.csv:3:1|'skip 3'")
refuses("two.txt", "another table, of 3 columns|'header N'")
refuses("none.txt", "no table is found|--header")
refuses("empty.txt", "holds no table")
w("semicolons.txt", "t;un\n0;0\n1;1\n")
w("marks.txt", "* a comment\nt un\n* another\n0 0\n1 1\n")
reads("marks.txt", ["t", "un"], {1: [0, 1]}, how={"comment": "*"})
w("book.xlsx", b"PK\3\4...")
refuses("book.xlsx", "workbook|CSV UTF-8|pandas.read_excel")
w("packed.gz", b"\x1f\x8b...")
refuses("packed.gz", "compressed")

# ---- What the csv module writes -----------------------------------------------------------------


def draw_number(rng):
    kind = rng.randrange(6)
    if kind == 0:
        return float(rng.randrange(-1000, 1000))
    if kind == 1:
        return rng.uniform(-1, 1)
    if kind == 2:
        return rng.choice((0.0, -0.0, 5e-324, 1.7976931348623157e308, 2.2250738585072014e-308, 1e22, 1e23, 123456789012345678.0))
    return rng.uniform(-1, 1) * 10.0 ** rng.randrange(-300, 300)


def written(rng, columns, rows):
    """A random table as the csv module writes it; and the numbers in it."""
    commas = rng.random() < .3
    separator = rng.choice("\t;" if commas else ",\t;|")
    quoting = rng.choice((csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC))
    words = rng.choice((None, ["a", 'say "hi"', "x, y; z\tw", "two\nlines", "", "5\" bolt"]))
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, quoting=quoting, lineterminator=rng.choice(("\r\n", "\n")))
    names = [f"n{i}" for i in range(columns)]
    numbers = [[draw_number(rng) for _ in names] for _ in range(rows)]
    form = rng.choice((repr, lambda x: "%.17g" % x, lambda x: "%.17E" % x))
    if rng.random() < .8:
        writer.writerow(names + ["remark"] * bool(words))
    for row in numbers:
        cells = [form(x).replace(".", ",") if commas else form(x) for x in row]
        writer.writerow(cells + ([rng.choice(words)] if words else []))
    return out.getvalue(), numbers, separator


def bits(x):
    return x.hex() if not math.isnan(x) else "nan"


rng = random.Random(20)
wrong = 0
for trial in range(400):
    text, numbers, separator = written(rng, rng.randrange(2, 8), rng.randrange(3, 30))
    encoding = rng.choice(("utf-8", "utf-8-sig", "utf-16"))
    w("random.csv", text.encode(encoding))
    table = Table(os.path.join(made.name, "random.csv"))
    found = list(zip(*(column for column in table.columns if column is not None))) if table.ok else []
    if [list(map(bits, row)) for row in found] != [list(map(bits, row)) for row in numbers]:
        wrong += 1
        if wrong < 4:
            print(f"# trial {trial}, {encoding}: {table.said}\n# " + text[:400].replace("\n", "\n# "))
            print("#", numbers[:2], found[:2], table.names)
tell(wrong == 0, "400 random tables of the csv module, to the bit", wrong)

print(f"1..{count}")
sys.exit(failed > 0)
