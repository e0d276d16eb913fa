import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { Environment } from './environment.ts';

const example = parseEnv(readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8'));
/** What `npm start` and the container set themselves. */
const setByTheStart = ['DEMO', 'DEMO_ACCOUNTS', 'FIREBASE_AUTH_EMULATOR_HOST', 'PWA_DIST', 'SIMULATOR_URL'];

it('every variable that the server reads stands in the example, but for those that its start sets', () => {
  expect([...Object.keys(example), ...setByTheStart].sort()).toEqual(Object.keys(Environment.shape).sort());
});

it('the example says what is the case without it', () => {
  const own = { REDIS_URL: 'redis://127.0.0.1:6379' };
  expect(Environment.parse({ ...example, ...own })).toEqual(Environment.parse(own));
});
