/* SPDX-License-Identifier: GPL-3.0-or-later */
'use strict';
(() => {
const $ = id => document.getElementById(id);
const page = JSON.parse($('document').textContent);
const decoded = string => { try { return decodeURIComponent(string); } catch { return string; } };
const addressed = () => decoded(location.hash.slice(1).split('&').find(part => part && !part.includes('=')) || '');
const told = page.programs.find(one => one.name === addressed()) || page.programs[0];
const controls = told.controls;
const SPEED = controls.length;                 /* the place of vn, behind the controls */
const values = new Array(SPEED + 1).fill(NaN); /* NaN: as the file has it */
let last = null, pinned = null, idle = 0, curve = null; /* curve: of the run that it says */

/* ---- The engine ---- */

/* Signs of ASCII are seven bits, those from U+00C0 thirteen, those from U+1000 nineteen. */
function unpacked(string, size) {
  const value = new Uint8Array(128), bytes = new Uint8Array(size);
  let n = 0, word = 0, bits = 0, at = 0;
  for (let code = 9; code < 127; code++)
    if (code < 11 || code === 12 || (code >= 32 && code !== 60)) value[code] = n++;
  for (let i = 0; i < string.length; i++) {
    const code = string.charCodeAt(i);
    if (code < 0x80) {
      word = word << 7 | value[code];
      bits += 7;
    } else if (code < 0x800) {
      word = word << 13 | (n - 3 << 6) + code;
      bits += 13;
    } else {
      word = word << 19 | (n + 29 + (code >> 13)) << 12 | code & 0xfff;
      bits += 19;
    }
    for (; bits >= 8; bits -= 8) bytes[at++] = word >> bits - 8;
  }
  return bytes;
}

/* What a block of data holds, which gzip has made small. */
const block = (id, type) => new Response(new Blob([unpacked($(id).textContent, page[id])]).stream()
  .pipeThrough(new DecompressionStream('gzip')), {headers: {'Content-Type': type}});

/* It runs in a thread of its own, which is ended when a run takes too long: nothing else stops it. */
const LONG = 1000, LONGEST = 60000;
let worker = null, script = null, engine = null, waiting = new Map(), number = 0;

const post = (...task) => new Promise((good, bad) => {
  waiting.set(++number, {good, bad, task: task[0], since: performance.now()});
  worker.postMessage([number, ...task]);
});
async function query(...task) {
  if (!worker) await start();
  return post(...task);
}

function stop(why) {
  const all = [...waiting.values()];
  worker.terminate();
  waiting = new Map();
  worker = null;
  all.forEach(one => one.bad(new Error(why)));
}

async function start() {
  script = script || URL.createObjectURL(new Blob([$('worker').textContent], {type: 'text/javascript'}));
  worker = new Worker(script);
  worker.onmessage = ({data: [number, answer, why]}) => {
    const one = waiting.get(number);
    waiting.delete(number);
    if (why) one.bad(new Error(why));
    else one.good(answer);
  };
  worker.onerror = () => stop('The engine stopped with an error.');
  engine = engine || WebAssembly.compileStreaming(block('wasm', 'application/wasm'));
  const {name, text, defines, files} = told;
  const names = controls.map(c => c.name).concat(told.speeds ? ['vn'] : []);
  const why = await post('start', await engine, page.units, {name, text, defines, files}, names);
  if (why) throw new Error(why);
  performance.mark('engine');
}

const waited = (all = [...waiting.values()]) => Math.max(0, ...all.map(one => performance.now() - one.since));

function watch() {
  const time = waited([...waiting.values()].filter(one => one.task !== 'attempt'));
  $('running').hidden = time < LONG;
  $('seconds').textContent = `The program runs: ${Math.floor(time / 1000)} s`;
  if (waited() > LONGEST) stop(`The run was stopped after ${LONGEST / 1000} s.`);
}

/* ---- Words ---- */

const escaped = string => String(string).replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);

/* gnuplot's mark-up of a label as SVG: {/:Italic u}, u_n, u_{n,max}. */
function marked(label) {
  let out = '', i = 0;
  const group = () => { /* what is within the braces that begin at i */
    let depth = 0, from = i + 1;
    do {
      depth += label[i] === '{' ? 1 : label[i] === '}' ? -1 : 0;
      i += label[i] === '\\' ? 2 : 1;
    } while (depth > 0 && i < label.length);
    return label.slice(from, i - 1);
  };
  while (i < label.length) {
    if (label[i] === '{') {
      const inner = group(), italic = inner.startsWith('/:Italic ');
      out += italic ? `<tspan class="italic">${marked(inner.slice(9))}</tspan>` : marked(inner);
    } else if (label[i] === '_') {
      i++;
      const inner = label[i] === '{' ? marked(group()) : escaped(label[i++]);
      out += `<tspan dy="3" font-size="75%">${inner}</tspan><tspan dy="-3">\u200b</tspan>`;
    } else {
      i += label[i] === '\\' ? 1 : 0;
      out += escaped(label[i++] || '');
    }
  }
  return out;
}

/* ---- Figures ---- */

const L = 66, R = 16, T = 34, B = 48, narrow = matchMedia('(max-width: 52rem)');
let W, H; /* smaller where there is little room, so that words are as large */
function measure() { [W, H] = narrow.matches ? [360, 270] : [480, 320]; }
measure();
narrow.onchange = () => {
  measure();
  if (last) showFigures();
};

/* Points nearer than a third of a pixel to the last one that was drawn are left out. */
function path(xs, ys, x, y) {
  let out = '', pen = 'M', px = NaN, py = NaN, skipped = '';
  for (let i = 0; i < xs.length; i++) {
    const cx = x(xs[i]), cy = y(ys[i]);
    if (!isFinite(cx) || !isFinite(cy)) {
      pen = 'M';
      continue;
    }
    const here = `${cx.toFixed(2)} ${cy.toFixed(2)}`;
    if (pen === 'L' && Math.hypot(cx - px, cy - py) < 0.33) {
      skipped = 'L' + here;
      continue;
    }
    out += pen + here;
    skipped = '';
    [pen, px, py] = ['L', cx, cy];
  }
  return out + skipped;
}

function niceStep(span) {
  const ten = 10 ** Math.floor(Math.log10(span / 5));
  return ten * [1, 2, 5, 10].find(n => span / (n * ten) <= 6.5);
}

function ticks(axis) {
  if (axis.log) {
    const out = [];
    for (let p = Math.floor(axis.lo) - 1; p <= axis.hi; p++)
      for (const n of [1, 2, 5]) out.push([p + Math.log10(n), String(+(n * 10 ** p).toPrecision(3))]);
    return out.filter(([at]) => at >= axis.lo - 1e-9 && at <= axis.hi + 1e-9);
  }
  const digits = Math.max(0, -Math.floor(Math.log10(axis.step) + 1e-9)), out = [];
  for (let k = Math.ceil(axis.lo / axis.step - 1e-6); k * axis.step <= axis.hi + 1e-6 * axis.step; k++)
    out.push([k * axis.step, (k * axis.step).toFixed(digits).replace('-', '\u2212')]);
  return out;
}

/* The range of an axis that shows both curves. */
function joined(axis, other) {
  if (!other || axis.log) return axis;
  const by = axis.scale / other.scale, lo = Math.min(axis.lo, other.lo * by),
    hi = Math.max(axis.hi, other.hi * by);
  return {...axis, lo, hi, step: lo < axis.lo || hi > axis.hi ? niceStep(hi - lo) : axis.step};
}

const COLOURS = [1, 2, 3, 4, 5, 6];
function drawCurves(curves, x, y, extra) {
  const left = COLOURS.filter(n => !curves.some(c => c.colour === n)), free = left.length ? left : COLOURS;
  let next = 0, out = '';
  for (const c of curves) {
    const own = c.role === 'run' || c.role === 'area', n = c.colour || (own ? free[next++ % free.length] : 1);
    c.shade = n;
    if (c.role === 'area')
      out += `<path class="area f${n} ${extra}" d="${path(c.x, c.y, x, y)}${
        path(c.x.slice().reverse(), c.base.slice().reverse(), x, y).replace('M', 'L')}Z"/>`;
    else if (own)
      out += `<path class="curve s${n} ${extra}" d="${path(c.x, c.y, x, y)}"/>`;
    else if (c.role === 'theory')
      out += `<path class="curve theory ${extra}" d="${path(c.x, c.y, x, y)}"/>`;
    else if (!extra)
      for (let i = 0; i < c.x.length; i += Math.ceil(c.x.length / 60))
        if (isFinite(x(c.x[i])) && isFinite(y(c.y[i])))
          out += `<circle class="point" r="3" cx="${x(c.x[i]).toFixed(2)}" cy="${y(c.y[i]).toFixed(2)}"/>`;
  }
  return out;
}

function drawGrid(ax, ay, x, y) {
  const below = ticks(ax), longest = Math.max(...below.map(([, name]) => 8 * name.length + 8));
  const each = Math.ceil(longest * below.length / (W - L - R)); /* of how many one has its number */
  let out = '';
  below.forEach(([at, name], i) => {
    out += `<path class="mesh" d="M${x(at)} ${T}V${H - B}"/>`;
    if (i % each === 0) out += `<text x="${x(at)}" y="${H - B + 17}" text-anchor="middle">${name}</text>`;
  });
  for (const [at, name] of ticks(ay))
    out += `<path class="mesh" d="M${L} ${y(at)}H${W - R}"/><text x="${L - 7}" y="${y(at) + 4}"` +
      ` text-anchor="end">${name}</text>`;
  if (!ax.log && ax.lo < 0 && ax.hi > 0) out += `<path class="zero" d="M${x(0)} ${T}V${H - B}"/>`;
  if (ay.lo < 0 && ay.hi > 0) out += `<path class="zero" d="M${L} ${y(0)}H${W - R}"/>`;
  return out;
}

/* The names of curves above them, in a second row what the first has no room for. */
function drawLegend(curves) {
  const room = W - L - R, rows = [[]];
  let used = 0;
  for (const c of curves) {
    const wide = 8 * c.label.length + 30;
    if (used > 0 && used + wide > room + 12) rows.push([]);
    used = rows[rows.length - 1].push(c) > 1 ? used + wide : wide;
  }
  const sign = c => c.role === 'run' || c.role === 'area' ? `<tspan class="f${c.shade}">\u25a0</tspan> `
    : c.role === 'theory' ? '- - ' : '\u25cb ';
  return rows.map((row, i) => `<text x="${L}" y="${(rows.length > 1 ? 13 : 22) + 14 * i}">${row.map((c, k) =>
    `<tspan dx="${k ? 12 : 0}">${sign(c)}${escaped(c.label)}</tspan>`).join('')}</text>`).join('');
}

const labelOf = axis => axis.marked ? marked(axis.label) : escaped(axis.label);

function draw(figure, before) {
  const ax = joined(figure.x, before && before.x), ay = joined(figure.y, before && before.y);
  const px = v => L + (v - ax.lo) / (ax.hi - ax.lo) * (W - L - R);
  const py = v => H - B - (v - ay.lo) / (ay.hi - ay.lo) * (H - B - T);
  const x = v => px(ax.log ? Math.log10(v) : v * ax.scale), y = v => py(v * ay.scale);
  let out = drawGrid(ax, ay, px, py);
  if (before) out += drawCurves(before.curves, x, y, 'pinned');
  out += drawCurves(figure.curves, x, y, '');
  out += `<path class="axis" d="M${L} ${T}V${H - B}H${W - R}"/>`;
  out += `<text x="${(L + W - R) / 2}" y="${H - 8}" text-anchor="middle">${labelOf(ax)}</text>`;
  out += `<text transform="translate(15 ${(T + H - B) / 2}) rotate(-90)" text-anchor="middle">${
    labelOf(ay)}</text>`;
  const named = figure.curves.filter(c => c.label);
  if (figure.curves.length > 1) out += drawLegend(named);
  return `<svg viewBox="0 0 ${W} ${H}" role="img" aria-label="${escaped(figure.title)}">${out}</svg>`;
}

function showFigures() {
  const list = last.figures.filter(f => !f.wrong).concat(curve ? [curve] : []);
  const box = $('figures');
  while (box.children.length > list.length) box.lastChild.remove();
  list.forEach((figure, i) => {
    if (!box.children[i]) box.append(document.createElement('figure'));
    const before = pinned && pinned.find(p => p.key === figure.key);
    box.children[i].innerHTML = `<figcaption>${escaped(figure.title)}</figcaption>${draw(figure, before)}`;
  });
  box.classList.remove('stale');
}

/* ---- Results ---- */

function showVerdicts(list) {
  $('verdicts').innerHTML = list.map(v => `<li><span class="${v.ok ? 'ok">met' : 'bad">missed'}</span> ${
    escaped(v.text)}${last ? ` <span class="dim">error ${escaped(v.error)}, allowed ${escaped(v.most)}${
    v.where ? ', ' + escaped(v.where) : ''}</span>` : ''}</li>`).join('') || '<li class="dim">no expectations</li>';
}

function showResults() {
  $('results').innerHTML = '<dl class="values">' + last.results.map(r => `<div><dt title="${escaped(r.doc)}">${
    escaped(r.name)}</dt><dd>${escaped(r.text.replace(/ u(?=[A-Za-z])/, ' \u00b5'))}</dd></div>`).join('') + '</dl>';
  showVerdicts(last.verdicts);
  $('said').textContent = last.prints.concat(last.warnings).join('\n');
}

/* For those who listen, once nothing moves: the first result or the one aimed at, and what is met. */
let speech = 0;
function speak() {
  clearTimeout(speech);
  speech = setTimeout(() => {
    const {results, verdicts} = last, shown = results.find(r => r.name === told.target) || results[0];
    const met = verdicts.filter(v => v.ok).length;
    $('spoken').textContent = [shown && `${shown.name} is ${shown.text}`,
      verdicts.length && `${met} of ${verdicts.length} expectations met`].filter(Boolean).join(', ');
  }, 700);
}

/* A run that failed has no numbers: the figures before it stay, and are pale. */
function refuse(why) {
  clearTimeout(speech);
  $('alert').textContent = why;
  $('alert').hidden = false;
  $('results').innerHTML = '<p class="dim">There are none: the run failed.</p>';
  $('verdicts').innerHTML = '';
  $('said').textContent = '';
  $('figures').classList.add('stale');
}

function showRun(now) {
  if (now.failed) {
    refuse(now.message || 'The run failed.');
    showVerdicts(now.verdicts || []);
    return;
  }
  $('alert').hidden = true;
  now.figures.forEach((figure, i) => { figure.key = i; });
  last = now;
  controls.forEach((c, i) => { if (c.formula) show(i); });
  showResults();
  showFigures();
  speak();
}

/* A run at a time, of the numbers as they are when it begins; one that takes long gives way to the next. */
let wanted = false, running = false;

function soon() {
  wanted = true;
  document.documentElement.dataset.state = 'busy';
  clearTimeout(idle);
  if (running && waited() > LONG) stop('The run was stopped, since a number was changed.');
  run();
}

async function run() {
  if (running) return;
  running = true;
  while (wanted) {
    wanted = false;
    try {
      showRun(await query('run', values.slice()));
    } catch (error) {
      refuse(error.message);
    }
  }
  running = false;
  document.documentElement.dataset.state = 'ready';
  if (told.speeds && last) idle = setTimeout(() => sweepSpeeds().catch(() => {}), 120);
}

/* The coefficient of restitution over the impact speed, computed when no number is being changed, unless it takes long. */
async function sweepSpeeds() {
  const POINTS = 25, x = [], y = [], turn = idle, list = values.slice();
  for (let i = 0; i < POINTS; i++) {
    const begun = performance.now();
    list[SPEED] = told.speed * 10 ** (2 * i / (POINTS - 1) - 1);
    x.push(list[SPEED]);
    y.push(await query('attempt', list, 'e_n'));
    if (idle !== turn || wanted || running || performance.now() - begun > LONG) return;
  }
  if (!y.some(isFinite)) return;
  const ay = await query('axis', 'e_n', '1', 0, Math.max(1, ...y.filter(isFinite)));
  curve = {key: 'speed', of: last, title: 'Coefficient of restitution over the impact speed', y: ay,
    x: {label: 'impact speed (m/s)', log: true, scale: 1, lo: Math.log10(x[0]), hi: Math.log10(x[POINTS - 1])},
    curves: [{role: 'run', label: '', colour: 1, x, y}]};
  showFigures();
}

/* ---- Controls ---- */

const STEPS = 1000;
/* A formula has the value of the last run. */
const valueOf = i => !isNaN(values[i]) ? values[i] : controls[i].formula && last ? last.values[i] : controls[i].value;
const toPlace = (c, v) => Math.round(STEPS * (c.log ? Math.log(v / c.from) / Math.log(c.to / c.from)
  : (v - c.from) / (c.to - c.from)));
const fromPlace = (c, place) => {
  const share = place / STEPS, v = c.log ? c.from * (c.to / c.from) ** share : c.from + share * (c.to - c.from);
  return c.whole ? Math.round(v) : +v.toPrecision(4);
};

/* Large and small ones by powers of ten. */
const shortest = v => Math.abs(v) < 1e6 && (Math.abs(v) >= 1e-3 || v === 0) ? String(v)
  : v.toExponential().replace('e+', 'e');

function show(i) {
  const c = controls[i], box = c.box, v = valueOf(i);
  if (c.words) {
    box.choice.value = String(v);
    return;
  }
  if (box.number !== document.activeElement || box.settled)
    box.number.value = v === null ? '' : shortest(c.formula && isNaN(values[i]) ? +v.toPrecision(6) : v);
  if (box.slider) {
    box.slider.value = String(toPlace(c, v));
    box.slider.setAttribute('aria-valuetext', `${v} ${c.unit === '1' ? '' : c.unit}`);
  }
}

function setAddress() {
  const parts = controls.flatMap((c, k) => isNaN(values[k]) ? [] : [`${encodeURIComponent(c.name)}=${values[k]}`]);
  if (page.programs.length > 1) parts.unshift(encodeURIComponent(told.name));
  history.replaceState(null, '', parts.length ? '#' + parts.join('&') : location.pathname + location.search);
}

function set(i, v) {
  values[i] = v === controls[i].value && !controls[i].formula ? NaN : v;
  show(i);
  setAddress();
  soon();
}

/* What was typed: nothing for what the file has; a number within what the engine takes, else a sentence. */
function typed(i, string) {
  const c = controls[i], v = string.trim() === '' ? NaN : Number(string.replace('\u2212', '-'));
  if (string.trim() !== '' && !isFinite(v)) {
    refuse(`${c.label}: '${string}' is not a number`);
    return;
  }
  set(i, v);
}

function makeControl(c, i) {
  const row = document.createElement('div'), unit = c.unit && c.unit !== '1' ? ` (${c.unit})` : '';
  row.className = 'control';
  row.innerHTML = `<label for="n${i}" title="${escaped(c.doc)}">${escaped(c.label)}<span class="unit">${
    escaped(unit)}${c.formula ? `<br>= ${escaped(c.formula)}` : ''}</span></label>`;
  c.box = {};
  if (c.words) {
    const choice = c.box.choice = document.createElement('select');
    c.words.forEach((word, k) => choice.append(new Option(word, String(k))));
    choice.onchange = () => set(i, Number(choice.value));
    choice.id = 'n' + i;
    row.append(choice);
    return row;
  }
  const number = c.box.number = document.createElement('input');
  number.id = 'n' + i;
  number.inputMode = 'decimal';
  if (c.doc) number.setAttribute('aria-description', c.doc);
  number.onchange = () => { c.box.settled = true; typed(i, number.value); c.box.settled = false; };
  row.append(number);
  if (c.from !== null && c.to !== null && c.value !== null) {
    const slider = c.box.slider = document.createElement('input');
    Object.assign(slider, {type: 'range', min: 0, max: STEPS, step: 1});
    slider.setAttribute('aria-label', c.label);
    slider.oninput = () => set(i, fromPlace(c, Number(slider.value)));
    row.append(slider);
  }
  return row;
}

const GROUPS = [['law', 'Law', true], ['let', 'Numbers of the program', true], ['load', 'Loads', true],
  ['pair', 'Particles and materials', false], ['motion', 'Motion', false],
  ['other', 'Law: default values', false]];

function makeControls() {
  for (const [group, title, open] of GROUPS) {
    const mine = controls.map((c, i) => [c, i]).filter(([c]) => c.group === group);
    if (!mine.length) continue;
    const box = document.createElement('details');
    box.open = open;
    box.innerHTML = `<summary>${title}</summary>`;
    box.append(...mine.map(([c, i]) => makeControl(c, i)));
    $('controls').append(box);
  }
  controls.forEach((_, i) => show(i));
}

function readAddress() {
  const given = new Map(location.hash.slice(1).split('&').filter(Boolean).map(part => {
    const at = part.lastIndexOf('=');
    return [decoded(part.slice(0, at)), Number(part.slice(at + 1))];
  }));
  controls.forEach((c, i) => {
    const v = given.get(c.name);
    values[i] = v === undefined || !isFinite(v) ? NaN : v;
    show(i);
  });
}

/* ---- Actions ---- */

function save(name, type, content) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], {type}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/* All figures in one, with the colours that they have now. */
function picture() {
  const style = getComputedStyle(document.documentElement), boxes = [...$('figures').querySelectorAll('svg')];
  const css = document.querySelector('style').textContent.replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')
    .split('\n').filter(line => /^(svg|\.(mesh|zero|axis|curve|pinned|theory|point|s\d|f\d|area))/.test(line)).join('\n')
    .replace(/var\((--[a-z0-9]+)\)/g, (_, name) => style.getPropertyValue(name).trim());
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H * boxes.length}" font-family="sans-serif"` +
    ` font-size="13"><style>${css}</style><rect width="100%" height="100%" fill="${
      style.getPropertyValue('--paper').trim()}"/>` + boxes.map((svg, i) => `<svg y="${i * H}" width="${W}" height="${
      H}" viewBox="0 0 ${W} ${H}">${svg.innerHTML}</svg>`).join('') + '</svg>';
}

