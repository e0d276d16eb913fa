import { currentSchema, type ShopEvent } from '../orders/order-event.ts';
import { checkEvent } from '../orders/upcast.ts';
import { type AppendScope, appendKeys, type GenerationKeys } from './generation-keys.ts';
import { messageOf, StoreClosedError } from './log-errors.ts';
import type { RedisClient } from './redis-connection.ts';
import { damagedKey } from './wrong-type.ts';

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

/** What the append script answered. Only `ok` has written anything. */
export type AppendAnswer =
  | {
      readonly kind: 'ok';
      readonly seq: number;
      readonly ts: number;
      readonly hash: string;
      readonly available: number;
    }
  | { readonly kind: 'generation-moved' }
  | { readonly kind: 'head-lost' }
  | { readonly kind: 'log-lost' }
  | { readonly kind: 'other-code'; readonly code: string }
  | { readonly kind: 'fenced' }
  | { readonly kind: 'version-moved' }
  | { readonly kind: 'no-tool' }
  | { readonly kind: 'stale-tool' }
  | { readonly kind: 'unseen-order' }
  | { readonly kind: 'out-of-stock'; readonly available: number }
  | { readonly kind: 'transaction-used'; readonly owner: string }
  | { readonly kind: 'intent-changed' }
  | { readonly kind: 'order-lost' }
  | { readonly kind: 'person-erased' }
  | { readonly kind: 'orders-open' };

/** The ARGV of the append script. */
export function appendArguments(gen: number, request: AppendRequest): string[] {
  const { guards, event, scope } = request;
  const data = JSON.stringify(event.data);
  return [
    String(gen),
    request.patch.code,
    guards.expectedVersion === undefined ? '-' : String(guards.expectedVersion),
    guards.toolRev === undefined ? '-' : String(guards.toolRev),
    scope.toolId,
    needArgument(guards),
    request.patch.transaction,
    guards.intent === undefined ? '-' : `=${guards.intent ?? ''}`,
    request.subject,
    event.type,
    String(currentSchema(event.type)),
    data,
    request.actor,
    request.correlationId,
    request.requestHash,
    request.tool ?? documentArgument(request.patch, data),
    ...patchArguments(request.patch, personArgument(request)),
  ];
}

/** Who may not have been erased: whoever places an order, and whoever is erased now. */
function personArgument({ event, scope }: AppendRequest): string {
  return event.type === 'order.created' || event.type === 'person.erased' ? scope.uid : '';
}

function needArgument({ need, newestSeen }: AppendGuards): string {
  if (need === undefined) return '-';
  return newestSeen === undefined ? String(need) : `${need} ${newestSeen}`;
}

/**
 * Appends one event and applies its patch, or answers why not. Throws `LogUnavailableError` when the outcome is unknown,
 * zod's error when the event does not fit its schema, what `damagedKey` makes for a key that was written over, `StoreClosedError` for a
 * head behind its log, and a plain error when the script calls the request malformed.
 */
export async function append(
  client: Pick<RedisClient, 'run'>,
  keys: GenerationKeys,
  request: AppendRequest,
): Promise<AppendAnswer> {
  checkEvent(request.event);
  const argv = appendArguments(keys.gen, request);
  const names = appendKeys(keys, request.scope);
  try {
    const answer = await client.run((connection) => connection.appendEvent(names, argv));
    const wrong = /^BAD type of key (\d+)$/.exec(answer)?.[1];
    if (wrong !== undefined) throw damagedKey(names[Number(wrong) - 1] ?? '');
    return readAnswer(answer);
  } catch (error) {
    // XADD is the first write, so nothing has happened.
    if (belowTop.test(messageOf(error))) throw new StoreClosedError('behind');
    throw error;
  }
}

/** Redis's refusal of an id that the stream has passed already. */
const belowTop = /specified in XADD is equal or smaller/;

