# SPDX-License-Identifier: GPL-3.0-or-later
"""memory.py SHIM AT_MOST COMMAND...: the command as often as it allocates memory, at most AT_MOST times spread over it,
each time with one allocation that fails. In COMMAND '@' is the folder of its files, at first those of $FILES.
Prints what went wrong."""
import collections, os, re, shutil, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

shim, at_most, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
scratch = tempfile.mkdtemp()


def run(fail_at, lane):
    """The exit code, standard output, standard error and files."""
    folder = f'{scratch}/{lane}'
    shutil.copytree(os.environ['FILES'], folder) if 'FILES' in os.environ else os.mkdir(folder)
    environment = dict(os.environ, LD_PRELOAD=shim, FAIL_AT=str(fail_at))
    if fail_at == 0:
        environment['FAIL_COUNT'] = f'{scratch}/count'
    try:
        done = subprocess.run([word.replace('@', folder) for word in command], env=environment, capture_output=True,
                              timeout=60, stdin=subprocess.DEVNULL)
        code, out, err = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        code, out, err = 'a hang', b'', b''
    files = {}
    for base, _, names in os.walk(folder):
        for name in names:
            with open(f'{base}/{name}', 'rb') as file:
                files[os.path.relpath(f'{base}/{name}', folder)] = file.read().replace(folder.encode(), b'@')
    shutil.rmtree(folder)
    return code, re.sub(rb'[0-9.]+ s\b', b'', out.replace(folder.encode(), b'@')), err, files


def split_array(content):
    """The header of a .npy file, version 1, without its number of rows; that number; and the bytes of the rows."""
    end = 10 + int.from_bytes(content[8:10], 'little')
    rows = re.search(rb"'shape': \((\d+),\)", content[:end])
    return content[:rows.start(1)] + content[rows.end(1):end].rstrip(), int(rows[1]), content[end:]


def is_array_begun(content, good):
    """As many of the rows as its header says, the first of those that should be, and not a byte more?"""
    try:
        (header, rows, data), (good_header, all_rows, good_data) = split_array(content), split_array(good)
    except TypeError:  # no header
        return False
    return (header == good_header and rows <= all_rows and good_data.startswith(data) and
            len(data) * all_rows == len(good_data) * rows)


def is_whole(name, content, good):
    """As it should be, or what a run that failed leaves."""
    if name in good:
        return content == good[name] or (name.endswith('.json') and b'out of memory' in content and
                                         content.endswith(b'}\n'))
    table = name.replace('.partial.csv', '.csv')
    if table != name:
        return content.endswith(b'\n') and good[table].startswith(content)
    array = name.replace('.partial.npy', '.npy')
    if array != name:
        return is_array_begun(content, good[array])
    return name.endswith('.sweep.partial')


def fault(code, out, err, files):
    if code == good[0]:
        return '' if (out, files) == (good[1], good[3]) else f'exit {code}, but not all is there'
    if code not in (4, 5):
        return f'exit {code}'
    if not err.strip():
        return f'exit {code} without a word'
    broken = [name for name, content in files.items() if not is_whole(name, content, good[3])]
    return f'exit {code}: {broken[0]} is not whole' if broken else ''


good = run(0, 'good')
with open(f'{scratch}/count') as file:
    count = int(file.read())
numbers = range(1, count + 1, max(1, count // at_most))
faults = collections.defaultdict(list)
codes = collections.Counter()


def try_one(number):
    result = run(number, number)
    return number, result[0], fault(*result)


with ThreadPoolExecutor(os.cpu_count()) as pool:
    for number, code, wrong in pool.map(try_one, numbers):
        codes[code] += 1
        if wrong:
            faults[wrong].append(number)
shutil.rmtree(scratch)
print(f'# {len(numbers)} of {count} allocations failed; exit codes {dict(codes)}')
for wrong, at in faults.items():
    print(f'{wrong}: allocation {at[0]} and {len(at) - 1} more')
sys.exit(1 if faults or good[0] != 0 else 0)
