import { currentSchema, type ShopEvent } from '../orders/order-event.ts';
import type { Projection } from '../orders/projection.ts';
import { checkEvent } from '../orders/upcast.ts';
import type { GenerationKeys } from './generation-keys.ts';
import type { Store } from './generation-reader.ts';
import { messageOf, StoreClosedError } from './log-errors.ts';
import { redisKeys } from './redis-keys.ts';

/** What must hold at the moment of writing. An absent guard is not checked. */
export interface AppendGuards {
  /** Version of the order that the writer saw; 0: the order must not exist. Absent for stock. */
  expectedVersion?: number;
  /** Revision of the tool that was priced. */
  toolRev?: number;
  /** How many pieces of the patch's tool must be available. */
  need?: number;
  /** With `need`: seq of the newest order in the person's set of the state after that the writer saw; 0 when it was empty. */
  newestSeen?: number | undefined;
  /** Payment intent that must be the registered one; null: none may be registered. */
  intent?: string | null;
}

/** One event to write, with what it changes. */
export interface AppendRequest {
  /** Order id, tool id or uid. */
  subject: string;
  event: ShopEvent;
  actor: string;
  correlationId: string;
  requestHash: string;
  guards: AppendGuards;
  patch: Patch;
  /** In place of the code of this release, for an event that changes no read model. */
  code?: string;
  /** Text of the tool's next record, written in the same step; only where the tool's revision is guarded. */
  tool?: string;
}

const refusals = [
  ...['GEN', 'CODE', 'FENCED', 'VERSION', 'STALE_TOOL', 'UNSEEN', 'STOCK', 'TX', 'CLOSED', 'LOST', 'REFUSED'],
] as const;

/** What the append script answered. Only `OK` has written anything; `detail` is what the script says beside a refusal. */
export type AppendAnswer =
  | {
      kind: 'OK';
      seq: number;
      ts: number;
      hash: string;
      available: number;
    }
  | { [Kind in Refusal]: { kind: Kind; detail: string } }[Refusal];
type Refusal = (typeof refusals)[number];

/** What the call asks of sorted sets; `append.lua` says what each means. */
const uses = ['absent', 'stands', 'leaves', 'enters', 'empty', 'others'] as const;

/** A call of the append script on the last known day of the shop; the head of `append.lua` describes its keys and fields. */
export function appendCall(keys: GenerationKeys, projection: Projection, request: AppendRequest) {
  const { subject, event, actor, correlationId, requestHash, guards, patch, tool: next } = request;
  const { code = projection.code } = request;
  const { day, from, to } = projection.dayAt();
  const { orderId = '-', toolId = '-', person, document, sets, stock, ...changes } = patch;
  const fields: Record<string, unknown> = {
    ...changes,
    ...(patch.sales && { sales: Object.fromEntries(salesOn(day, patch.sales)), from, to }),
    gen: String(keys.gen),
    code,
    subject,
    type: event.type,
    schema: String(currentSchema(event.type)),
    actor,
    correlationId,
    requestHash,
    version: guards.expectedVersion,
    person,
    rev: guards.toolRev,
    next,
    after: guards.newestSeen,
    need: guards.need,
    tool: stock === undefined && guards.need === undefined ? undefined : toolId,
    intent: guards.intent === null ? '' : guards.intent,
  };
  if (stock !== undefined && 'set' in stock) fields.set = Number(stock.set);
  else fields.add = stock?.add;
  const names = [
    ...[redisKeys.events, redisKeys.meta, keys.order(orderId), redisKeys.tool(toolId)],
    ...[keys.stock, redisKeys.intents, keys.tx, keys.names, keys.totals, keys.erased, keys.sales(day)],
  ];
  for (const use of uses) {
    const used = sets[use] ?? [];
    if (used.length > 0) fields[use] = used.length;
    for (const set of used) names.push(keys.prefix + set);
  }
  if (guards.newestSeen !== undefined) names.push(keys.person(person ?? '', 'unpaid'));
  return {
    keys: names,
    args: [JSON.stringify(fields), JSON.stringify(event.data), document?.() ?? ''],
  };
}

