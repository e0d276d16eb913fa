import { currentSchema, type ShopEvent } from '../orders/order-event.ts';
import { liveStatuses } from '../orders/order-state.ts';
import { checkEvent } from '../orders/upcast.ts';
import { type AppendScope, type GenerationKeys, setsOf, setsOfName } from './generation-keys.ts';
import { messageOf, StoreClosedError } from './log-errors.ts';
import type { RedisClient } from './redis-connection.ts';
import { redisKeys } from './redis-keys.ts';

/** What must hold at the moment of writing. An absent guard is not checked. */
export interface AppendGuards {
  /** Version of the order that the writer saw; 0: the order must not exist. Absent for stock. */
  readonly expectedVersion?: number;
  /** Revision of the tool that was priced. */
  readonly toolRev?: number;
  /** How many pieces of the scope's tool must be available. */
  readonly need?: number;
  /** With `need`: seq of the newest order in the person's set of the state after that the writer saw; 0 when it was empty. */
  readonly newestSeen?: number | undefined;
  /** Payment intent that must be the registered one; null: none may be registered. */
  readonly intent?: string | null;
}

/** One event to write, with what it changes. */
export interface AppendRequest {
  readonly scope: AppendScope;
  /** Order id or tool id. */
  readonly subject: string;
  readonly event: ShopEvent;
  readonly actor: string;
  readonly correlationId: string;
  readonly requestHash: string;
  readonly guards: AppendGuards;
  readonly patch: Patch;
  /** Text of the tool's next record, written in the same step; only where the tool's revision is guarded. */
  readonly tool?: string;
}

const refusals = [
  ...['GEN', 'HEAD', 'NO_LOG', 'CODE', 'FENCED', 'VERSION', 'NO_TOOL', 'STALE_TOOL', 'UNSEEN', 'STOCK'],
  ...['TX', 'INTENT', 'ERASED', 'OPEN', 'LOST'],
] as const;

/** What the append script answered. Only `OK` has written anything; `detail` is what the script says beside a refusal. */
export type AppendAnswer =
  | {
      readonly kind: 'OK';
      readonly seq: number;
      readonly ts: number;
      readonly hash: string;
      readonly available: number;
    }
  | { [Kind in Refusal]: { readonly kind: Kind; readonly detail: string } }[Refusal];
type Refusal = (typeof refusals)[number];

/** A call of the append script; the head of `append.lua` describes its keys and fields. */
export function appendCall(keys: GenerationKeys, request: AppendRequest) {
  const { scope, subject, event, guards, patch, tool: next, ...origin } = request;
  const { orderId, toolId, uid, toolsName, from, to } = scope;
  const isNew = guards.expectedVersion === 0;
  const isErasure = event.type === 'person.erased';
  const moves = from !== to;
  const { stock, attention, transaction, name, document } = patch;
  const otherStates = isNew ? liveStatuses.filter((state) => state !== to) : [];
  const sets = {
    absent: isNew ? [...otherStates.map(keys.set), keys.deleted] : [],
    stands: from !== null && !moves ? [keys.set(from)] : [],
    leaves: [
      ...(from !== null && moves ? setsOf(keys, scope, from) : []),
      ...(attention === '-' ? [keys.attention] : []),
    ],
    enters: [
      ...(to !== null && moves ? setsOf(keys, scope, to) : []),
      ...(patch.enters === 'deleted' ? [keys.deleted] : []),
      ...(isErasure ? [keys.erased] : []),
      ...(attention === '+' ? [keys.attention] : []),
    ],
    empty: isErasure ? [keys.person(uid, 'unpaid'), keys.person(uid, 'paid')] : [],
    others: name !== '' && to === null ? setsOfName(keys, toolsName) : [],
  };
  const fields = {
    gen: String(keys.gen),
    code: patch.code,
    subject,
    type: event.type,
    schema: String(currentSchema(event.type)),
    ...origin,
    version: guards.expectedVersion,
    ...Object.fromEntries(Object.entries(sets).map(([field, list]) => [field, list.length || undefined])),
    score: typeof patch.enters === 'number' ? patch.enters : undefined,
    person: isNew || isErasure ? uid : undefined,
    rev: guards.toolRev,
    next,
    after: guards.newestSeen,
    tool: stock === null && guards.need === undefined ? undefined : toolId,
    need: guards.need,
    ...(stock !== null && 'set' in stock ? { set: Number(stock.set) } : stock),
    transaction: transaction === '' ? undefined : transaction,
    intent: guards.intent === null ? '' : guards.intent,
    // The intent of an order that is paid or deleted has served.
    ends: transaction !== '' || (from !== null && to === null) ? true : undefined,
    name: name === '' ? undefined : name,
    totals: patch.totals.length === 0 ? undefined : Object.fromEntries(patch.totals),
  };
  return {
    keys: [
      ...[redisKeys.events, redisKeys.meta, keys.order(orderId || '-'), redisKeys.tool(toolId || '-')],
      ...[keys.stock, redisKeys.intents, keys.tx, keys.names, keys.totals, keys.erased],
      ...Object.values(sets).flat(),
      ...(guards.newestSeen === undefined ? [] : [keys.person(uid, 'unpaid')]),
    ],
    args: [JSON.stringify(fields), JSON.stringify(event.data), document?.() ?? ''],
  };
}

/**
 * Appends one event and applies its patch, or answers why not. Throws `LogUnavailableError` when the outcome is unknown,
 * zod's error when the event does not fit its schema, `ReadModelDamagedError` or `RecordDamagedError` for a key that was written over,
 * `StoreClosedError` for a head behind its log, and a plain error when the script calls the request malformed.
 */
export async function append(
  client: Pick<RedisClient, 'run'>,
  keys: GenerationKeys,
  request: AppendRequest,
): Promise<AppendAnswer> {
  checkEvent(request.event);
  const call = appendCall(keys, request);
  const answer = await client
    .run((connection) => connection.appendEvent(call.keys, call.args))
    .catch((error: unknown) => {
      // XADD is the first write, so nothing has happened.
      if (belowTop.test(messageOf(error))) throw new StoreClosedError('behind');
      throw error;
    });
  return readAnswer(answer);
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
export type FieldChange = { readonly set: string } | { readonly add: number };

/** What one event changes in the read models. */
export interface Patch {
  /** Version of the projection that made it: the script refuses all but that of the generation in use. */
  readonly code: string;
  /** Makes the text (JSON) of the state after it; null when no order is concerned. */
  readonly document: (() => string) | null;
  /**
   * Its score in the three sets of the state after: the seq of its first event, 'this' when that is the event being appended;
   * 'deleted' when it enters the set of deleted orders alone, null when it enters none; 'erased' for a person.
   */
  readonly enters: number | 'this' | 'deleted' | 'erased' | null;
  /** Whether it becomes or ceases to be one that a person has to look at; null when that stays. */
  readonly attention: '+' | '-' | null;
  /** What is available of the tool concerned; null when it stays as it is. */
  readonly stock: FieldChange | null;
  /** Transaction id that the order holds from now on, and that no other order may hold; '' when there is none. */
  readonly transaction: string;
  /** Tool name that a search must know from now on or, of an order that is deleted, forget with its last order; else ''. */
  readonly name: string;
  /** Totals that move, and by how much: never by 0. */
  readonly totals: readonly (readonly [field: TotalField, by: number])[];
}
