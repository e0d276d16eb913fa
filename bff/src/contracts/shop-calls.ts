import { z } from 'zod';
import { adminRead, adminWrite, type CallTable, publicRead, read } from './call-row.ts';
import { cursor, limit, search } from './fields.ts';
import { UnsentNotices } from './notices.ts';
import { Modified } from './order.ts';
import { AuditedAction, Operations, Sales, SalesQuery, ShopConfig, Stats } from './shop.ts';

/** The calls about this installation, and those with which admins look after it. */
export const shopCalls = {
  'GET /config': {
    ...publicRead,
    summary: 'How this installation is set up; the same build of the pages runs everywhere',
    limit: 'none',
    answers: { 200: ShopConfig, 304: null },
  },
  'GET /openapi.json': {
    ...publicRead,
    summary: 'This document (OpenAPI 3.1)',
    answers: { 200: 'application/json', 304: null },
  },
  'GET /docs': { ...publicRead, summary: 'The calls, for people', answers: { 200: 'text/html' } },
  'GET /live': {
    ...read,
    summary:
      'Server-sent events: `order` for each change of one’s own orders (admins: of all), `parcel` for each change of an order that a packer ships, resumes from Last-Event-ID. An id is `<seq>.<start of the hash>` of the event, and means the same at every server. `resync` asks to reload the lists: the id is not kept any more, is none of this log, or the log has another history now (`{"history":"other"}`, sent to open streams as well). Ends after a quarter of an hour. A person may hold a few streams open; after a 429 a client asks for the lists instead',
    answers: { 200: 'text/event-stream' },
  },
  'GET /stats': {
    ...adminRead,
    summary:
      'Orders by state, money in dollars (revenue without what was given back), and the tools that run low',
    answers: { 200: Stats },
  },
  'GET /sales': {
    ...adminRead,
    summary:
      'Orders and money by day of the shop in a span of at most 366 days and in the one before, best sellers, and tools that run out by their rate of sale',
    query: SalesQuery,
    answers: { 200: Sales },
  },
  'GET /sales.csv': {
    ...adminRead,
    summary: 'Orders and money by day as a CSV file',
    query: SalesQuery,
    answers: { 200: 'text/csv' },
  },
  'GET /operations': {
    ...adminRead,
    summary: 'The log, its consumers, the dependencies, and what needs a person',
    answers: { 200: Operations },
  },
  'GET /audit': {
    ...adminRead,
    summary:
      'What admins did, newest first; `search` is a whole address, the number of an order, or a part of any other text. A search looks at 5,000 entries at a time. `X-Next-Cursor` leads further back, also from a page without entries',
    query: z.object({
      search: search.default(''),
      limit: limit(200).default(50),
      cursor: cursor(/^\d{1,15}-\d{1,15}$/),
    }),
    answers: { 200: z.array(AuditedAction) },
  },
  'GET /notices/failed': {
    ...adminRead,
    summary: 'Emails and notifications that could not be sent, newest first, and how many still wait',
    answers: { 200: UnsentNotices },
  },
  'POST /notices/failed/again': {
    ...adminWrite,
    summary: 'Retries every letter and push that could not be sent, at once',
    answers: { 200: Modified },
  },
  'POST /notices/failed/:id/again': {
    ...adminWrite,
    summary: 'Retries a letter or push that could not be sent, at once',
    answers: { 200: Modified },
    problems: ['NOT_FOUND'],
  },
  'DELETE /notices/failed/:id': {
    ...adminWrite,
    summary: 'Takes a letter or push that could not be sent off the list',
    answers: { 200: Modified },
    problems: ['NOT_FOUND'],
  },
} satisfies CallTable;
