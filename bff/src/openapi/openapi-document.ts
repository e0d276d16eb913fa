import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import {
  type Access,
  type CallRow,
  type CallTable,
  nothing,
  pictureForm,
  signedText,
} from '../contracts/call-row.ts';
import { Problem, type ProblemCode, problemStatus } from '../contracts/problem.ts';

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
  'proves-itself': 'Anyone with the proof that the call asks for.',
};

/** Lists the codes that a call may answer, its own and those that follow from what it takes and who may call. */
export function problemsOf({ access, body, query, problems }: CallRow): ProblemCode[] {
  const codes = new Set<ProblemCode>(problems);
  if (access !== 'anyone' && access !== 'proves-itself') codes.add('UNAUTHENTICATED').add('PERSON_ERASED');
  if (/own|admin/.test(access)) codes.add('FORBIDDEN');
  const readsForm = body !== nothing && body !== signedText;
  if (readsForm || query !== nothing) codes.add('INVALID');
  if (readsForm) codes.add('UNSUPPORTED_MEDIA');
  if (body !== nothing) for (const code of ['MALFORMED', 'TOO_LARGE', 'TIMEOUT'] as const) codes.add(code);
  for (const code of anyCall) codes.add(code);
  return [...codes].sort((a, b) => problemStatus[a] - problemStatus[b] || a.localeCompare(b));
}

/** Makes the OpenAPI 3.1 document of a table of calls, made of the same schemas that check requests. */
export function openApiDocument(table: CallTable, version: string): Record<string, unknown> {
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

function operation(name: string, row: CallRow): Record<string, unknown> {
  return {
    operationId: name.replaceAll(/\W+/g, '_'),
    summary: row.summary,
    description: whoText[row.access],
    ...(row.access === 'anyone' ? {} : { security: [{ bearer: [] }] }),
    parameters: [...pathParameters(name), ...queryParameters(row)],
    ...requestBody(row),
    responses: { ...answers(row), ...refusals(row) },
  };
}

const pathParameters = (name: string) =>
  [...name.matchAll(/:(\w+)/g)].map(([, param]) => ({
    name: param,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

function queryParameters({ query }: CallRow) {
  const schema = schemaOf(query, 'input') as { properties?: Record<string, unknown> };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: false,
    schema: property,
  }));
}

const imageForm = {
  type: 'object',
  required: ['image'],
  properties: { image: { type: 'string', contentMediaType: 'application/octet-stream' } },
};

function requestBody({ body }: CallRow) {
  if (body === nothing) return {};
  const content =
    body === pictureForm
      ? { 'multipart/form-data': { schema: imageForm } }
      : { 'application/json': { schema: body === signedText ? {} : schemaOf(body, 'input') } };
  return { requestBody: { required: true, content } };
}

const answers = (row: CallRow) =>
  Object.fromEntries(
    Object.entries(row.answers).map(([status, answer]) => [
      status,
      { description: STATUS_CODES[status] ?? '', ...content(answer) },
    ]),
  );

function content(answer: CallRow['answers'][number]) {
  if (answer === null || answer === undefined) return {};
  return typeof answer === 'string'
    ? { content: { [answer]: { schema: { type: 'string' } } } }
    : { content: { 'application/json': { schema: schemaOf(answer, 'output') } } };
}

function refusals(row: CallRow) {
  const byStatus = Map.groupBy(problemsOf(row), (code) => problemStatus[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.join(', '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
