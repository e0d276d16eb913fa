import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmulator } from './emulator.ts';
import { freePorts } from './free-port.ts';
import { ownFolder } from './own-folder.ts';

const account = { email: 'rahima@karigar.example', password: 'Karigar-test!', returnSecureToken: true };

test('accounts survive the end of the emulator, with their ids and the time of their sign-ins', async () => {
  await using undo = new AsyncDisposableStack();
  const { dir, logFile } = ownFolder(undo, 'karigar-emulator-');
  const start = async () => {
    const ports = (await freePorts(3)) as [number, number, number];
    const child = await startEmulator({ dir, logFile: logFile('emulator'), ports });
    undo.defer(() => child.stop());
    return { child, host: `127.0.0.1:${ports[0]}` };
  };
  const ask = async (host: string, verb: string, headers: Record<string, string>, body: object) => {
    const url = `http://${host}/identitytoolkit.googleapis.com/v1/accounts:${verb}?key=karigar`;
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    const response = await fetch(url, { ...init, body: JSON.stringify(body) });
    return (await response.json()) as { localId: string; users: { validSince: string }[] };
  };
  const validSince = async (host: string, localId: string) =>
    (await ask(host, 'lookup', { authorization: 'Bearer owner' }, { localId: [localId] })).users[0]
      ?.validSince;

  const first = await start();
  const { localId } = await ask(first.host, 'signUp', {}, account);
  const since = await validSince(first.host, localId);
  await expect.poll(() => readFileSync(join(dir, 'accounts.json'), 'utf8')).toContain(localId);
  first.child.kill('SIGKILL');
  await first.child.ended;

  const second = await start();
  expect((await ask(second.host, 'signInWithPassword', {}, account)).localId).toBe(localId);
  expect(await validSince(second.host, localId)).toBe(since);
});
