/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page.js LAWTESTER ROOT FOLDER [FILE...]: stage programs in pages and run by the command line, whose engine FOLDER
 * holds: the same verdicts, restitutions to 1e-11, texts with other numbers that run as the engine did. */
'use strict';
const fs = require('fs'), path = require('path'), zlib = require('zlib'), os = require('os');
const {spawnSync} = require('child_process');
const [program, root, folder, ...given] = process.argv.slice(2);
const lawtester = path.resolve(program); // which runs in another folder
const {openEngine} = require(path.resolve(root, 'src/page/page_engine.js'));
const wasm = new WebAssembly.Module(zlib.gunzipSync(fs.readFileSync(path.join(folder, 'engine.wasm.gz'))));
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'lawtester-'));
process.on('exit', () => fs.rmSync(scratch, {recursive: true, force: true}));
process.setMaxListeners(0);
let number = 0, failures = 0;

function verdict(good, name, why) {
  console.log(`${good ? 'ok' : 'not ok'} ${++number} - ${name}`);
  failures += !good;
  if (!good && why) console.error(`${name}: ${why}`);
}

const native = (...words) => spawnSync(lawtester, words, {encoding: 'utf8', maxBuffer: 1 << 28, cwd: scratch});

/* What the page of a program has been told. */
function page(file) {
  const made = native('explore', '--allow', file, '-o', 'page.html');
  if (made.status) return {refused: made.stderr, status: made.status};
  const html = fs.readFileSync(path.join(scratch, 'page.html'), 'utf8');
  const document = JSON.parse(/<script type="application\/json" id="document">(.*?)<\/script>/s.exec(html)[1]);
  return {html, ...document, ...document.programs[0]};
}

/* The engine with a page's program; numbers by their names. */
async function begin(told) {
  const names = told.controls.map(c => c.name), engine = await openEngine(wasm, told.units, told, names);
  let list;
  return {why: engine.why, query: engine.query, numbers: () => engine.numbers(list),
    run: (values = {}) => engine.run(list = names.map(name => name in values ? values[name] : NaN)),
    text: () => engine.query('text', engine.numbers(list))};
}

const apart = (a, b) => a === b ? 0 : Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b));

/* "", or how the two runs differ. */
function differ(document, run) {
  const found = Object.fromEntries((run.results || []).map(r => [r.name, r.value]));
  for (const name of ['e_n', 'e_t'])
    if (!run.failed && (document.results[name] ?? null) !== null && !(Math.abs(document.results[name] - found[name]) <= 1e-11))
      return `${name} is ${found[name]}, not ${document.results[name]}`;
  const met = list => list.map(one => one.ok).join();
  return met(document.expect || []) === met(run.verdicts || []) ? '' : 'other verdicts';
}

/* Every result the same in every bit? */
const isSame = (document, run) => (run.results || []).every(r => !(r.name in document.results) ||
  document.results[r.name] === r.value);

function programs(at) {
  return fs.readdirSync(at, {withFileTypes: true}).flatMap(entry => {
    const name = path.join(at, entry.name);
    return entry.isDirectory() ? programs(name) : name.endsWith('.yaml') ? [name] : [];
  });
}

let ran = 0, same = 0;

