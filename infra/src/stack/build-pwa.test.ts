import { expect, test } from 'vitest';
import { buildEnvironment } from './build-pwa.ts';

test('pages are built for production, whatever the environment that starts the shop says', () => {
  expect(process.env.NODE_ENV).toBe('test');
  expect(buildEnvironment(process.env)).toEqual({ ...process.env, NODE_ENV: 'production' });
});
