/* SPDX-License-Identifier: GPL-3.0-or-later */
/* browser.js: a browser without a window, told what to do through a pipe (DevTools, JSON ended by NUL). */
'use strict';
const {spawn} = require('child_process');
const fs = require('fs'), os = require('os'), path = require('path');

const PATIENCE = 120; /* seconds, on a machine with much else to do */

/* What is asked of a document while another takes its place. */
const LEFT = /navigated or closed|context was destroyed|Cannot find context/;

exports.open = async program => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lawtester-page-'));
  const child = spawn(program, ['--headless=new', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe',
    '--disable-dev-shm-usage', '--disable-background-networking', '--disable-backgrounding-occluded-windows',
    '--no-first-run', '--hide-scrollbars', `--user-data-dir=${folder}`, 'about:blank'],
  {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
  const waiting = new Map(), heard = [];
  let number = 0, rest = '', session, gone = null;
  const ended = new Promise(done => child.on('exit', (code, signal) => {
    gone = new Error(`the browser has ended: ${signal || code}`);
    for (const [, bad] of waiting.values()) bad(gone);
    done();
  }));
  for (const end of child.stdio.slice(3)) end.on('error', () => {}); /* a pipe to what has ended */
  child.stdio[4].setEncoding('utf8');
  child.stdio[4].on('data', text => {
    const parts = (rest + text).split('\0');
    rest = parts.pop();
    for (const part of parts) {
      const message = JSON.parse(part), done = waiting.get(message.id);
      waiting.delete(message.id);
      if (!done) heard.push(message);
      else if (message.error) done[1](new Error(message.error.message));
      else done[0](message.result);
    }
  });
  const send = (method, params = {}) => new Promise((good, bad) => {
    if (gone) throw gone;
    waiting.set(++number, [good, bad]);
    child.stdio[3].write(JSON.stringify({id: number, method, params, sessionId: session}) + '\0');
  });
  const {targetId} = await send('Target.createTarget', {url: 'about:blank'});
  ({sessionId: session} = await send('Target.attachToTarget', {targetId, flatten: true}));
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await send(domain + '.enable');
  await send('Page.setLifecycleEventsEnabled', {enabled: true});
  const run = async expression => {
    const {result, exceptionDetails} = await send('Runtime.evaluate',
      {expression, awaitPromise: true, returnByValue: true});
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description || exceptionDetails.text);
    return result.value;
  };
  const until = async expression => {
    for (const end = Date.now() + 1000 * PATIENCE; Date.now() < end;) {
      if (await run(expression).catch(error => { if (!LEFT.test(error.message)) throw error; })) return;
      await new Promise(done => setTimeout(done, 20));
    }
    throw new Error(`never true: ${expression}`);
  };
  return {
    run, until, send, heard,
    /* Another document is there once it is loaded; an address of the same one has no loader. */
    go: async url => {
      const {loaderId, errorText} = await send('Page.navigate', {url});
      if (errorText) throw new Error(`${url}: ${errorText}`);
      for (const end = Date.now() + 1000 * PATIENCE; loaderId && !heard.some(m => m.method === 'Page.lifecycleEvent' &&
        m.params.name === 'load' && m.params.loaderId === loaderId);) {
        if (Date.now() > end) throw new Error(`never loaded: ${url}`);
        await new Promise(done => setTimeout(done, 5));
      }
    },
    /* What the page wrote to its console, asked to be loaded, or broke. */
    complaints: () => heard.filter(m => ['Log.entryAdded', 'Runtime.exceptionThrown', 'Runtime.consoleAPICalled']
      .includes(m.method)).map(m => JSON.stringify(m.params.entry?.text || m.params)),
    requests: () => heard.filter(m => m.method === 'Network.requestWillBeSent').map(m => m.params.request.url),
    screen: async (width, height, dark) => {
      await send('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile: width < 500});
      await send('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value: dark ? 'dark' : 'light'}]});
    },
    picture: async (file, whole) => {
      const {data} = await send('Page.captureScreenshot', {captureBeyondViewport: Boolean(whole)});
      fs.writeFileSync(file, Buffer.from(data, 'base64'));
    },
    close: async () => {
      await send('Browser.close').catch(() => {});
      await ended;
      fs.rmSync(folder, {recursive: true, force: true, maxRetries: 20, retryDelay: 100}); /* its children write on */
    },
  };
};