async function compare(file) {
  const name = path.relative(root, file), direct = native('run', '--json', '--plot=none', '-o', 'out', file);
  const told = page(file);
  if (direct.status > 1 || told.refused) {
    const kinds = /law: \{code|is not a table|no plots|tables go along/;
    verdict(direct.status > 1 ? told.status === direct.status : kinds.test(told.refused), `${name} is refused`, told.refused);
    return;
  }
  const engine = await begin(told);
  if (engine.why) {
    verdict(false, name, engine.why);
    return;
  }
  const run = engine.run(), document = JSON.parse(direct.stdout);
  ran++;
  same += run.status === direct.status && isSame(document, run);
  verdict(run.status === direct.status && !differ(document, run), name, run.message || differ(document, run));
}

/* Numbers moved: the text that is saved runs as the page did, and as the numbers after -D. */
async function move(name, steps) {
  const told = page(path.join(root, name)), engine = await begin(told);
  for (const values of steps) {
    const run = engine.run(values), saved = path.join(scratch, 'saved.yaml');
    fs.writeFileSync(saved, engine.text());
    const direct = native('run', '--json', '--plot=none', '-o', 'out', saved);
    const document = direct.stdout ? JSON.parse(direct.stdout) : null;
    verdict(document && run.status === direct.status && !differ(document, run) && isSame(document, run),
      `${name}, ${JSON.stringify(values)}`, direct.stderr || run.message);
  }
  return engine;
}

async function main() {
  for (const file of given.length ? given.map(one => path.resolve(one)) : programs(path.join(root, 'stages'))) await compare(file);
  console.log(`# ${ran} programs, ${same} of them the same in every bit`);
  if (given.length) return;
  verdict(ran >= 200, 'hundreds of programs run in a page');
  verdict(same >= 0.6 * ran, 'most of them with the same bits', `${same} of ${ran}`);

  const impact = await move('stages/linear/impact.yaml',
    [{}, {dp_nratio: 0.35}, {kn: 33333.125, dp_mode: 0}, {'stages[0].values[0]': -2.5, 'particles.a.radius': 0.0021}]);
  await move('stages/mindlin/partial-cycle.yaml', [{q: 0.75}, {N: 333.25, E: 7e10}]);
  const failed = impact.run({kn: -1});
  verdict(failed.status === 4 && failed.failed && /kn/.test(failed.message) && !failed.results,
    'a run that failed has a sentence and no numbers', failed.message);
  impact.run({});
  const found = JSON.parse(impact.query('calibrate', impact.numbers(), 'dp_nratio=0:2', 'e_n=0.5', 0));
  verdict(found.converged && apart(found.achieved.e_n, 0.5) < 1e-9, 'calibrated', JSON.stringify(found));
  verdict(impact.run({dp_nratio: found.parameters.dp_nratio.value}).results.some(r => r.name === 'e_n' &&
    apart(r.value, 0.5) < 1e-9), '... and run with what was found');

  const plain = page(path.join(root, 'stages/linear/impact.yaml'));
  const size = Buffer.byteLength(plain.html);
  console.log(`# the page of stages/linear/impact.yaml has ${Math.ceil(size / 1000)} kB`);
  verdict(size <= 700000, 'a page has at most 700 kB', String(size));
  verdict(!plain.html.includes(root) && !plain.html.includes(scratch), 'no path of this machine is in it');

  const hostile = path.join(scratch, 'hostile.yaml');
  fs.writeFileSync(hostile, fs.readFileSync(path.join(root, 'stages/linear/impact.yaml'), 'utf8')
    .replace('title: Head', 'title: "</script><script>alert(1)</script>"\n#'));
  verdict(!page(hostile).html.includes('<script>alert'), 'a title is nothing but text');

  const derived = path.join(scratch, 'derived.yaml');
  fs.writeFileSync(derived, fs.readFileSync(path.join(root, 'stages/linear/impact.yaml'), 'utf8')
    .replace('let: {', 'let: {stiff: 1e5, half: stiff/2, ').replace(/ks: [^,]*,/, 'ks: half,'));
  const formulas = page(derived);
  verdict(formulas.controls.filter(c => c.formula).map(c => `${c.name}=${c.formula}`).join() === 'ks=half,half=stiff/2',
    'numbers that are formulas can be moved', JSON.stringify(formulas.controls));
  const held = await begin(formulas), at = name => formulas.controls.findIndex(c => c.name === name);
  verdict(held.run({stiff: 3e5}).values[at('ks')] === 1.5e5, '... follow until they are');
  const apartFrom = held.run({stiff: 3e5, half: 7e4});
  verdict(apartFrom.values[at('ks')] === 7e4 && /half: 70000,/.test(held.text()), '... and are numbers then', held.text());

  fs.writeFileSync(path.join(scratch, 'after.yaml'), `lawtester: 1
particles: {a: {shape: sphere, radius: 5 mm, density: 2500}, b: {shape: sphere, radius: 5 mm, density: 2500}}
law: {name: linear, kn: 1e5, ks: 1e5}
motion: {dt: 1e-6}
start: before/first.json
stages: [{whats: "......", values: [0, 0, 0, 0, 0, 0], until: step >= 20}]
`);
  fs.writeFileSync(path.join(scratch, 'first.yaml'), fs.readFileSync(path.join(scratch, 'after.yaml'), 'utf8')
    .replace(/start:.*/, '').replace('"......", values: [0', 'i....., values: [-1'));
  native('run', '-q', '--plot=none', '-o', 'before', 'first.yaml');
  const after = page(path.join(scratch, 'after.yaml'));
  verdict(after.files?.length === 1 && !after.html.includes('provenance') && !after.html.includes(scratch),
    'of a run that it starts from numbers go along', after.refused);
  const gone = await begin(after), shown = gone.why ? {} : gone.run();
  const there = JSON.parse(native('run', '--json', '--plot=none', '-o', 'out', 'after.yaml').stdout);
  verdict(!gone.why && shown.status === 0 && isSame(there, shown) && there.results.overlap_max > 1e-5, '... with the same bits', gone.why);

  fs.mkdirSync(path.join(scratch, 'in'));
  fs.writeFileSync(path.join(scratch, 'table.csv'), 't [ms],note,v,other\n0,"a secret",0,777.5\n1,"another",-1,888.5\n');
  fs.writeFileSync(path.join(scratch, 'in/load.yaml'), `lawtester: 1
particles: {a: {shape: sphere, radius: 5 mm, density: 2500}, b: {shape: sphere, radius: 5 mm, density: 2500}}
law: {name: linear, kn: 1e5, ks: 1e5}
motion: {dt: 1e-6}
stages: [{whats: v....., values: [{file: ../table.csv, column: v}, 0, 0, 0, 0, 0], until: time >= 1e-3}]
`);
  const refused = native('explore', 'in/load.yaml', '-o', 'page.html');
  verdict(refused.status === 3 && /table\.csv is outside .*--allow/.test(refused.stderr), 'a table from elsewhere is refused',
    refused.stderr);
  const taken = page(path.join(scratch, 'in/load.yaml'));
  verdict(taken.files?.length === 1 && !taken.html.includes('secret') && taken.files[0].text.includes('0.001') && !taken.html.includes('888.5') &&
    !taken.text.includes('../'), 'with --allow its numbers go along, nothing else', taken.refused || JSON.stringify(taken.files));
  const loaded = await begin(taken);
  verdict(!loaded.why && loaded.run().status === 0, '... and are read there', loaded.why);
  verdict(native('explore', 'nothing.yaml').status === 5, 'no such file');
  verdict(native('explore', '--source', path.join(root, 'stages/linear/impact.yaml'), '-o', 'in/page.html').status === 0 &&
    require('crypto').createHash('sha256').update(fs.readFileSync(path.join(scratch, 'in/engine-source.tar.xz'))).digest('hex') ===
      plain.source_sha256, '--source writes what the page names');
}

main().then(() => {
  console.log(`1..${number}`);
  process.exitCode = failures ? 1 : 0;
});
