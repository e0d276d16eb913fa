#!/usr/bin/env node
import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

// Playwright starts this in the place of Debian's Firefox ESR, and speaks WebDriver BiDi with it. Two things are mended on the way:
// - That Firefox lacks a command which Playwright sends for every page: it is answered here where it asks for what a Firefox without a screen
//   shows anyway.
// - Playwright puts text into a field by setting its value, of which React takes no note. Here the browser types it.

interface Command {
  id: number;
  method: string;
  params: { features?: Record<string, unknown> };
}

/** Runs in each page before its scripts, and takes the place of what Playwright calls to put text into what has the focus. */
const typeText = `() => Object.defineProperty(window, '__pw_bidiInsertText', {
  get: () => (text) => {
    const focused = document.activeElement;
    if (focused instanceof HTMLIFrameElement) return focused;
    document.execCommand('insertText', false, text);
  },
  set() {},
})`;
const addTypeText = {
  // An id that Playwright, which counts from one, does not come to.
  id: Number.MAX_SAFE_INTEGER,
  method: 'script.addPreloadScript',
  params: { functionDeclaration: typeText },
};

const isMissing = ({ method, params: { features = {} } }: Command) =>
  method === 'emulation.setMediaFeaturesOverride' &&
  Object.values(features).every((value) => value === null || value === 'light');

const firefox = spawn('firefox-esr', process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
firefox.once('error', ({ message }) => process.stderr.write(`Firefox could not be started: ${message}\n`));
firefox.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => firefox.kill(signal));

createInterface({ input: firefox.stderr }).on('line', (line) => {
  const [, address] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line) ?? [];
  if (address === undefined) process.stderr.write(`${line}\n`);
  else offer(address);
});

/** Opens a port that passes everything on to Firefox but the missing command, and names it as Firefox names its own. */
function offer(address: string): void {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () => {
    const { port } = server.address() as AddressInfo;
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${port}\n`);
  });
  server.on('connection', (playwright, { url }) => {
    const browser = new WebSocket(`${address}${url}`);
    // What Playwright says before Firefox is connected waits in its socket.
    playwright.pause();
    browser.on('open', () => playwright.resume());
    playwright.on('message', (message) => {
      const command = JSON.parse(String(message)) as Command;
      if (isMissing(command)) {
        playwright.send(JSON.stringify({ type: 'success', id: command.id, result: {} }));
        return;
      }
      // The first answer says that there is a session.
      if (command.method === 'session.new') {
        browser.once('message', () => browser.send(JSON.stringify(addTypeText)));
      }
      browser.send(String(message));
    });
    browser.on('message', (message) => {
      if (!String(message).includes(`"id":${addTypeText.id}`)) playwright.send(String(message));
      else if (!String(message).includes('"success"')) process.stderr.write(`${message}\n`);
    });
    playwright.on('close', () => browser.close());
    browser.on('close', () => playwright.close());
    browser.on('error', () => playwright.close());
  });
}
