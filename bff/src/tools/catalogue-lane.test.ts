import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it, vi } from 'vitest';
import { clientAddress } from '../http/client-address.ts';
import { encodedText } from '../http/encoded-text.ts';
import { rateLimits } from '../http/rate-limits.ts';
import type { Catalogue } from './catalogue.ts';
import { catalogueLane } from './catalogue-lane.ts';

it('counts a request before it reads what the client accepts, and leaves a refused one unread', () => {
  const snapshot = { json: encodedText('[]') };
  const catalogue = vi.fn(() => 60);
  const lane = catalogueLane(
    { current: () => snapshot } as unknown as Catalogue,
    {
      rateLimits: { ...rateLimits(1), catalogue },
      clientAddress: clientAddress([]),
      closed: () => null,
      minClientVersion: null,
    },
    { production: false, corsOrigins: [] },
    () => {},
  );
  const headers = {
    get 'accept-encoding'(): string {
      throw new Error('The header was read');
    },
  };
  const socket = { remoteAddress: '203.0.113.7' };
  const request = { url: '/api/tools', method: 'GET', headers, socket } as unknown as IncomingMessage;
  expect(lane(request, {} as ServerResponse)).toBe(false);
  expect(catalogue).toHaveBeenCalledExactlyOnceWith('203.0.113.7');
});
