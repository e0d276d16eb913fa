import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { AppEnv } from '../http/app-env.ts';
import { mountHealth } from './state-routes.ts';

it('asks for readiness at the same moment share one round of checks', async () => {
  let checks = 0;
  const check = async () => {
    checks += 1;
    return 'answers';
  };
  const api = new Hono<AppEnv>();
  const stopping = new AbortController();
  mountHealth(api, {
    version: '1',
    dependencies: [{ name: 'redis', required: true, check }],
    stopping: stopping.signal,
  });
  const ask = () => api.request('/readyz');
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(checks).toBe(1);
  stopping.abort();
  expect((await ask()).status).toBe(503);
});
