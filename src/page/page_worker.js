/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine in a thread of its own, after page_engine.js: asked [number, task, ...], it answers [number, answer] or
 * [number, null, why not]. */
'use strict';
let engine;

const tasks = {
  /* '', or what is wrong with the program. */
  async start(...given) {
    engine = await openEngine(...given);
    return engine.why;
  },
  run: values => engine.run(values),
  attempt: (values, name) => engine.call('try', engine.numbers(values), name),
  axis: (label, unit, lo, hi) => JSON.parse(engine.query('axis', label, unit, lo, hi)),
  calibrate: (values, vary, to, asRun) =>
    JSON.parse(engine.query('calibrate', engine.numbers(values), vary, to, asRun ? 1 : 0)),
  program: values => engine.query('text', engine.numbers(values)),
  table: () => engine.query('table'),
};

let turn = Promise.resolve(); /* one after another, the first until the engine is there */
onmessage = ({data: [number, task, ...given]}) => {
  turn = turn.then(() => tasks[task](...given))
    .then(answer => postMessage([number, answer]), error => postMessage([number, null, error.message]));
};
