import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from '../contracts/calls.ts';
import { RunningShop } from '../testing/running-shop.ts';

const agent = new Agent({ keepAlive: true });
/** Headers of requests that the server has looked at, in lower case. */
const headersRead = new Set<string>();

/** Notes each header that is read of a request before the server gets it. */
function watchHeaders(message: unknown): void {
  const { request: arrived } = message as { request: IncomingMessage };
  const note = (name: string | symbol) => headersRead.add(String(name).toLowerCase());
  const headers = new Proxy(arrived.headers, {
    get: (all, name) => note(name) && Reflect.get(all, name),
    getOwnPropertyDescriptor: (all, name) => note(name) && Reflect.getOwnPropertyDescriptor(all, name),
  });
  Object.defineProperty(arrived, 'headers', { value: headers });
}

subscribe('http.server.request.start', watchHeaders);
const dist = await mkdtemp(join(tmpdir(), 'karigar-pages-'));
await writeFile(join(dist, 'index.html'), `<!doctype html><title>Shop</title>${'<p>tool</p>'.repeat(99)}`);
const shop = await RunningShop.start({
  PWA_DIST: dist,
  RATE_LIMIT: 'off',
  MIN_CLIENT_VERSION: '1.0.0',
  CORS_ORIGINS: 'https://friend.example',
  METRICS_TOKEN: 'metrics-for-tests',
  TRUSTED_PROXIES: 'loopback, 10.0.0.0/8',
});
const admin = await shop.admin();
await shop.newTool();
afterAll(async () => {
  agent.destroy();
  await shop.stop();
  unsubscribe('http.server.request.start', watchHeaders);
  await rm(dist, { recursive: true, force: true });
});

