import { html } from 'hono/html';
import type { CallTable } from '../contracts/call-row.ts';
import { calls } from '../contracts/calls.ts';
import { problemCodes, problemStatus } from '../contracts/problem.ts';
import { entityTag, publicCache, taggedJson } from '../http/answers.ts';
import type { Handlers } from '../http/call.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import { openApiDocument, problemsOf } from './openapi-document.ts';

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

/** Makes a page that a person can read about the calls: no script, made of the same descriptions as the document. */
async function docsPage(table: CallTable, version: string): Promise<string> {
  const rows = Object.entries(table).map(([name, row]) => {
    const shown = name.replace(' ', ' /api');
    return html`<section id="${shown}">
      <h2><code>${shown}</code></h2>
      <p>${row.summary}</p>
      <p>Who: ${row.access.replaceAll('-', ' ')}. Answers: ${Object.keys(row.answers).join(', ')}.</p>
      <p class="codes">${problemsOf(row).map((code) => html`<a href="#${code}">${code}</a> `)}</p>
    </section>`;
  });
  const codes = problemCodes.map(
    (code) => html`<li id="${code}"><code>${code}</code> ${problemStatus[code]}</li>`,
  );
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Karigar: the calls</title>
        <style>
          body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
            color: #1f2a26; background: #fbf8f3; }
          h1, h2 { color: #0b5d4e; } h2 { font-size: 1.05rem; margin-bottom: 0; overflow-wrap: anywhere; }
          a { color: #0b5d4e; } .codes { font-size: 0.85rem; }
        </style>
      </head>
      <body>
        <h1>Karigar ${version}: the calls</h1>
        <p>For machines: <a href="/api/openapi.json">openapi.json</a>.</p>
        ${rows}
        <h2>Codes of refusals</h2>
        <ul>${codes}</ul>
      </body>
    </html>`;
  return page.toString();
}
