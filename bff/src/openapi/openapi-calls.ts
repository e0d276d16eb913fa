import { entityTag, publicCache, taggedJson } from '../http/answers.ts';
import { type Call, type CallDescription, defineCall } from '../http/call.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import { docsPage } from './docs-page.ts';
import { openApiDocument } from './openapi-document.ts';

const described: readonly CallDescription[] = [
  {
    method: 'get',
    path: '/openapi.json',
    summary: 'This document',
    access: 'anyone',
    limit: 'catalogue',
    answers: { 200: { description: 'OpenAPI 3.1', contentType: 'application/json' } },
    problems: [],
  },
  {
    method: 'get',
    path: '/docs',
    summary: 'The calls, for people',
    access: 'anyone',
    limit: 'catalogue',
    answers: { 200: { description: 'A page', contentType: 'text/html' } },
    problems: [],
  },
];

/** The calls that describe all calls, themselves included. */
export function openApiCalls(others: readonly CallDescription[], version: string): Call[] {
  const all = [...others, ...described];
  const bytes = JSON.stringify(openApiDocument(all, version));
  const tag = entityTag(bytes);
  const [document, page] = described;
  if (!document || !page) return [];
  return [
    defineCall({ ...document, handle: ({ c }) => taggedJson(c, bytes, tag) }),
    defineCall({
      ...page,
      async handle({ c }) {
        return c.body(await docsPage(all, version), 200, {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': contentSecurityPolicy,
          ...publicCache,
        });
      },
    }),
  ];
}
