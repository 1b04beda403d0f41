/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine, in a thread of its own, after engine.js: asked [number, task, ...], it answers [number, answer] or
 * [number, null, why not]. */
'use strict';
let engine, room;

const text = string => {
  const size = engine.lengthBytesUTF8(string) + 1, at = engine._malloc(size);
  engine.stringToUTF8(string, at, size);
  return at;
};
const asked = (name, ...given) => { /* texts stand for themselves; what comes back is a text */
  const places = given.map(one => typeof one === 'string' ? text(one) : one);
  const answer = engine.UTF8ToString(engine['_lt_engine_' + name](...places));
  given.forEach((one, i) => { if (typeof one === 'string') engine._free(places[i]); });
  return answer;
};
const numbers = list => {
  engine.HEAPF64.set(list, room >> 3);
  return room;
};
const listed = (at, count) => at ? engine.HEAPF64.slice(at >> 3, (at >> 3) + count) : null;

const tasks = {
  /* "", or what is wrong with the program. */
  async start(wasm, units, program, names) {
    engine = await Engine({wasmBinary: wasm});
    room = engine._malloc(8 * (names.length + 1));
    const powers = engine._malloc(4 * 8);
    for (const unit of units) {
      engine.HEAP32.set(unit.powers, powers >> 2);
      const name = text(unit.name);
      engine._lt_engine_teach(name, unit.scale, powers);
      engine._free(name);
    }
    engine.FS.mkdir('/p');
    engine.FS.chdir('/p');
    for (const file of program.files) {
      const folder = file.path.split('/').slice(0, -1);
      folder.forEach((_, i) => {
        const path = folder.slice(0, i + 1).join('/');
        if (!engine.FS.analyzePath(path).exists) engine.FS.mkdir(path);
      });
      engine.FS.writeFile(file.path, file.text);
    }
    return asked('open', program.name, program.text, names.join('\n'), program.defines.join('\n'));
  },
  /* The numbers of its figures are copied from where the engine has them. */
  run(values) {
    engine._lt_engine_run(numbers(values));
    const run = JSON.parse(asked('tell'));
    for (const figure of run.figures || [])
      for (const c of figure.curves)
        for (const side of ['x', 'y', 'base']) c[side] = listed(c[side], c.count);
    return run;
  },
  attempt(values, name) {
    const at = text(name), value = engine._lt_engine_try(numbers(values), at);
    engine._free(at);
    return value;
  },
  axis: (label, unit, lo, hi) => JSON.parse(asked('axis', label, unit, lo, hi)),
  calibrate: (values, vary, to, asRun) => JSON.parse(asked('calibrate', numbers(values), vary, to, asRun ? 1 : 0)),
  program: values => asked('text', numbers(values)),
  table: () => asked('table'),
};

let turn = Promise.resolve(); /* one after another, the first until the engine is there */
onmessage = ({data: [number, task, ...given]}) => {
  turn = turn.then(() => tasks[task](...given))
    .then(answer => postMessage([number, answer]), error => postMessage([number, null, error.message]));
};
