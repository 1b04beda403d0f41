/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page.js BUILD ROOT [REPETITIONS]: runs of a page's engine beside the same compiled for this machine (tests/page),
 * in processor time: medians, and medians of ratios of what was measured together. */
'use strict';
const fs = require('fs'), path = require('path'), zlib = require('zlib');
const {spawnSync} = require('child_process');
const [build, root, times = '5'] = process.argv.slice(2);
const {openEngine} = require(path.resolve(root, 'src/page/page_engine.js'));
const wasm = new WebAssembly.Module(zlib.gunzipSync(fs.readFileSync(path.join(build, 'src/page/engine.wasm.gz'))));
const LEAPFROG = ['motion.integrator=leapfrog', 'motion.dt=t_c/200'];
const CASES = [ /* what, program, defines, most */
  ['linear, leapfrog', 'linear/impact', LEAPFROG, 3],
  ['hertz, leapfrog', 'hertz/tsuji', LEAPFROG, 3],
  ['oblique, leapfrog', 'linear/oblique', LEAPFROG, 3],
  ['linear, exact', 'linear/impact', ['motion.integrator=exact'], 2.5],
  ['hertz, exact', 'hertz/tsuji', ['motion.integrator=exact'], 2.5],
  ['oblique, exact', 'linear/oblique', ['motion.integrator=exact'], 2.5],
];

async function inPage(file, defines) {
  const program = {name: 'x.yaml', text: fs.readFileSync(file, 'utf8'), defines, files: []};
  const engine = await openEngine(wasm, [], program, []);
  if (engine.why) throw new Error(engine.why);
  const run = () => engine.call('run', engine.numbers([]));
  for (let i = 0; i < 300; i++) run();
  let n = 0, taken = 0;
  for (const begin = process.cpuUsage(); taken < 3e5; taken = process.cpuUsage(begin).user, n += 10)
    for (let i = 0; i < 10; i++) run();
  return taken / n;
}

process.setMaxListeners(0);
const median = list => list.sort((a, b) => a - b)[list.length >> 1];

async function main() {
  let slow = 0;
  console.log('run                    page us  native us   ratio    most');
  for (const [what, name, defines, most] of CASES) {
    const file = path.join(root, 'stages', name + '.yaml'), page = [], native = [];
    for (let i = 0; i < Number(times); i++) {
      const run = spawnSync(path.resolve(build, 'tests/page'), [file, ...defines], {encoding: 'utf8'});
      if (run.status) throw new Error(run.stderr);
      native.push(Number(run.stdout));
      page.push(await inPage(file, defines));
    }
    const ratio = median(page.map((one, i) => one / native[i]));
    slow += ratio > most;
    console.log(what.padEnd(20) + median(page).toFixed(1).padStart(10) + median(native).toFixed(1).padStart(11) +
      ratio.toFixed(2).padStart(8) + String(most).padStart(8) + (ratio > most ? '  slower' : ''));
  }
  process.exitCode = slow ? 1 : 0;
}
main();
