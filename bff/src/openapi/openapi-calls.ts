import { entityTag, publicCache, taggedJson } from '../http/answers.ts';
import { type Call, type CallDescription, defineCall } from '../http/call.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import { docsPage } from './docs-page.ts';
import { openApiDocument } from './openapi-document.ts';

/** The calls that describe all calls, themselves included. */
export function openApiCalls(others: readonly CallDescription[], version: string): Call[] {
  const own: Call[] = [
    defineCall({
      method: 'get',
      path: '/openapi.json',
      summary: 'This document',
      access: 'anyone',
      limit: 'catalogue',
      answers: { 200: { description: 'OpenAPI 3.1', contentType: 'application/json' } },
      problems: [],
      handle: ({ c }) => taggedJson(c, document, tag),
    }),
    defineCall({
      method: 'get',
      path: '/docs',
      summary: 'The calls, for people',
      access: 'anyone',
      limit: 'catalogue',
      answers: { 200: { description: 'A page', contentType: 'text/html' } },
      problems: [],
      async handle({ c }) {
        return c.body(await docsPage(all, version), 200, {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': contentSecurityPolicy,
          ...publicCache,
        });
      },
    }),
  ];
  const all = [...others, ...own];
  const document = JSON.stringify(openApiDocument(all, version));
  const tag = entityTag(document);
  return own;
}