async function calibrate(event) {
  event.preventDefault();
  const i = Number($('vary').value), c = controls[i], asRun = $('as-run').checked;
  const range = c.from !== null && c.to !== null ? `${c.name}=${c.from}:${c.to}` : c.name;
  let found;
  document.documentElement.dataset.state = 'busy';
  try {
    found = await query('calibrate', values.slice(), range, `${$('target').value}=${$('wanted').value}`, asRun);
  } catch (error) {
    found = {message: error.message};
  }
  const how = asRun ? 'with the integrator and time step of the program' : 'in the limit of small steps';
  $('found').textContent = (found.message || '') + (found.converged ? ` (${how})` : '');
  $('found').className = found.converged ? 'ok' : 'bad';
  if (found.converged) set(i, found.parameters[c.name].value);
  else document.documentElement.dataset.state = 'ready';
}

function makeButtons() {
  const pin = $('pin'), stem = told.name.replace(/\.yaml$/, '');
  pin.onclick = () => {
    pinned = pinned || !last ? null : last.figures.filter(f => !f.wrong).concat(curve && curve.of === last ? [curve] : []);
    pin.setAttribute('aria-pressed', String(Boolean(pinned)));
    if (last) showFigures();
  };
  $('reset').onclick = () => {
    values.fill(NaN);
    controls.forEach((_, i) => show(i));
    setAddress();
    soon();
  };
  $('save-program').onclick = async () => save(told.name, 'text/yaml', await query('program', values.slice()));
  $('save-data').onclick = async () => save(stem + '.csv', 'text/csv', await query('table'));
  $('save-picture').onclick = () => save(stem + '.svg', 'image/svg+xml', picture());
  controls.forEach((c, i) => { if (!c.words) $('vary').append(new Option(c.label, String(i))); });
  for (const r of last ? last.results : []) $('target').append(new Option(r.name, r.name));
  const vary = controls.findIndex(c => c.name === told.vary);
  if (vary >= 0) $('vary').value = String(vary);
  if (told.target) $('target').value = told.target;
  $('as-run').checked = Boolean(told.as_run);
  $('calibrate').onsubmit = calibrate;
}

