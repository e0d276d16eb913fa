import { html } from 'hono/html';
import { problemCodes, problemStatus } from '../contracts/problem.ts';
import type { CallDescription } from '../http/call.ts';
import { problemsOf } from './openapi-document.ts';

/** Makes a page that a person can read about the calls: no script, made of the same descriptions as the document. */
export async function docsPage(calls: readonly CallDescription[], version: string): Promise<string> {
  const rows = calls.map(
    (call) => html`<section id="${call.method}${call.path}">
      <h2><code>${call.method.toUpperCase()} /api${call.path}</code></h2>
      <p>${call.summary}</p>
      <p>Who: ${call.access.replaceAll('-', ' ')}. Answers: ${Object.entries(call.answers)
        .map(([status, answer]) => `${status} ${answer.description}`)
        .join('; ')}.</p>
      <p class="codes">${problemsOf(call).map((code) => html`<a href="#${code}">${code}</a> `)}</p>
    </section>`,
  );
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
