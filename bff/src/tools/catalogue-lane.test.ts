import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it, vi } from 'vitest';
import { encodedText } from '../http/encoded-text.ts';
import type { Catalogue } from './catalogue.ts';
import { catalogueLane } from './catalogue-lane.ts';

it('counts a request before it reads what the client accepts, and leaves a refused one unread', () => {
  const snapshot = { json: encodedText('[]') };
  const limit = vi.fn(() => 60);
  const lane = catalogueLane({
    catalogue: { current: () => snapshot } as unknown as Catalogue,
    headers: [],
    leaveWith: [],
    limit,
    clientAddress: () => '203.0.113.7',
    closed: () => null,
    onAnswer: () => {},
  });
  const headers = {
    get 'accept-encoding'(): string {
      throw new Error('The header was read');
    },
  };
  const request = { url: '/api/tools', method: 'GET', headers, socket: {} } as unknown as IncomingMessage;
  expect(lane(request, {} as ServerResponse)).toBe(false);
  expect(limit).toHaveBeenCalledExactlyOnceWith('203.0.113.7');
});