/** Reads the script's text; each of its codes stands for exactly one kind. */
export function readAnswer(answer: string): AppendAnswer {
  const [code, ...words] = answer.split(' ');
  switch (code) {
    case 'OK':
      return {
        kind: 'ok',
        seq: Number(words[0]),
        ts: Number(words[2]),
        hash: words[3] ?? '',
        available: Number(words[4]),
      };
    case 'GEN':
      return { kind: 'generation-moved' };
    case 'HEAD':
      return { kind: 'head-lost' };
    case 'NO_LOG':
      return { kind: 'log-lost' };
    case 'CODE':
      return { kind: 'other-code', code: words.join(' ') };
    case 'FENCED':
      return { kind: 'fenced' };
    case 'VERSION':
      return { kind: 'version-moved' };
    case 'NO_TOOL':
      return { kind: 'no-tool' };
    case 'STALE_TOOL':
      return { kind: 'stale-tool' };
    case 'UNSEEN':
      return { kind: 'unseen-order' };
    case 'STOCK':
      return { kind: 'out-of-stock', available: Number(words[0]) };
    case 'TX':
      return { kind: 'transaction-used', owner: words.join(' ') };
    case 'INTENT':
      return { kind: 'intent-changed' };
    case 'LOST':
      return { kind: 'order-lost' };
    case 'ERASED':
      return { kind: 'person-erased' };
    case 'OPEN':
      return { kind: 'orders-open' };
    default:
      throw new Error(`The append script answered: ${answer}`);
  }
}

/** Fields of the hash of totals: whole dollars, `givenBack` in cents. The number of orders in each state is not among them: it is the size of a set. */
export const totalFields = ['revenue', 'awaitingPayment', 'givenBack'] as const;
/** One of them. */
export type TotalField = (typeof totalFields)[number];

/** A field of a hash that is set to a text or moved by a number. */
export type FieldChange = { readonly set: string } | { readonly add: number };

/** Where an order is kept. */
export interface StatePatch {
  /**
   * What the order is from now on (JSON, made where it is written and not where events are folded), and the hash of the request
   * that placed it; null when no order is concerned.
   */
  readonly document: { readonly text: () => string; readonly requestHash: string } | null;
  /** Whether the order leaves the three sets of the state before. */
  readonly leaves: boolean;
  /**
   * Its score in the three sets of the state after: the seq of its first event, 'this' when that is the event being appended;
   * 'deleted' when it enters the set of deleted orders alone, null when it enters none; 'erased' for a person.
   */
  readonly enters: number | 'this' | 'deleted' | 'erased' | null;
  /** Whether it becomes or ceases to be one that a person has to look at; null when that stays. */
  readonly attention: '+' | '-' | null;
}

/** What one event changes in the read models. */
export interface Patch extends StatePatch {
  /** Version of the projection that made it: the script refuses all but that of the generation in use. */
  readonly code: string;
  /** What is available of the tool concerned; null when it stays as it is. */
  readonly stock: FieldChange | null;
  /** Transaction id that the order holds from now on, and that no other order may hold; '' when there is none. */
  readonly transaction: string;
  /** Tool name that a search must know from now on or, of an order that is deleted, forget with its last order; else ''. */
  readonly name: string;
  /** Totals that move, and by how much: never by 0. */
  readonly totals: readonly (readonly [field: TotalField, by: number])[];
}

/**
 * The document of an order. That of a new one holds the event's whole data: they are sent once, and the character 1, which no
 * JSON holds, stands for them there.
 */
function documentArgument({ document }: Patch, data: string): string {
  return document === null ? '' : document.text().replace(data, '\x01');
}

/**
 * The patch as the append script takes it, from its argument 17 on: request hash, leaves, enters, stock, name, person, attention,
 * and two texts per total. The transaction is an argument before these, because it is also a guard.
 */
function patchArguments(patch: Patch, person: string): string[] {
  const { document, leaves, enters, stock, name, attention, totals } = patch;
  return [
    document?.requestHash ?? '',
    leaves ? 'from' : '',
    enters === null ? '' : String(enters),
    stock === null ? '' : 'set' in stock ? `=${stock.set}` : String(stock.add),
    name,
    person,
    attention ?? '',
    ...totals.flatMap(([field, by]) => [field, String(by)]),
  ];
}
