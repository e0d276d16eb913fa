import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { openOrderLog, redisKeys } from '@karigar/events';
import { startRedis } from '@karigar/events/testing';
import { afterAll, describe, expect, it } from 'vitest';
import type { OpsEntry } from '../ops.ts';
import { openOperatorShop } from './testing/operator-shop.ts';
import { runOperator, runOperatorProcess } from './testing/run-operator.ts';

const place = await openOperatorShop();
afterAll(() => place.stop());

const config = (...words: [string, string]) =>
  place.shop.log.redis.run((connection) => connection.sendCommand(['CONFIG', 'SET', ...words]));

describe('a Redis that takes no writes', () => {
  it('is looked at, verified and backed up, and the missing note is told', async () => {
    await config('maxmemory', '1mb');
    try {
      expect(await place.run(['stats'])).toMatchObject({ code: 0, err: '' });
      const verified = await place.run(['verify']);
      expect(verified.code).toBe(1);
      expect(verified.out).toContain('No difference.');
      expect(verified.err).toContain('its note could not be recorded');
      expect(verified.err).toContain('maxmemory');
      expect(verified.err).not.toContain('Is the shop running?');
      const file = join(place.dir, 'full');
      const exported = await place.run(['export', file]);
      expect(exported.code).toBe(1);
      expect(exported.out).toContain(` to ${file}: `);
      expect((await place.run(['rebuild'])).err).toContain('Raise maxmemory');
    } finally {
      await config('maxmemory', '0');
    }
  });
});

describe('the wrong Redis', () => {
  it.each([['stats'], ['verify'], ['replay', 'ord_x'], ['rebuild'], ['export', '/nowhere/never'], ['notes']])(
    'is refused by %s, and nothing is written to it',
    async (...args) => {
      const refused = await place.run(args, { REDIS_URL: place.empty.url });
      expect(refused.code).toBe(1);
      expect(refused.err).toContain('There is no order log in this Redis. Is REDIS_URL right?');
      const nobody = openOrderLog({ url: place.empty.url, mustExist: true });
      await expect(nobody).rejects.toThrow('There is no order log');
    },
  );

  it('is named by what is wrong with its address', async () => {
    for (const url of ['garbage', 'http://127.0.0.1:1', '6379'])
      for (const command of ['stats', 'verify'])
        expect((await place.run([command], { REDIS_URL: url })).err).toContain(
          'REDIS_URL is not the address of a Redis',
        );
    const stranger = place.shop.redisUrl.replace('redis://', 'redis://somebody:secret@');
    for (const command of ['stats', 'verify']) {
      const { err } = await place.run([command], { REDIS_URL: stranger });
      expect(err).toContain('user and password in REDIS_URL');
      expect(err).not.toContain('secret');
    }
  });

  it('that hangs is given up, and Ctrl-C need not wait for it', async () => {
    let connected = () => {};
    const hung = createServer(() => connected());
    await new Promise<void>((listening) => hung.listen(0, '127.0.0.1', listening));
    const url = `redis://127.0.0.1:${(hung.address() as AddressInfo).port}`;
    try {
      for (const args of [['verify'], ['replay', 'ord_x']]) {
        const stop = new AbortController();
        connected = () => stop.abort();
        const stopped = runOperatorProcess(args, place.variables({ REDIS_URL: url }), stop.signal);
        expect(await stopped).toMatchObject({ code: 130 });
      }
    } finally {
      hung.close();
    }
  });
});

describe('an output that nobody reads any more', () => {
  it('ends a tail and disturbs no other command', async () => {
    for (const args of [
      ['tail', '--from', '1'],
      ['tail', '--from', '1', '--json'],
      ['verify', '--json'],
    ]) {
      const piped = await place.inShell('set -o pipefail; "$@" | true', args);
      expect(piped).toMatchObject({ code: 0, err: '' });
    }
  });
});

describe('a log that lost its end', () => {
  it('is named by verify, and exported by no command', async () => {
    const cut = await startRedis();
    const log = await openOrderLog({ url: cut.url });
    try {
      for (const set of [1, 2, 3])
        await log.setStock({ toolId: 't', set, actor: 'system:test', correlationId: 'test' });
      await log.redis.run((connection) => connection.xDel(redisKeys.events, '3-0'));
      const verified = await place.run(['verify'], { REDIS_URL: cut.url });
      expect(verified.code).toBe(1);
      expect(verified.out).toMatch(/^LOG +event 2 last event: /);
      const file = join(place.dir, 'cut');
      const exported = await place.run(['export', file], { REDIS_URL: cut.url });
      expect(exported.code).toBe(1);
      expect(exported.err).toContain('Event 3: it is missing');
    } finally {
      await log.close();
      await cut.stop();
    }
  });
});

describe('a rebuild', () => {
  it('that is stopped while the old read models stay has been recorded, and says so', async () => {
    let isStopped = false;
    const stop = (out: string) => {
      if (isStopped || !out.includes('is in use')) return;
      isStopped = true;
      process.emit('SIGINT');
    };
    const args = ['rebuild', '--who', 'test', '--why', 'damaged'];
    const { code, out, err: told } = await runOperator(args, place.variables(), stop);
    expect(code).toBe(130);
    const { gen } = await place.shop.log.head();
    expect(told).toContain('Stopped. No step is half done');
    expect(out).toContain(`Generation ${gen} is in use`);
    const notes = (await place.run(['notes', '--json'])).json<OpsEntry[]>();
    expect(notes[0]).toMatchObject({ kind: 'rebuild', who: 'ops:test', why: 'damaged' });
  });
});