interface Sent {
  method?: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** Sends a request and resolves with the status once the answer begins: a stream of live updates never ends. */
const ask = ({ method = 'GET', path, headers = {}, body = '' }: Sent): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { port: shop.shop.port, method, path, agent, headers: { 'Content-Length': body.length, ...headers } },
      (answer) => {
        answer.on('error', () => {});
        const streams = answer.headers['content-type'] === 'text/event-stream';
        if (streams) answer.destroy();
        else answer.resume();
        answer.on('close', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });

/** Milliseconds of the only thread that a request costs, sender included; the least of a few tries, because garbage is collected in between. */
async function cost(sent: Sent, enough: number, tries = 3): Promise<number> {
  const before = process.threadCpuUsage();
  const status = await ask(sent);
  const { user, system } = process.threadCpuUsage(before);
  if (status === 431) throw new Error(`${sent.path} was too long to be read`);
  const ms = (user + system) / 1_000;
  return ms <= enough || tries === 1 ? ms : Math.min(ms, await cost(sent, enough, tries - 1));
}

const mostMoreMs = 20;

/** Says which of these requests cost 20 ms more than the plain one. */
async function costly(plain: Sent, long: Iterable<[what: string, sent: Sent]>): Promise<string[]> {
  await cost(plain, 0, 5);
  const bound = (await cost(plain, 0, 5)) + mostMoreMs;
  const found: string[] = [];
  for (const [what, sent] of long) {
    const ms = await cost(sent, bound);
    if (ms > bound) found.push(`${sent.method ?? 'GET'} ${plain.path} ${what}: ${ms.toFixed()} ms`);
  }
  return found;
}

/** As long as headers may be, with room for the others. */
const longest = 15_000;
const run = (piece: string) => piece.repeat(Math.floor(longest / piece.length));
const separators = [...' \t,;="\\.-/:&+%*?@('];
const together = ', | ,|; | ;|;=|,;|",|\\"|a,|a;|a=b;|a;q=0,|::|1.|0|x'.split('|');
const pieces = [...separators, ...together, '%20', '%25', '%E0', 'a&', 'a=&', '&=', '[]', '{'];
const shown = (piece: string) => JSON.stringify(piece);

/** What a header begins with when it means something. */
const goodStarts: Readonly<Record<string, readonly string[]>> = {
  'accept-encoding': ['gzip', 'gzip;q=', 'a'],
  authorization: ['Bearer ', 'Bearer x'],
  'content-type': ['application/json', 'multipart/form-data; boundary=', 'multipart/form-data;'],
  'if-none-match': ['"x"', 'W/'],
  'x-forwarded-for': ['10.0.0.1', '2001:db8:'],
  'x-client-version': ['1.2.3', 'v1.'],
  'stripe-signature': ['t=1,v1=', 't='],
  origin: ['https://friend.example'],
  host: ['localhost:'],
};
/** Node's own parser refuses them unless they are good, and the body would not end. */
const framing = new Set(['content-length', 'transfer-encoding', 'connection', 'expect', 'upgrade']);

function* longHeaders(sent: Sent, names: Iterable<string>): Generator<[string, Sent]> {
  for (const name of names) {
    for (const start of ['', ...(goodStarts[name] ?? ['a'])]) {
      for (const piece of pieces) {
        const value = `${start}${run(piece)}b`;
        yield [
          `${name}: ${start} and many ${shown(piece)}`,
          { ...sent, headers: { ...sent.headers, [name]: value } },
        ];
      }
    }
  }
}

const json = { 'Content-Type': 'application/json' };
const form = 'multipart/form-data; boundary=x';
const requests: readonly (Sent & { as?: 'admin' })[] = [
  { path: '/api/tools' },
  { path: '/api/tools?' },
  { path: '/' },
  { path: '/robots.txt' },
  { path: '/images/none.webp' },
  { path: '/metrics' },
  { path: '/simulator/v1/none' },
  { path: '/api/orders', as: 'admin' },
  { path: '/api/live', as: 'admin' },
  { path: '/api/nothing' },
  { path: '/api/tools', method: 'OPTIONS', headers: { Origin: 'https://friend.example' } },
  { path: '/api/reviews', method: 'POST', as: 'admin', headers: json, body: '{"reviews":"x","rating":5}' },
  { path: '/api/images', method: 'POST', as: 'admin', headers: { 'Content-Type': form }, body: '--x--\r\n' },
  { path: '/api/webhooks/stripe', method: 'POST', headers: { 'Stripe-Signature': 't=1,v1=x' }, body: '{}' },
  { path: '/api/user/a@b.cd', method: 'PUT', headers: { ...json, Authorization: 'Bearer x' }, body: '{}' },
];

it.each(requests.map((one) => ({ method: 'GET', ...one })))(
  'no header of $method $path costs more for its length',
  async ({ as, ...given }) => {
    const token = as && { Authorization: `Bearer ${admin.token}` };
    const sent = { ...given, headers: { ...token, ...given.headers } };
    headersRead.clear();
    await ask(sent);
    const names = [...headersRead].filter((name) => !framing.has(name));
    expect(names).toContain('x-request-id');
    expect(await costly(sent, longHeaders(sent, names))).toEqual([]);
  },
);

it('no query costs more for its length', async () => {
  const headers = { Authorization: `Bearer ${admin.token}` };
  for (const [name, { query }] of Object.entries(calls)) {
    if (!(query instanceof z.ZodObject)) continue;
    const [method = '', path = ''] = name.split(' ');
    const filled = `/api${path.replace(':email', admin.email)}`;
    const starts = Object.keys(query.shape).flatMap((name) => [`${name}=`, `${name}=1`, `${name}=a@`]);
    const long = ['', 'a', ...starts].flatMap((start) =>
      pieces.map((piece): [string, Sent] => {
        const written = run(piece.replaceAll(/\s/g, '%20'));
        return [
          `?${start} and many ${shown(piece)}`,
          { method, path: `${filled}?${start}${written}b`, headers },
        ];
      }),
    );
    expect(await costly({ method, path: filled, headers }, long)).toEqual([]);
  }
});

it('no path costs more for its length', async () => {
  const starts = '/ /purchase/ /assets/ /images/ /simulator/v1/ /api/ /api/tools/ /api/orders/order/';
  for (const start of starts.split(' ')) {
    const long = pieces.map((piece): [string, Sent] => {
      const written = run(piece.replaceAll(/\s/g, '%20'));
      return [`and many ${shown(piece)}`, { path: `${start}a${written}b` }];
    });
    expect(await costly({ path: `${start}a` }, long)).toEqual([]);
  }
});
