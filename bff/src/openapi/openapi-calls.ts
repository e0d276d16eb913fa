import { STATUS_CODES } from 'node:http';
import { html } from 'hono/html';
import { z } from 'zod';
import {
  type Access,
  type CallRow,
  type CallTable,
  nothing,
  pictureForm,
  signedText,
} from '../contracts/call-row.ts';
import { calls } from '../contracts/calls.ts';
import { Problem, type ProblemCode, problemCodes, problemStatus } from '../contracts/problem.ts';
import { entityTag, publicCache, taggedJson } from '../http/answers.ts';
import type { Handlers } from '../http/call.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';

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

/** Refusals that any call may answer, whatever it does. */
const anyCall: readonly ProblemCode[] = [
  'RATE_LIMITED',
  'UNAVAILABLE',
  'KEY_MISSING',
  'CLIENT_TOO_OLD',
  'INTERNAL',
];

const whoText: Record<Access, string> = {
  anyone: 'Anyone.',
  'signed-in': 'Signed in.',
  'own-email': 'The person whose email is in the path.',
  'own-email-or-admin': 'The person whose email is in the path, or an admin.',
  owner: 'The owner of the order.',
  'owner-or-admin': 'The owner of the order, or an admin.',
  admin: 'Admins.',
  packer: 'Packers and admins.',
  editor: 'Editors and admins.',
  'proves-itself': 'Anyone with the proof that the call asks for.',
};

/** Lists the codes that a call may answer, its own and those that follow from what it takes and who may call. */
export function problemsOf({ access, body, query, problems }: CallRow): ProblemCode[] {
  const codes = new Set<ProblemCode>(problems);
  if (access !== 'anyone' && access !== 'proves-itself') codes.add('UNAUTHENTICATED').add('PERSON_ERASED');
  if (/own|admin|packer|editor/.test(access)) codes.add('FORBIDDEN');
  const readsForm = body !== nothing && body !== signedText;
  if (readsForm || query !== nothing) codes.add('INVALID');
  if (readsForm) codes.add('UNSUPPORTED_MEDIA');
  if (body !== nothing) for (const code of ['MALFORMED', 'TOO_LARGE', 'TIMEOUT'] as const) codes.add(code);
  for (const code of anyCall) codes.add(code);
  return [...codes].sort((a, b) => problemStatus[a] - problemStatus[b] || a.localeCompare(b));
}

/** Makes the OpenAPI 3.1 document of a table of calls, made of the same schemas that check requests. Its absent members are undefined. */
function openApiDocument(table: CallTable, version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, row] of Object.entries(table)) {
    const [method = '', path = ''] = name.split(' ');
    const shown = `/api${path.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[shown] = { ...paths[shown], [method.toLowerCase()]: operation(name, row) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Karigar',
      version,
      description:
        'The calls of the Karigar tool shop. Every refusal is application/problem+json with a stable code.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: schemaOf(Problem, 'output') },
    },
  };
}

function operation(name: string, row: CallRow) {
  const { summary, access, query, body } = row;
  const inPath = name.match(/(?<=:)\w+/g) ?? [];
  const { properties = {} } = schemaOf(query, 'input') as { properties?: Record<string, unknown> };
  const responses: Record<string, unknown> = {};
  for (const [status, answer] of Object.entries(row.answers)) {
    const description = STATUS_CODES[status] ?? '';
    const isText = typeof answer === 'string';
    const schema = isText ? { type: 'string' } : answer && schemaOf(answer, 'output');
    const content = schema && { [isText ? answer : 'application/json']: { schema } };
    responses[status] = content ? { description, content } : { description };
  }
  for (const [status, codes] of Map.groupBy(problemsOf(row), (code) => problemStatus[code]))
    responses[status] = { description: codes.join(', '), content: problemContent };
  return {
    operationId: name.replaceAll(/\W+/g, '_'),
    summary,
    description: whoText[access],
    security: access === 'anyone' ? undefined : [{ bearer: [] }],
    parameters: [
      ...inPath.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema })),
    ],
    requestBody: body === nothing ? undefined : { required: true, content: bodyContent(body) },
    responses,
  };
}

const problemContent = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
};
const imageForm = {
  type: 'object',
  required: ['image'],
  properties: { image: { type: 'string', contentMediaType: 'application/octet-stream' } },
};

const bodyContent = (body: z.ZodType) =>
  body === pictureForm
    ? { 'multipart/form-data': { schema: imageForm } }
    : { 'application/json': { schema: body === signedText ? {} : schemaOf(body, 'input') } };

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
