import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, expect, it } from 'vitest';
import { calls } from '../contracts/calls.ts';
import { problemCodes } from '../contracts/problem.ts';
import { RunningShop } from '../testing/running-shop.ts';

interface Document {
  openapi: string;
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
}

const shop = await RunningShop.start();
const document = (await (await shop.call('get', '/openapi.json')).json()) as Document;
afterAll(() => shop.stop());

it('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate({ ...structuredClone(document) });
  expect(result).toMatchObject({ valid: true });
  expect(document.openapi).toBe('3.1.0');
});

it('it names every call that the server takes, and no other', () => {
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  const served = Object.keys(calls).map((name) => {
    const [method = '', path = ''] = name.split(' ');
    return `${method.toLowerCase()} /api${path.replaceAll(/:(\w+)/g, '{$1}')}`;
  });
  expect(documented.sort()).toEqual(served.sort());
});

it('whatever takes a body says that it may be too long, or too long on its way', () => {
  const bodies = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).filter((operation) => 'requestBody' in operation),
  );
  expect(bodies.length).toBeGreaterThan(10);
  for (const { responses } of bodies)
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['408', '413']));
});

it('the page for people shows the same calls and every code', async () => {
  const answer = await shop.call('get', '/docs');
  expect(answer.headers.get('content-type')).toContain('text/html');
  const page = await answer.text();
  for (const name of Object.keys(calls)) expect(page).toContain(name.replace(' ', ' /api'));
  for (const code of problemCodes) expect(page).toContain(`id="${code}"`);
  expect(page).not.toContain('<script');
});
