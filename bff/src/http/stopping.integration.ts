import { connect } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import type { Tool } from '../contracts/tool.ts';
import { aTool, RunningShop } from '../testing/running-shop.ts';

const staying = await RunningShop.start();
afterAll(() => staying.stop());

it('a server that is told to stop finishes the request that has begun, and takes no new one', async () => {
  const leaving = await RunningShop.start({}, staying);
  const { token } = await leaving.admin();
  const body = JSON.stringify({ ...aTool, name: 'Last Order' });
  const head = [
    'POST /api/tools HTTP/1.1',
    'Host: shop',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Expect: 100-continue',
  ];
  const socket = connect(leaving.shop.port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  // The server has the request in hand once it asks for the body.
  await expect.poll(() => answer).toContain('100 Continue');
  const stopped = leaving.stop({ keepRedis: true });
  await expect
    .poll(() =>
      leaving.call('get', '/healthz').then(
        () => 'answers',
        () => 'refused',
      ),
    )
    .toBe('refused');
  socket.write(body);
  await stopped;
  // What the server sent last may still be on its way to this reader.
  await expect.poll(() => answer).toContain('201 Created');
  const tools = await staying.json<Tool[]>('get', '/tools');
  expect(tools.body.map((tool) => tool.name)).toContain('Last Order');
});
