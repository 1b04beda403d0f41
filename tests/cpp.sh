#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# cpp.sh LAWTESTER ROOT CXX: public headers compile as C17, C++17 and C++20, what 'new' writes as C17.
set -u
. "$(dirname "$0")/tap.sh"
lawtester=$(absolute "$1")
src=$(absolute "$2")/src
cxx=$3
scratch

try 0 'a law' new law mylaw
for kind in normal damping tangential rolling twisting; do
    try 0 "a part, $kind" new law "my$kind" --part "$kind"
done
for file in *.c; do
    check "$file as C17" cc -std=c17 -Wall -Wextra -Werror -fPIC -I"$src" -I"$src/laws" -c "$file" -o out.o
done
for header in lawtester code law num part step laws/bar laws/restitution laws/shear; do
    echo "#include \"$header.h\"" >header.c
    check "$header.h as C17" cc -std=c17 -Wall -Wextra -Werror -I"$src" -c header.c -o out.o
    for standard in c++17 c++20; do
        [ -z "$cxx" ] || check "$header.h as $standard" "$cxx" -std=$standard -Wall -Wextra -Werror -I"$src" -x c++ -c header.c -o out.o
    done
done
[ -n "$cxx" ] || skip 'as C++' 'there is no C++ compiler'
finish
