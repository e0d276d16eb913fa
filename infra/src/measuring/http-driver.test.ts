import { describe, expect, it } from 'vitest';
import { ResponseCounter } from './http-driver.ts';

const withLength = 'HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\nhello';
const notModified = 'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\n\r\n';

describe('ResponseCounter', () => {
  it.each([
    ['a length', withLength, 201],
    ['no body', notModified, 304],
  ])('finds the end of a response with %s however its bytes are cut', (_, response, status) => {
    for (let cut = 1; cut < response.length; cut += 1) {
      const counter = new ResponseCounter();
      for (let round = 0; round < 2; round += 1) {
        expect(counter.push(Buffer.from(response.slice(0, cut)))).toBe(false);
        expect(counter.push(Buffer.from(response.slice(cut)))).toBe(true);
        expect(counter.status).toBe(status);
      }
    }
  });

  it('refuses what is not HTTP', () => {
    expect(() => new ResponseCounter().push(Buffer.from('+PONG\r\n\r\n'))).toThrow(
      'Not an HTTP/1.1 response',
    );
  });
});
