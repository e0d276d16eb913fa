import type { OrderLog } from '@karigar/events';
import { z } from 'zod';
import { listPage, search } from '../contracts/fields.ts';
import { Deleted, Inserted, Modified } from '../contracts/order.ts';
import { NewTool, Tool, ToolEdit } from '../contracts/tool.ts';
import { entityTag, matchesTag, privateJson, publicCache, taggedJson } from '../http/answers.ts';
import { notYours } from '../http/authorisation.ts';
import { adminOf, type Call, defineCall, pathParam } from '../http/call.ts';
import { answerEncoded } from '../http/encoded-text.ts';
import { idempotencyKeyOf, requestHeader } from '../http/request-header.ts';
import { type Catalogue, toolsNamedLike } from './catalogue.ts';
import { addTool, deleteTool, editTool, unknownTool } from './tool-records.ts';

const SearchQuery = listPage(100).extend({ search: search.default('') });
const someTools = { description: 'Tools, newest first', schema: z.array(Tool) };
const notModified = { description: 'The client has these bytes already' };

/** The calls about tools. */
export function toolCalls({ log, catalogue }: { log: OrderLog; catalogue: Catalogue }): Call[] {
  return [
    defineCall({
      method: 'get',
      path: '/tools',
      summary: 'All tools on sale, newest first, with a strong ETag',
      access: 'anyone',
      limit: 'catalogue',
      answers: { 200: someTools, 304: notModified },
      problems: [],
      async handle({ c }) {
        return answerEncoded(c, (await catalogue.snapshot()).json);
      },
    }),
    defineCall({
      method: 'get',
      path: '/searchtools',
      summary:
        'The newest 100 tools whose name holds a text, taken literally, without regard to case. `X-Next-Cursor` leads to older ones',
      access: 'anyone',
      limit: 'catalogue',
      query: SearchQuery,
      answers: { 200: someTools, 304: notModified },
      problems: [],
      async handle({ c, query }) {
        const { tools, json } = await catalogue.snapshot();
        // Changes with the catalogue, so that a client that has the answer costs no search.
        const tag = entityTag(json.plain.tag + JSON.stringify(query));
        if (matchesTag(requestHeader(c, 'if-none-match'), tag)) return taggedJson(c, '', tag);
        const { limit, cursor } = query;
        const older = cursor === undefined ? tools : tools.filter(({ createdAt }) => createdAt < cursor);
        const found = toolsNamedLike(older, query.search);
        const page = found.slice(0, limit);
        const last = found.length > limit ? page.at(-1) : undefined;
        const more = last && { 'X-Next-Cursor': last.createdAt };
        return taggedJson(c, JSON.stringify(page), tag, { ...publicCache, ...more });
      },
    }),
    defineCall({
      method: 'get',
      path: '/tools/:id',
      summary: 'One tool',
      access: 'anyone',
      limit: 'catalogue',
      answers: { 200: { description: 'The tool', schema: Tool }, 304: notModified },
      problems: ['TOOL_NOT_FOUND'],
      async handle({ c }) {
        const tool = (await catalogue.snapshot()).byId.get(pathParam(c, 'id'));
        if (!tool) throw unknownTool();
        const bytes = JSON.stringify(tool);
        return taggedJson(c, bytes, entityTag(bytes));
      },
    }),
    defineCall({
      method: 'post',
      path: '/tools',
      summary: 'Adds a tool with its stock. Repeating it with its Idempotency-Key is harmless',
      access: 'admin',
      limit: 'write',
      body: NewTool,
      answers: { 201: { description: 'The id of the new tool', schema: Inserted } },
      problems: ['KEY_REUSED'],
      async handle({ c, person, body }) {
        const insertedId = await addTool(log, body, adminOf(c, person), idempotencyKeyOf(c));
        catalogue.touch(insertedId);
        return privateJson({ insertedId }, 201);
      },
    }),
    defineCall({
      method: 'put',
      path: '/tools/:id',
      summary:
        'Changes a tool or its stock (absolute; "+n" or "-n", which need rev, and "-n" a reason), in one step. An edit with rev that is sent again ' +
        'is answered like the first time. A customer who sends only availableQuantity, as the old client ' +
        'does after an order, changes nothing and is answered modifiedCount 0',
      access: 'signed-in',
      limit: 'write',
      body: ToolEdit,
      answers: { 200: { description: 'Whether anything changed', schema: Modified } },
      problems: ['FORBIDDEN', 'TOOL_NOT_FOUND', 'OUT_OF_STOCK', 'VERSION_CONFLICT'],
      async handle({ c, person, body }) {
        if (!(await person.isAdmin())) {
          const sent = Object.keys(body);
          if (sent.length !== 1 || sent[0] !== 'availableQuantity') throw notYours();
          return privateJson({ modifiedCount: 0 });
        }
        const changed = await editTool(log, pathParam(c, 'id'), body, adminOf(c, person));
        catalogue.touch(pathParam(c, 'id'));
        return privateJson({ modifiedCount: changed ? 1 : 0 });
      },
    }),
    defineCall({
      method: 'delete',
      path: '/tools/:id',
      summary: 'Takes a tool out of the catalogue; its orders live on',
      access: 'admin',
      limit: 'write',
      answers: { 200: { description: 'How many were deleted', schema: Deleted } },
      problems: ['TOOL_NOT_FOUND'],
      async handle({ c, person }) {
        const deletedCount = await deleteTool(log, pathParam(c, 'id'), adminOf(c, person));
        catalogue.touch(pathParam(c, 'id'));
        return privateJson({ deletedCount });
      },
    }),
  ];
}
