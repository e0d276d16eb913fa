#!/usr/bin/env node
import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

// Playwright starts this in the place of Debian's Firefox ESR, and speaks WebDriver BiDi with it. That Firefox lacks one command, which
// Playwright sends for every page: it is answered here where it asks for what a Firefox without a screen shows anyway.

interface Command {
  id: number;
  method: string;
  params: { features?: Record<string, unknown> };
}

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
      if (isMissing(command))
        playwright.send(JSON.stringify({ type: 'success', id: command.id, result: {} }));
      else browser.send(String(message));
    });
    browser.on('message', (message) => playwright.send(String(message)));
    playwright.on('close', () => browser.close());
    browser.on('close', () => playwright.close());
    browser.on('error', () => playwright.close());
  });
}