/**
 * Appends one event and applies its patch, or answers why not. Throws `LogUnavailableError` when the outcome is unknown,
 * zod's error when the event does not fit its schema, `ReadModelDamagedError` or `RecordDamagedError` for a key that was written over,
 * `StoreClosedError` for a head behind its log, and a plain error when the script calls the request malformed.
 */
export async function append(
  { client, projection }: AppendStore,
  keys: GenerationKeys,
  request: AppendRequest,
): Promise<AppendAnswer> {
  checkEvent(request.event);
  for (;;) {
    const call = appendCall(keys, projection, request);
    const answer = await client
      .run((connection) => connection.appendEvent(call.keys, call.args))
      .catch((error: unknown) => {
        // XADD is the first write, so nothing has happened.
        if (belowTop.test(messageOf(error))) throw new StoreClosedError('behind');
        throw error;
      });
    // Redis dates the event, so only Redis knows when a new day has begun.
    if (!answer.startsWith('DAY ')) return readAnswer(answer);
    projection.dayAt(Number(answer.slice('DAY '.length)));
  }
}

/** What an append needs of a store. */
export interface AppendStore extends Pick<Store, 'projection'> {
  client: Pick<Store['client'], 'run'>;
}

/** Redis's refusal of an id that the stream has passed already. */
const belowTop = /specified in XADD is equal or smaller/;

/** Reads the text that the script answers. */
export function readAnswer(answer: string): AppendAnswer {
  const [code, ...words] = answer.split(' ');
  if (code === 'OK') {
    const [seq, ts, hash = '', available] = words;
    return { kind: code, seq: Number(seq), ts: Number(ts), hash, available: Number(available) };
  }
  const kind = refusals.find((one) => one === code);
  if (kind === undefined) throw new Error(`The append script answered: ${answer}`);
  return { kind, detail: words.join(' ') };
}

/** Fields of the hash of totals: whole dollars, `givenBack` in cents. The number of orders in each state is not among them: it is the size of a set. */
export const totalFields = ['revenue', 'awaitingPayment', 'givenBack'] as const;
/** One of them. */
export type TotalField = (typeof totalFields)[number];

/** A field of a hash that is set to a text or moved by a number. */
export type FieldChange = { set: string } | { add: number };

/**
 * Figures of a day's sales: orders placed and paid, whole units of money paid, cents given back; and pieces and money
 * of each tool that was paid.
 */
export type SalesField = 'placed' | 'paid' | 'money' | 'givenBack' | `${'pieces' | 'money'}:${string}`;

/**
 * What moves in the sales of a day, under the names that the hash of its month has for it. A month soon has so many fields that Redis finds
 * each at once; in the hash of a day it would look through all of them.
 */
export const salesOn = (day: string, sales: Patch['sales']): [field: string, by: number][] =>
  Object.entries<number>(sales ?? {}).map(([figure, by]) => [`${day} ${figure}`, by]);

/** What one event changes in the read models. */
export interface Patch {
  /** The order and the tool that it is about. */
  orderId?: string;
  toolId?: string | undefined;
  /** Who must not be erased. */
  person?: string | undefined;
  /** Makes the text (JSON) of the order's state after it. */
  document?: () => string;
  /** Sets by what is asked of them, named without the prefix of a generation. */
  sets: { readonly [use in (typeof uses)[number]]?: readonly string[] };
  /** Score in the sets that are entered: the seq of the order's first event; absent when that is this event. */
  score?: number | undefined;
  /** What becomes of the stock of the tool. */
  stock?: FieldChange | undefined;
  /** Transaction id that the order holds from now on, and that no other order may hold. */
  transaction?: string | undefined;
  /** Whether the registered intent of the order has served. */
  ends?: boolean | undefined;
  /** Tool name that a search must know from now on or, of an order that is deleted, forget with its last order. */
  name?: string | undefined;
  /** Totals that move, and by how much: never by 0. */
  totals?: { readonly [field in TotalField]?: number };
  /** Figures of the event's day that move, and by how much: never by 0. */
  sales?: Readonly<Record<SalesField, number>> | undefined;
}
