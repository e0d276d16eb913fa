import { hash } from 'node:crypto';
import { type LiveStatus, liveStatuses } from '../orders/order-state.ts';
import { memoised } from './redis-keys.ts';

/** The key names of one generation of read models. */
export interface GenerationKeys {
  gen: number;
  /** What the name of each of them begins with. */
  prefix: string;
  /** Hash: tool id -> how many pieces are available. */
  stock: string;
  /** Hash whose fields are the tool names of all live orders; the values are empty. */
  names: string;
  /** Hash of the totals that no set tells by its size. */
  totals: string;
  /** Hash: what was sold in the month of a day, by day, see `salesOn`. */
  sales(day: string): string;
  /** Hash: transaction id -> id of the order that holds it. */
  tx: string;
  /** Zset: deleted orders by the seq of the event that says so. */
  deleted: string;
  /** Zset: live orders that a person has to look at, by the seq of their first event. */
  attention: string;
  /** Zset: uids of persons who were erased, by the seq of the event that says so. */
  erased: string;
  /** Last seq that a rebuild has applied; gone once the generation is in use. */
  checkpoint: string;
  order(id: string): string;
  /** All orders of one status. */
  set(status: LiveStatus): string;
  /** One person's orders of one status. */
  person(uid: string, status: LiveStatus): string;
  /** One tool name's orders of one status. */
  name(toolsName: string, status: LiveStatus): string;
}

/** Names the keys of generation `gen`. */
export function generationKeys(gen: number): GenerationKeys {
  return keysUnder(gen, `{o}:g${gen}:`);
}

function keysUnder(gen: number, at: string): GenerationKeys {
  return {
    gen,
    prefix: at,
    stock: `${at}stock`,
    names: `${at}names`,
    totals: `${at}totals`,
    tx: `${at}tx`,
    deleted: `${at}deleted`,
    attention: `${at}attention`,
    erased: `${at}erased`,
    checkpoint: `${at}checkpoint`,
    sales: (day) => `${at}sales:${day.slice(0, 7)}`,
    order: (id) => `${at}order:${id}`,
    set: (status) => `${at}${status}`,
    person: (uid, status) => `${at}person:${uid}:${status}`,
    name: (toolsName, status) => `${at}name:${hashName(toolsName)}:${status}`,
  };
}

/** Names the keys of any generation without their prefix: what the log is folded into before it is known where that is stored. */
export const relativeKeys = keysUnder(0, '');

/** Pattern of SCAN for the keys of every generation. */
export const anyGeneration = '{o}:g[0-9]*';

/** The number of the generation that a key belongs to, undefined for a key of none. */
export function generationOf(key: string): string | undefined {
  return /^\{o\}:g(\d+):/.exec(key)?.[1];
}

const hashName = memoised((toolsName) => hash('sha1', toolsName).slice(0, 20));

/** The three sets that an order of this status is in: with everybody's, with the person's, with those of its tool name. */
export function setsOf(
  keys: GenerationKeys,
  { uid, toolsName }: { uid: string; toolsName: string },
  status: LiveStatus,
): readonly [string, string, string] {
  return [keys.set(status), keys.person(uid, status), keys.name(toolsName, status)];
}

/** The sets that hold the orders of one tool name, one for each state. */
export function setsOfName(
  keys: GenerationKeys,
  toolsName: string,
  states: readonly LiveStatus[] = liveStatuses,
): string[] {
  return states.map((status) => keys.name(toolsName, status));
}
