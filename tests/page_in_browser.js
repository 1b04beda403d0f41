/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page_in_browser.js LAWTESTER ROOT [PICTURES [PAGE]]: a page in Chromium, as a reader has it: what it shows is what the
 * command line prints, its console is empty, nothing is asked for; with PICTURES a folder of what it looks like. PAGE: all programs of that page
 * instead. */
'use strict';
const fs = require('fs'), path = require('path'), os = require('os');
const {spawnSync} = require('child_process');
const {open} = require('./browser.js');
const [program, root, pictures, given] = process.argv.slice(2);
const lawtester = path.resolve(program); // which runs in another folder
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'lawtester-'));
let number = 0, failures = 0;

function verdict(good, name, why = '') {
  console.log(`${good ? 'ok' : 'not ok'} ${++number} - ${name}`);
  failures += !good;
  if (!good) console.error(`${name}: ${why}`);
}

const READY = 'document.documentElement?.dataset.state === "ready"';
const SHOWN = `Object.fromEntries([...document.querySelectorAll('#results div')]
  .map(row => [row.children[0].textContent, row.children[1].textContent]))`;
const NEXT = `new Promise(done => { const look = () => requestAnimationFrame(() => ${READY} ? done() : look()); look(); })`;

function make(program) {
  const file = path.join(scratch, path.basename(program, '.yaml') + '.html');
  const made = spawnSync(lawtester, ['explore', path.resolve(root, program), '-o', file], {encoding: 'utf8'});
  if (made.status) throw new Error(made.stderr);
  return file;
}

const native = (program, ...words) => JSON.parse(spawnSync(lawtester,
  ['run', '--json', '--plot=none', '-o', scratch, path.join(root, program), ...words], {encoding: 'utf8'}).stdout);

async function impact(browser) {
  const file = make('stages/linear/impact.yaml');
  await browser.screen(1280, 900, false);
  let soonest = Infinity; /* of a few times: a machine has much else to do */
  for (let i = 0; i < 5; i++) {
    await browser.go('about:blank');
    await browser.go('file://' + file);
    await browser.until(READY);
    const marks = await browser.run('performance.getEntriesByType("mark").map(m => [m.name, m.startTime])');
    console.log('# ' + marks.map(([name, time]) => `${name} after ${Math.round(time)} ms`).join(', '));
    soonest = Math.min(soonest, Object.fromEntries(marks).picture);
  }
  verdict(soonest < 2000, 'a picture soon', soonest);
  verdict((await browser.run(SHOWN)).e_n === native('stages/linear/impact.yaml').results.e_n.toPrecision(6)
    .replace(/0+$/, ''), 'e_n as the command line has it');
  verdict(await browser.run('document.querySelectorAll("#figures svg").length') >= 3, 'figures');
  verdict(await browser.run('document.querySelectorAll("#verdicts .ok").length') === 7, 'seven expectations are met');

  await browser.run(`(() => { const s = [...document.querySelectorAll('.control')].find(c => /dp_nratio/.test(c.textContent))
    .querySelector('input[type=range]'); s.focus(); s.value = 250; s.dispatchEvent(new Event('input')); })()`);
  await browser.run(NEXT);
  const moved = Number((await browser.run('location.hash')).split('=')[1]);
  const wanted = native('stages/linear/impact.yaml', '-D', `dp_nratio=${moved}`).results.e_n;
  verdict(moved === 0.5 && Math.abs((await browser.run(SHOWN)).e_n - wanted) < 1e-5, 'a slider moves the numbers', moved);

  /* Asked at the begin of each frame, before it is drawn: is the answer to a move in the one before there? */
  const frames = await browser.run(`(async () => { const s = document.querySelector('input[type=range]'), all = [];
    const frame = () => new Promise(requestAnimationFrame);
    for (let i = 0; i < 40; i++) { await frame(); s.value = 300 + 10 * i; s.dispatchEvent(new Event('input'));
      let n = 0; do { await frame(); n++; } while (!(${READY})); all.push(n); }
    return all.sort((a, b) => a - b); })()`);
  console.log(`# a move of a slider is seen in frame ${frames[20]}, at the latest in ${frames[39]}`);
  verdict(frames[20] <= 2, 'a slider is followed in the next frame or the one after', frames.join(' '));

  await browser.run(`(() => { const n = document.querySelector('.control input[inputmode]'); n.value = '-1';
    n.dispatchEvent(new Event('change')); })()`);
  await browser.run(NEXT);
  verdict(await browser.run('!document.getElementById("alert").hidden && document.getElementById("alert").textContent.length > 10'),
    'a number that cannot be is answered with a sentence');
  verdict(Object.keys(await browser.run(SHOWN)).length === 0, '... and no numbers');
  await browser.run('document.getElementById("reset").click()');
  await browser.run(NEXT);
  verdict(await browser.run('document.getElementById("alert").hidden') && (await browser.run('location.hash')) === '',
    'as in the file again');

  await browser.run(`(() => { document.getElementById('wanted').value = '0.5';
    document.querySelector('#calibrate button').click(); })()`);
  await browser.run(NEXT);
  verdict((await browser.run(SHOWN)).e_n === '0.5' &&
    /small steps/.test(await browser.run('document.getElementById("found").textContent')), 'calibrated, and said how');
  await browser.run('document.getElementById("pin").click()');
  verdict(await browser.run('document.querySelectorAll(".pinned").length') > 0, 'a run is pinned');
  for (const [width, height, dark] of [[360, 740, false], [1280, 900, true], [3840, 2160, false]]) {
    await browser.screen(width, height, dark);
    await browser.run(NEXT);
    verdict(await browser.run('document.documentElement.scrollWidth <= innerWidth'), `${width} wide: nothing sticks out`);
    if (pictures) await browser.picture(path.join(pictures, `${width}${dark ? '-dark' : ''}.png`), width < 3000);
  }
  await browser.screen(360, 740, false);
  verdict(await browser.run(`(() => { const box = one => document.querySelector(one).getBoundingClientRect();
    [...document.querySelectorAll('input[type=range]')].filter(one => one.offsetParent).pop().scrollIntoView({block: 'end'});
    return box('#figures svg').top >= 0 && box('#figures svg').bottom < innerHeight; })()`), 'a small screen has figures beside each slider');
  await browser.send('Emulation.setEmulatedMedia', {media: 'print', features: [{name: 'prefers-color-scheme', value: 'dark'}]});
  verdict(await browser.run(`[...document.querySelectorAll('body, .control input, .dim')].every(one => {
    const [r, g, b] = getComputedStyle(one).color.match(/\\d+/g), ground = getComputedStyle(one).backgroundColor;
    return Math.max(r, g, b) < 128 && /^rgb\\(255|, 0\\)$/.test(ground); })`), 'in print it is dark on white');
  await browser.send('Emulation.setEmulatedMedia', {media: ''});
  verdict(await browser.run(`[...document.querySelectorAll('input, select, button')].every(one =>
    one.labels?.length || one.textContent || one.getAttribute('aria-label'))`), 'everything that moves has a name');
}