function makePrograms() {
  for (const one of page.programs) $('program').append(new Option(one.title || one.name, one.name));
  $('program').value = told.name;
  $('program').onchange = () => { location.hash = '#' + encodeURIComponent($('program').value); };
  $('programs').hidden = page.programs.length < 2;
}

function makeWords() {
  $('title').textContent = told.title || told.name;
  $('comment').textContent = told.comment;
  $('about').textContent = `Made by lawtester ${page.version} from ${told.name}: the program itself runs here, ` +
    'compiled to WebAssembly, each time that a number is changed. Nothing is loaded and nothing is sent.';
  $('where').textContent = `Its source is engine-source.tar.xz, whose SHA-256 is ${page.source_sha256}; 'lawtester ` +
    "explore --source' writes it beside the page. Pass it on together with this page.";
  $('notices').ontoggle = async () => {
    $('notices').lastElementChild.textContent = await block('licences', 'text/plain').text();
  };
}

async function begin() {
  performance.mark('script');
  makePrograms();
  makeWords();
  makeControls();
  /* Another program begins anew. */
  window.onhashchange = () => {
    if ((addressed() || page.programs[0].name) !== told.name) {
      location.reload();
      return;
    }
    readAddress();
    soon();
  };
  if (addressed() && addressed() !== told.name) {
    refuse(`There is no program '${addressed()}' in this page.`);
    return;
  }
  readAddress();
  setInterval(watch, 250);
  document.querySelector('.skip').onclick = event => { /* the address has the numbers */
    event.preventDefault();
    $('results').focus();
  };
  $('stop').onclick = () => { if (worker) stop('The run was stopped.'); };
  wanted = true;
  await run();
  performance.mark('picture');
  makeButtons();
}
begin().catch(error => refuse(`The engine could not be started: ${error.message}`));
})();
