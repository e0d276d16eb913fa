import { z } from 'zod';
import { Problem, type ProblemCode, problemStatus } from '../contracts/problem.ts';
import type { Access, Answer, CallDescription } from '../http/call.ts';

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
export function problemsOf(call: CallDescription): ProblemCode[] {
  const codes = new Set<ProblemCode>(call.problems);
  if (call.access !== 'anyone' && call.access !== 'proves-itself')
    codes.add('UNAUTHENTICATED').add('PERSON_ERASED');
  if (call.access === 'admin') codes.add('FORBIDDEN');
  const readsForm = call.body !== undefined || call.bodyKind === 'multipart';
  if (readsForm || call.query) codes.add('INVALID');
  if (readsForm) codes.add('UNSUPPORTED_MEDIA');
  if (readsForm || call.bodyKind === 'raw')
    for (const code of ['MALFORMED', 'TOO_LARGE', 'TIMEOUT'] as const) codes.add(code);
  for (const code of anyCall) codes.add(code);
  return [...codes].sort((a, b) => problemStatus[a] - problemStatus[b] || a.localeCompare(b));
}

/** Makes the OpenAPI 3.1 document of these calls, made of the same schemas that check requests. */
export function openApiDocument(calls: readonly CallDescription[], version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) {
    const path = `/api${call.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [call.method]: operation(call) };
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

function operation(call: CallDescription): Record<string, unknown> {
  return {
    operationId: `${call.method}${call.path.replaceAll(/[^\w]+/g, '_')}`,
    summary: call.summary,
    description: whoText[call.access],
    ...(call.access === 'anyone' ? {} : { security: [{ bearer: [] }] }),
    parameters: [...pathParameters(call), ...queryParameters(call)],
    ...requestBody(call),
    responses: { ...answers(call), ...refusals(call) },
  };
}

const pathParameters = (call: CallDescription) =>
  [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

function queryParameters(call: CallDescription) {
  if (!call.query) return [];
  const schema = schemaOf(call.query, 'input') as { properties?: Record<string, unknown> };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: false,
    schema: property,
  }));
}

function requestBody(call: CallDescription) {
  switch (call.bodyKind ?? 'json') {
    case 'multipart':
      return { requestBody: { required: true, content: { 'multipart/form-data': { schema: imageForm } } } };
    case 'raw':
      return { requestBody: { required: true, content: { 'application/json': { schema: {} } } } };
    default:
      if (!call.body) return {};
      return {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemaOf(call.body, 'input') } },
        },
      };
  }
}

const imageForm = {
  type: 'object',
  required: ['image'],
  properties: { image: { type: 'string', contentMediaType: 'application/octet-stream' } },
};

const answers = (call: CallDescription) =>
  Object.fromEntries(
    Object.entries(call.answers).map(([status, answer]) => [
      status,
      { description: answer.description, ...content(answer) },
    ]),
  );

function content({ schema, contentType }: Answer) {
  if (schema) return { content: { 'application/json': { schema: schemaOf(schema, 'output') } } };
  return contentType ? { content: { [contentType]: { schema: { type: 'string' } } } } : {};
}

function refusals(call: CallDescription) {
  const byStatus = Map.groupBy(problemsOf(call), (code) => problemStatus[code]);
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
