import { z } from 'zod';
import { type CallTable, editorRead, editorWrite, pictureForm, publicRead, read, write } from './call-row.ts';
import { listPage, search } from './fields.ts';
import { Waiting } from './notices.ts';
import { Deleted, Inserted, Modified } from './order.ts';
import { HiddenReview, NewReply, NewReview, Review, ReviewHiding, ToolReviews } from './people.ts';
import { UploadedImage } from './shop.ts';
import { NewTool, Tool, ToolEdit } from './tool.ts';

/** The calls about tools, their pictures, who waits for them, and reviews. */
export const toolCalls = {
  'GET /tools': {
    ...publicRead,
    summary: 'All tools on sale, newest first, with a strong ETag',
    answers: { 200: z.array(Tool), 304: null },
  },
  'GET /searchtools': {
    ...publicRead,
    summary:
      'The newest 100 tools whose name holds a text, taken literally, without regard to case. `X-Next-Cursor` leads to older ones',
    query: listPage(100).extend({ search: search.default('') }),
    answers: { 200: z.array(Tool), 304: null },
  },
  'GET /tools/:id': {
    ...publicRead,
    summary: 'One tool',
    answers: { 200: Tool, 304: null },
    problems: ['TOOL_NOT_FOUND'],
  },
  'POST /tools': {
    ...editorWrite,
    summary: 'Adds a tool with its stock. Repeating it with its Idempotency-Key is harmless',
    body: NewTool,
    answers: { 201: Inserted },
    problems: ['KEY_REUSED'],
  },
  'PUT /tools/:id': {
    ...write,
    summary:
      'Changes a tool or its stock (absolute; "+n" or "-n", which need rev, and "-n" a reason), in one step. An edit with rev that is sent again is answered like the first time. A customer who sends only availableQuantity, as the old client does after an order, changes nothing and is answered modifiedCount 0',
    body: ToolEdit,
    answers: { 200: Modified },
    problems: ['FORBIDDEN', 'TOOL_NOT_FOUND', 'OUT_OF_STOCK', 'VERSION_CONFLICT'],
  },
  'DELETE /tools/:id': {
    ...editorWrite,
    summary: 'Takes a tool out of the catalogue; its orders live on',
    answers: { 200: Deleted },
    problems: ['TOOL_NOT_FOUND'],
  },
  'GET /tools/:id/waiting': {
    ...read,
    summary: 'Whether the caller is told when the tool is back',
    answers: { 200: Waiting },
  },
  'POST /tools/:id/waiting': {
    ...write,
    summary:
      'Has the person who asks hear, once, when a sold-out tool is back; `waiting` is false where it is on sale',
    answers: { 200: Waiting },
    problems: ['TOOL_NOT_FOUND', 'TOO_MANY_WAITING'],
  },
  'DELETE /tools/:id/waiting': {
    ...write,
    summary: 'Lets the person who asks wait for a tool no more',
    answers: { 200: Waiting },
  },
  'POST /images': {
    ...editorWrite,
    summary:
      'Takes a picture (multipart field `image`, at most 8 MB, within ten minutes) and answers where it is, in imgbb’s shape',
    limit: 'image',
    body: pictureForm,
    answers: { 200: UploadedImage },
    problems: ['BAD_IMAGE', 'PROVIDER_UNAVAILABLE'],
  },
  'GET /reviews': {
    ...publicRead,
    summary: 'The newest 50 reviews, newest first, with a strong ETag. `X-Next-Cursor` leads to older ones',
    query: listPage(50),
    answers: { 200: z.array(Review), 304: null },
  },
  'GET /tools/:id/reviews': {
    ...publicRead,
    summary:
      'The rating of a tool and its newest 50 reviews, newest first, with a strong ETag. `X-Next-Cursor` leads to older ones',
    query: listPage(50),
    answers: { 200: ToolReviews, 304: null },
    problems: ['TOOL_NOT_FOUND'],
  },
  'GET /reviews/hidden': {
    ...editorRead,
    summary: 'The newest 50 reviews that are hidden, newest first. `X-Next-Cursor` leads to older ones',
    query: listPage(50),
    answers: { 200: z.array(HiddenReview) },
  },
  'PUT /reviews/:id': {
    ...editorWrite,
    summary: 'Hides a review from everybody and says why, or shows it again',
    body: ReviewHiding,
    answers: { 200: Modified },
    problems: ['NOT_FOUND'],
  },
  'PUT /reviews/:id/reply': {
    ...editorWrite,
    summary: 'Answers a review publicly, or changes the answer: a review has one at most',
    body: NewReply,
    answers: { 200: Modified },
    problems: ['NOT_FOUND'],
  },
  'DELETE /reviews/:id/reply': {
    ...editorWrite,
    summary: 'Takes the public answer to a review away',
    answers: { 200: Modified },
    problems: ['NOT_FOUND'],
  },
  'POST /reviews': {
    ...write,
    summary:
      'Adds a review of the shop or, with `toolId`, of a tool. Repeating it with its Idempotency-Key is harmless',
    body: NewReview,
    answers: { 201: Inserted },
    problems: ['KEY_REUSED', 'TOO_MANY_REVIEWS', 'TOOL_NOT_FOUND'],
  },
} satisfies CallTable;
