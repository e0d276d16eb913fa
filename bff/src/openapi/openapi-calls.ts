import { calls } from '../contracts/calls.ts';
import { entityTag, publicCache, taggedJson } from '../http/answers.ts';
import type { Handlers } from '../http/call.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import { docsPage } from './docs-page.ts';
import { openApiDocument } from './openapi-document.ts';

/** The calls that describe all calls, themselves included. */
export function openApiCalls(version: string) {
  const document = JSON.stringify(openApiDocument(calls, version));
  const tag = entityTag(document);
  return {
    'GET /openapi.json': ({ c }) => taggedJson(c, document, tag),
    async 'GET /docs'({ c }) {
      return c.body(await docsPage(calls, version), 200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': contentSecurityPolicy,
        ...publicCache,
      });
    },
  } satisfies Partial<Handlers>;
}
