import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { aTool, RunningShop } from '../testing/running-shop.ts';
import { contentSecurityPolicy } from './security-headers.ts';

const shop = await RunningShop.start({
  MIN_CLIENT_VERSION: '1.2.0',
  CORS_ORIGINS: 'https://friend.example',
  METRICS_TOKEN: 'metrics-for-tests',
});
const admin = await shop.admin();
afterAll(() => shop.stop());

/** Sends bytes as they are and answers everything that comes back until the socket closes. */
const raw = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(shop.shop.port, '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
    socket.setTimeout(30_000, () => socket.destroy(new Error('The socket stayed open')));
  });

/** How many requests of a route ended so, by the server's own count. */
async function answered(route: string, status: number): Promise<number> {
  const headers = { Authorization: 'Bearer metrics-for-tests' };
  const text = await (await fetch(`${shop.shop.url}/metrics`, { headers })).text();
  const series = `karigar_request_seconds_count{method="POST",route="${route}",status="${status}"} `;
  const line = text.split('\n').find((one) => one.startsWith(series));
  return Number(line?.slice(series.length) ?? 0);
}

describe('requests that go wrong', () => {
  it.each([
    ['an unknown path', 'get', '/nothing-here', {}, 404, 'NOT_FOUND'],
    ['a wrong method', 'delete', '/tools', {}, 405, 'METHOD_NOT_ALLOWED'],
    [
      'a body that is too long',
      'post',
      '/tools',
      { body: { ...aTool, name: 'x'.repeat(70_000) } },
      413,
      'TOO_LARGE',
    ],
    [
      'a broken idempotency key',
      'post',
      '/reviews',
      { body: { reviews: 'x', rating: 1 }, headers: { 'Idempotency-Key': 'with blanks' } },
      400,
      'INVALID',
    ],
    [
      'a page of an old release',
      'get',
      '/tools',
      { headers: { 'X-Client-Version': '1.1.9' } },
      426,
      'CLIENT_TOO_OLD',
    ],
  ] as const)('%s is answered as a problem', async (_, method, path, options, status, code) => {
    const seen = await shop.json(method, path, { as: admin, ...options });
    expect([seen.status, seen.body.code]).toEqual([status, code]);
    expect(seen.headers.get('cache-control')).toBe('no-store');
    expect(seen.body.requestId).toBe(seen.headers.get('x-request-id'));
    expect(JSON.stringify(seen.body)).not.toMatch(/\bat .*\.ts|node_modules|Error:/);
  });

  it('a wrong method is told which are right', async () => {
    const { body, headers } = await shop.json('patch', '/orders/anything', { as: admin });
    expect(body.allowed).toEqual(['DELETE', 'GET', 'HEAD']);
    expect(headers.get('allow')).toBe('DELETE, GET, HEAD');
  });

  it('a path with a slash too many is nobody’s, and no wrong method', async () => {
    for (const path of ['/tools/', '/healthz/'])
      expect([path, (await shop.json('get', path)).body.code]).toEqual([path, 'NOT_FOUND']);
  });

  it('what is no HTTP, or has endless headers, is answered and its socket closed', async () => {
    expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*MALFORMED/);
    expect(await raw(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 [\s\S]*TOO_LARGE/,
    );
  });

  it.each(['GET /api/reviews HTTP/1.1\r\nHost: no host', 'OPTIONS * HTTP/1.1\r\nHost: x'])(
    'a request for no address of ours is answered as a problem: %j',
    async (head) => {
      const answer = await raw(`${head}\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*application\/problem\+json[\s\S]*MALFORMED/);
    },
  );

  it.each(['Content-Length: 100', 'Content-Length: 10000', 'Transfer-Encoding: chunked'])(
    'a body whose sender hangs up half-way is no failure of ours (%s)',
    async (length) => {
      const before = await answered('/reviews', 400);
      const socket = connect(shop.shop.port, '127.0.0.1', () =>
        socket.write(
          `POST /api/reviews HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n${length}\r\n\r\n`,
        ),
      );
      // The server has begun to read when it asks for the body.
      socket.once('data', () => socket.write('3\r\n{"r\r\n', () => socket.destroy()));
      await expect.poll(() => answered('/reviews', 400)).toBe(before + 1);
      expect(await answered('/reviews', 500)).toBe(0);
    },
  );

  it('a body that nobody reads and that does not end keeps its connection for seconds only', async () => {
    const head = 'GET /api/tools HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n';
    expect(await raw(`${head}x`)).toContain('200 OK');
  });

  it('a body without a declared length is counted as it arrives', async () => {
    const piece = 'x'.repeat(9_000);
    const chunk = `${piece.length.toString(16)}\r\n${piece}\r\n`;
    const head = `POST /api/tools HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${admin.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(await raw(`${head}${chunk.repeat(9)}0\r\n\r\n`)).toContain('TOO_LARGE');
  });

  it('a path that decodes to nonsense is nobody’s', async () => {
    for (const id of ['%E0%A4%A', '%00', '..%2f..%2fetc', 'x'.repeat(5_000), '__proto__', 'constructor']) {
      expect([id, (await shop.call('get', `/tools/${id}`)).status]).toEqual([id, 404]);
      expect([id, (await shop.call('get', `/orders/order/${id}`, { as: admin })).status]).toEqual([id, 404]);
    }
  });
});

describe('headers', () => {
  it('carry one policy for pages, none but data for calls, and the caller’s request id', async () => {
    const page = await fetch(`${shop.shop.url}/no-such-page`);
    expect(page.headers.get('content-security-policy')).toBe(contentSecurityPolicy);
    expect((await shop.call('get', '/docs')).headers.get('content-security-policy')).toBe(
      contentSecurityPolicy,
    );
    const own = randomUUID();
    for (const path of ['/config', '/nothing-here']) {
      const answer = await shop.call('get', path, { headers: { 'X-Request-Id': own } });
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('x-request-id')).toBe(own);
    }
    // What a person chooses would stand in the log of orders for ever.
    for (const chosen of ['has blanks and "quotes"', 'Rahima.Khatun', '01711000000']) {
      const odd = await shop.call('get', '/config', { headers: { 'X-Request-Id': chosen } });
      expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('allow no inline script', () => {
    const scripts = contentSecurityPolicy.split('; ').find((rule) => rule.startsWith('script-src'));
    expect(scripts).not.toMatch(/unsafe|\*(?!\.js\.stripe)/);
  });

  it('open the API to configured origins only', async () => {
    const ask = (origin: string) => shop.call('get', '/tools', { headers: { Origin: origin } });
    const friend = await ask('https://friend.example');
    expect(friend.headers.get('access-control-allow-origin')).toBe('https://friend.example');
    expect((await ask('https://foe.example')).headers.get('access-control-allow-origin')).toBeNull();
    // Else a cache would give a friend the answer that it cached for somebody who has no origin.
    const ours = await shop.call('get', '/tools');
    const asked = {
      Origin: 'https://friend.example',
      'Access-Control-Request-Headers': 'authorization,x-other',
    };
    const allowed = await shop.call('options', '/orders', { headers: asked });
    expect(allowed.headers.get('access-control-allow-headers')).toMatch(/^Authorization,.*Idempotency-Key/);
    expect(ours.headers.get('vary')).toBe('Accept-Encoding, Origin');
  });
});

describe('the state of the process', () => {
  it('is healthy and ready, and names each dependency', async () => {
    expect((await shop.call('get', '/healthz')).status).toBe(200);
    const readiness = () => shop.call('get', '/readyz');
    await expect.poll(() => readiness().then((answer) => answer.status), { timeout: 60_000 }).toBe(200);
    const ready = await readiness();
    const body = (await ready.json()) as { dependencies: { name: string }[] };
    expect(body.dependencies.map((one) => one.name)).toEqual([
      'redis',
      'keys',
      'objects',
      'identity',
      'payments',
    ]);
  });

  it('is measured for the bearer of the metrics token only', async () => {
    const ask = (headers: Record<string, string>) => fetch(`${shop.shop.url}/metrics`, { headers });
    expect((await ask({})).status).toBe(403);
    expect((await ask({ Authorization: 'Bearer wrong' })).status).toBe(403);
    const read = async () => (await ask({ Authorization: 'Bearer metrics-for-tests' })).text();
    await expect.poll(read, { timeout: 60_000 }).toContain('karigar_dependency_up{name="redis"} 1');
    await shop.call('get', '/reviews');
    const text = await read();
    expect(text).toMatch(
      /karigar_request_seconds_count\{method="GET",route="\/reviews",status="200"\} [1-9]/,
    );
    expect(text).toMatch(/karigar_log_head_seq \d/);
    // The first reading of the catalogue brings it into memory.
    const afterReading = async () => {
      await shop.call('get', '/tools');
      return read();
    };
    await expect
      .poll(afterReading, { timeout: 60_000 })
      .toMatch(/karigar_memory_answers_total\{route="\/tools",status="200"\} [1-9]/);
  });
});

describe('refusals', () => {
  it('are counted by their code', async () => {
    await shop.json('post', '/tools', { as: admin, body: '{' });
    const headers = { Authorization: 'Bearer metrics-for-tests' };
    const text = await (await fetch(`${shop.shop.url}/metrics`, { headers })).text();
    expect(text).toMatch(/karigar_problems_total\{method="POST",route="\/tools",code="MALFORMED"\} [1-9]/);
  });
});
