import { hash } from 'node:crypto';
import { hashEmail, recordKeys } from './record-keys.ts';
import { remembered } from './remembered.ts';

/** The sets of orders that a list can be read from, next to those of one person and of one tool name. */
export type OrderSet = 'all' | 'unpaid' | 'paid' | 'shipped';

/** A state of an order that lists show; every live order is in exactly one. */
export type OrderStage = Exclude<OrderSet, 'all'>;
/** All of them, in the order of an order's life. */
export const orderStages: readonly OrderStage[] = ['unpaid', 'paid', 'shipped'];

/** The key names of one generation of read models. */
export interface GenerationKeys {
  readonly gen: number;
  readonly stock: string;
  readonly names: string;
  readonly totals: string;
  readonly tx: string;
  /** Last seq that a rebuild has applied; gone once the generation is in use. */
  readonly checkpoint: string;
  order(id: string): string;
  set(name: OrderSet): string;
  /** Orders of one person in one state. */
  mail(email: string, state: OrderStage): string;
  /** Orders of one tool name in one state. */
  name(toolsName: string, state: OrderStage): string;
}

/** Names the keys of generation `gen`. */
export function generationKeys(gen: number): GenerationKeys {
  const at = `{o}:g${gen}:`;
  return {
    gen,
    stock: `${at}stock`,
    names: `${at}names`,
    totals: `${at}totals`,
    tx: `${at}tx`,
    checkpoint: `${at}checkpoint`,
    order: (id) => `${at}order:${id}`,
    set: (name) => `${at}${name}`,
    mail: (email, state) => `${at}mail:${hashEmail(email)}:${state}`,
    name: (toolsName, state) => `${at}name:${hashName(toolsName)}:${state}`,
  };
}

const hashName = remembered((toolsName) => hash('sha1', toolsName).slice(0, 20));

/** Who and what an append is about; a field that does not apply is ''. */
export interface AppendScope {
  readonly orderId: string;
  readonly toolId: string;
  readonly email: string;
  readonly toolsName: string;
  /** State before and after, null when the order is not live then. */
  readonly from: OrderStage | null;
  readonly to: OrderStage | null;
}

/** The scope of a fact about a tool's stock. */
export function stockScope(toolId: string): AppendScope {
  return { orderId: '', toolId, email: '', toolsName: '', from: null, to: null };
}

/** Read models that a patch may touch, by the name that `project` uses. */
export const patchTargets = {
  order: 3,
  stock: 5,
  tx: 7,
  all: 8,
  unpaid: 9,
  paid: 10,
  shipped: 11,
  mailFrom: 12,
  mailTo: 13,
  nameFrom: 14,
  nameTo: 15,
  names: 16,
  totals: 17,
} as const;
/** Name of a read model that a patch may touch. */
export type PatchTarget = keyof typeof patchTargets;

/**
 * The KEYS of the append script: the same 17 for every command, always a real name, so that the script's contract does
 * not depend on what is appended.
 */
export function appendKeys(keys: GenerationKeys, scope: AppendScope): string[] {
  return [
    recordKeys.events,
    recordKeys.meta,
    keys.order(scope.orderId || '-'),
    recordKeys.tool(scope.toolId || '-'),
    keys.stock,
    recordKeys.intents,
    keys.tx,
    keys.set('all'),
    keys.set('unpaid'),
    keys.set('paid'),
    keys.set('shipped'),
    keys.mail(scope.email, scope.from ?? 'unpaid'),
    keys.mail(scope.email, scope.to ?? 'unpaid'),
    keys.name(scope.toolsName, scope.from ?? 'unpaid'),
    keys.name(scope.toolsName, scope.to ?? 'unpaid'),
    keys.names,
    keys.totals,
  ];
}
