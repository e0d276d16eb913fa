import { randomUUID } from 'node:crypto';

const acceptable = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Takes the caller's `X-Request-Id` when it is a UUID, else makes a new one. It stands in the log of orders for ever, where no text of a
 * person's own choice belongs: it could be their name.
 */
export const requestIdFrom = (header: string | undefined): string =>
  header !== undefined && acceptable.test(header) ? header : randomUUID();
