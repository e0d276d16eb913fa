import { Hono } from 'hono';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { ProblemError } from '../problem/problem-error.ts';
import { problemOf } from '../problem/problem-of.ts';
import { answerProblem } from './answers.ts';
import type { AppEnv } from './app-env.ts';
import { journal } from './journal.ts';
import { metricsFor } from './metrics.ts';

afterEach(() => vi.useRealTimers());

/** An application that answers as its path says, with its journal and its metrics. */
function journaled() {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) });
  const metrics = metricsFor();
  const app = new Hono<AppEnv>();
  app.use(journal({ logger, metrics, production: false }));
  app.onError((error, c) => answerProblem(c, problemOf(error)));
  app.get('/limited', () => {
    throw new ProblemError('RATE_LIMITED', 'That was a lot.');
  });
  app.get('/broken', () => {
    throw new TypeError('A fault of ours');
  });
  app.post('/written', (c) => c.text('done'));
  const ask = async (path: string, times: number, method = 'GET') => {
    for (let turn = 0; turn < times; turn += 1) await app.request(path, { method });
  };
  return { lines, metrics, ask };
}

it('logs a sample of refused requests, counts all of them, and says how many it left out', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 600_000 });
  const { lines, metrics, ask } = journaled();
  await ask('/limited', 1_000);
  expect(lines).toHaveLength(100);
  expect(await metrics.registry.metrics()).toMatch(/karigar_problems_total\{[^}]*code="RATE_LIMITED"\} 1000/);
  await ask('/nothing-here', 1);
  expect(lines.at(-1)).toMatchObject({ status: 404 });
  vi.setSystemTime(660_000);
  await ask('/limited', 1);
  expect(lines.at(-1)).toMatchObject({ problem: 'RATE_LIMITED', unlogged: 900 });
  await ask('/limited', 1);
  expect(lines.at(-1)).not.toHaveProperty('unlogged');
});

it('logs every write that went well', async () => {
  const { lines, ask } = journaled();
  await ask('/written', 150, 'POST');
  expect(lines).toHaveLength(150);
});

it('logs the error of a failed request', async () => {
  const { lines, ask } = journaled();
  await ask('/broken', 1);
  expect(lines).toEqual([
    expect.objectContaining({ status: 500, err: expect.objectContaining({ message: 'A fault of ours' }) }),
  ]);
});
