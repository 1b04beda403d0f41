/* SPDX-License-Identifier: GPL-3.0-or-later */
/* site_in_browser.js SITE [PICTURES]: pages of the website in Chromium, light, dark and on a phone's width: pictures are loaded,
 * nothing is wider than the window, the console is empty, nothing is fetched from elsewhere; in PICTURES what they look like. */
'use strict';
const fs = require('fs'), http = require('http'), path = require('path');
const {open} = require('./browser.js');
const [site, pictures] = process.argv.slice(2);
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(program => fs.existsSync(program));
let number = 0, failures = 0;

function verdict(good, name, why = '') {
  console.log(`${good ? 'ok' : 'not ok'} ${++number} - ${name}`);
  failures += !good;
  if (!good) console.error(`${name}: ${why}`);
}

const TYPES = {'.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml', '.json': 'application/json'};
const server = http.createServer((request, answer) => {
  const file = path.join(site, decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
  if (!fs.existsSync(file) || !fs.statSync(file).isFile()) return answer.writeHead(404).end();
  answer.writeHead(200, {'content-type': TYPES[path.extname(file)] || 'application/octet-stream'}).end(fs.readFileSync(file));
});

(async () => {
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${server.address().port}/`;
  const browser = await open(chromium);
  try {
    for (const [width, height, dark] of [[1280, 900, false], [1280, 900, true], [390, 800, false]]) {
      for (const page of ['index', 'doc/hertz', 'doc/contact', 'doc/calibrating-damping', 'stages/linear/drop-test.yaml']) {
        const what = `${page}, ${width} wide, ${dark ? 'dark' : 'light'}`;
        await browser.screen(width, height, dark);
        await browser.go(address + page + '.html');
        await browser.until('[...document.images].every(image => image.complete)');
        const broken = await browser.run('[...document.images].filter(image => !image.naturalWidth).map(image => image.src)');
        verdict(broken.length === 0, `${what}: all pictures`, broken.join(' '));
        const wide = await browser.run('document.documentElement.scrollWidth - innerWidth');
        verdict(wide <= 0, `${what}: nothing is wider than the window`, `${wide} pixels`);
        if (pictures) await browser.picture(path.join(pictures, `${page.replace(/\W/g, '-')}-${width}${dark ? '-dark' : ''}.png`));
      }
    }
    const complaints = browser.complaints();
    verdict(complaints.length === 0, 'the console is empty', complaints.join('\n'));
    const asked = browser.requests().filter(url => !url.startsWith(address) && !/^(about|blob|data):/.test(url));
    verdict(asked.length === 0, 'nothing is fetched from elsewhere', [...new Set(asked)].join('\n'));
    if (fs.existsSync(path.join(site, 'gallery.html'))) {
      await browser.go(address + 'gallery.html');
      await browser.until('document.documentElement?.dataset.state === "ready"');
      verdict(true, 'the live page has run its programs');
      if (pictures) await browser.picture(path.join(pictures, 'gallery.png'));
    }
  } finally {
    await browser.close();
    server.close();
  }
  console.log(`1..${number}`);
  process.exit(failures > 0 ? 1 : 0);
})();