/* A run that does not end leaves the page as quick as it was, is said, and can be stopped. */
async function endless(browser) {
  const name = path.join(scratch, 'endless.yaml');
  fs.writeFileSync(name, `lawtester: 1
particles: {a: {shape: sphere, radius: 5 mm, density: 2500}, b: {shape: sphere, radius: 5 mm, density: 2500}}
law: {name: linear, kn: 1e5, ks: 1e5}
let: {small: 1e-6}
motion: {dt: small}
stages: [{whats: i....., values: [-1, 0, 0, 0, 0, 0], until: rebound, max_steps: 1000000000}]
record: {every: 100000000}
`);
  await browser.go('file://' + make(name));
  await browser.until(READY);
  const shown = await browser.run(SHOWN);
  await browser.run(`(() => { const n = [...document.querySelectorAll('.control')].find(c => /small/.test(c.textContent)).querySelector('input[inputmode]');
    n.value = '1e-13'; n.dispatchEvent(new Event('change')); })()`);
  await browser.until('!document.getElementById("running").hidden');
  const runs = await browser.run(`new Promise(done => { let n = 0;
    const next = () => { ++n < 20 ? requestAnimationFrame(next) : done(!(${READY})); }; next(); })`);
  verdict(runs, 'while a program runs the page is drawn');
  verdict(/runs: \d+ s/.test(await browser.run('document.getElementById("seconds").textContent')), '... and says that it runs');
  await browser.run('document.getElementById("stop").click()');
  await browser.until(READY);
  verdict(/stopped/.test(await browser.run('document.getElementById("alert").textContent')) &&
    Object.keys(await browser.run(SHOWN)).length === 0, 'it is stopped, with a sentence and without numbers');
  await browser.run('document.getElementById("reset").click()');
  await browser.run(NEXT);
  verdict((await browser.run(SHOWN)).e_n === shown.e_n, '... and begins again');
}

