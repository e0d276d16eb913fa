import type { OrderLog } from '@karigar/events';
import { entityTag, matchesTag, publicCache, taggedJson } from '../http/answers.ts';
import { notYours } from '../http/authorisation.ts';
import { type Handlers, staffOf } from '../http/call.ts';
import { answerEncoded } from '../http/encoded-text.ts';
import { idempotencyKeyOf, requestHeader } from '../http/request-header.ts';
import { type Catalogue, toolsNamedLike } from './catalogue.ts';
import { addTool, deleteTool, editTool, unknownTool } from './tool-records.ts';

/** The calls about tools. */
export function toolCalls({ log, catalogue }: { log: OrderLog; catalogue: Catalogue }) {
  return {
    async 'GET /tools'({ c }) {
      return answerEncoded(c, (await catalogue.snapshot()).json);
    },
    async 'GET /searchtools'({ c, query }) {
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
    async 'GET /tools/:id'({ c, params }) {
      const tool = (await catalogue.snapshot()).byId.get(params.id);
      if (!tool) throw unknownTool();
      const bytes = JSON.stringify(tool);
      return taggedJson(c, bytes, entityTag(bytes));
    },
    async 'POST /tools'({ c, person, body }) {
      const insertedId = await addTool(log, body, await staffOf(c, person, 'editor'), idempotencyKeyOf(c));
      catalogue.touch(insertedId);
      return { insertedId };
    },
    async 'PUT /tools/:id'({ c, params, person, body }) {
      if (!(await person.may('editor'))) {
        const sent = Object.keys(body);
        if (sent.length !== 1 || sent[0] !== 'availableQuantity') throw notYours();
        return { modifiedCount: 0 };
      }
      const changed = await editTool(log, params.id, body, await staffOf(c, person, 'editor'));
      catalogue.touch(params.id);
      return { modifiedCount: changed ? 1 : 0 };
    },
    async 'DELETE /tools/:id'({ c, params, person }) {
      const deletedCount = await deleteTool(log, params.id, await staffOf(c, person, 'editor'));
      catalogue.touch(params.id);
      return { deletedCount };
    },
  } satisfies Partial<Handlers>;
}
