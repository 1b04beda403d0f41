/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine with a program: what its WebAssembly asks of its surroundings, texts and numbers in its memory. NAMES are of
 * the numbers that runs may have at other values. */
'use strict';
async function openEngine(module, units, program, names) {
  let e, high = 0;
  const env = {getTempRet0: () => high, setTempRet0(word) { high = word; }, emscripten_notify_memory_growth() {}};
  /* No variables of an environment, and no streams but those of scripts/engine-files/file.c. */
  const none = () => 8, memory = () => new DataView(e.memory.buffer);
  const wasi = {fd_close: none, fd_read: none, fd_write: none, fd_seek: none, environ_get: () => 0,
    environ_sizes_get(count, size) {
      memory().setUint32(count, 0);
      memory().setUint32(size, 0);
      return 0;
    },
    clock_time_get(clock, precision, at) {
      memory().setBigUint64(at, BigInt(Date.now()) * 1000000n, true);
      return 0;
    },
    proc_exit() { throw new Error('There is no memory left: reload the page.'); }};
  ({exports: e} = await WebAssembly.instantiate(module, {env, wasi_snapshot_preview1: wasi}));
  e._initialize();

  const bytes = at => new Uint8Array(e.memory.buffer, at);
  const held = string => {
    const text = new TextEncoder().encode(string + '\0'), at = e.malloc(text.length);
    bytes(at).set(text);
    return at;
  };
  /* A function of engine.c; texts stand for themselves. */
  const call = (name, ...given) => {
    const places = given.map(one => typeof one === 'string' ? held(one) : one);
    const answer = e['lt_engine_' + name](...places);
    given.forEach((one, i) => { if (typeof one === 'string') e.free(places[i]); });
    return answer;
  };
  /* ... that answers with a text. */
  const query = (name, ...given) => {
    const text = bytes(call(name, ...given));
    return new TextDecoder().decode(text.subarray(0, text.indexOf(0)));
  };
  const room = e.malloc(8 * (names.length + 4));
  const put = (list, kind) => {
    new kind(e.memory.buffer, room).set(list);
    return room;
  };
  for (const {name, scale, powers} of units) call('teach', name, scale, put(powers, Int32Array));
  for (const {path, text} of program.files) call('file', path, text);
  return {
    call, query,
    why: query('open', program.name, program.text, names.join('\n'), program.defines.join('\n')), /* '': all is well */
    numbers: values => put(values, Float64Array),
    listed: (at, count) => at ? new Float64Array(e.memory.buffer, at, count).slice() : null,
    /* The run with these values, its curves copied from where the engine has them. */
    run(values) {
      const status = call('run', put(values, Float64Array)), run = JSON.parse(query('tell'));
      for (const figure of run.figures || [])
        for (const c of figure.curves)
          for (const side of ['x', 'y', 'base']) c[side] = this.listed(c[side], c.count);
      return {status, ...run};
    },
  };
}
if (typeof exports === 'object') exports.openEngine = openEngine;