/* Several programs, and those of a report. */
async function several(browser) {
  const names = ['stages/linear/impact.yaml', 'stages/hertz/impact.yaml'].filter(one => fs.existsSync(path.join(root, one)));
  for (const name of names) fs.copyFileSync(path.join(root, name), path.join(scratch, name.split('/')[1] + '.yaml'));
  const words = [['run', '-q', '-o', 'out', 'linear.yaml', 'hertz.yaml'], ['report', '--live', 'out']];
  for (const one of words) spawnSync(lawtester, one, {cwd: scratch});
  await browser.go('file://' + path.join(scratch, 'report.html'));
  const links = await browser.run(`[...document.querySelectorAll('section a')].map(a => a.href)`);
  verdict(links.length === 2 && links.every(one => /report-live\.html#(linear|hertz)\.yaml$/.test(one)), 'a report leads to live programs', links);
  for (const [i, law] of [[0, 'hertz'], [1, 'linear']]) {
    await browser.go('about:blank');
    await browser.go(links[i]);
    await browser.until(READY);
    verdict(await browser.run('document.getElementById("program").value') === law + '.yaml', `... to ${law}`);
    const wanted = JSON.parse(fs.readFileSync(path.join(scratch, `out/${law}.json`), 'utf8')).results.e_n;
    verdict(Math.abs((await browser.run(SHOWN)).e_n - wanted) < 1e-5, '... with what is in the report');
  }
  await browser.run(`(() => { window.before = true; const p = document.getElementById('program'); p.value = 'hertz.yaml'; p.dispatchEvent(new Event('change')); })()`);
  await browser.until(`!window.before && ${READY}`);
  verdict(await browser.run('document.getElementById("program").value === "hertz.yaml" && document.querySelectorAll("#figures svg").length > 0'),
    'another program is chosen');
}

async function again(browser) {
  const file = make('stages/linear/impact.yaml');
  await browser.screen(1280, 900, false);
  await browser.go('about:blank');
  await browser.go('file://' + file + '#dp_nratio=0.35');
  await browser.until(READY);
  const wanted = native('stages/linear/impact.yaml', '-D', 'dp_nratio=0.35').results.e_n;
  verdict(Math.abs((await browser.run(SHOWN)).e_n - wanted) < 1e-5, 'an address has the numbers');
  for (const program of ['stages/mindlin/partial-cycle.yaml', 'stages/formulas/jkr.yaml', 'stages/adhesion/both.yaml']) {
    if (!fs.existsSync(path.join(root, program))) continue;
    await browser.go('file://' + make(program));
    await browser.until(READY);
    verdict(await browser.run('document.querySelectorAll("#figures svg").length > 0 && !document.querySelector(".bad:not(:empty)")'),
      program);
    if (pictures) await browser.picture(path.join(pictures, path.basename(program, '.yaml') + '.png'), true);
  }
}

/* Every program of a page draws something, and all is met. */
async function all(browser) {
  const url = 'file://' + path.resolve(given);
  await browser.screen(1280, 900, false);
  await browser.go(url);
  await browser.until(READY);
  for (const name of await browser.run(`[...document.getElementById('program').options].map(one => one.value)`)) {
    await browser.go('about:blank');
    await browser.go(`${url}#${name}`);
    await browser.until(READY);
    verdict(await browser.run(`document.getElementById('program').value === '${name}' &&
      document.querySelectorAll("#figures svg").length > 0 && !document.querySelector(".bad:not(:empty)")`), name);
    if (pictures) await browser.picture(path.join(pictures, name + '.png'), true);
  }
}

async function main() {
  const program = ['chromium', 'chromium-browser'].find(one => !spawnSync(one, ['--version']).error);
  if (!program) {
    console.log('1..0 # SKIP no chromium is installed');
    return;
  }
  const browser = await open(program);
  try {
    for (const part of given ? [all] : [impact, again, endless, several]) await part(browser);
    const complaints = browser.complaints().filter(one => !/unsafe-eval/.test(one));
    verdict(complaints.length === 0, 'the console is empty', complaints.join('\n'));
    const asked = browser.requests().filter(url => !/^(file|about|blob|data):/.test(url));
    verdict(asked.length === 0, 'nothing is asked for', asked.join('\n'));
    verdict(await browser.run(`(() => { const s = document.createElement('script'); s.textContent = 'window.broken = 1';
      document.body.append(s); return window.broken === undefined; })()`), 'no other script runs');
    verdict(await browser.run(`fetch('http://127.0.0.1:9/').then(() => false, () => true)`) &&
      browser.complaints().some(one => /Content Security Policy/.test(one)), 'and none can fetch anything');
  } finally {
    await browser.close();
  }
  console.log(`1..${number}`);
  process.exitCode = failures ? 1 : 0;
}
main().finally(() => fs.rmSync(scratch, {recursive: true, force: true}));
