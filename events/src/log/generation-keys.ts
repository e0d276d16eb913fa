import { hash } from 'node:crypto';
import { hashEmail, memoised, recordKeys } from './record-keys.ts';

/** A state of an order that lists show; every live order is in exactly one. */
export type OrderStage = 'unpaid' | 'paid' | 'shipped';
/** All of them, in the order of an order's life. */
export const orderStages: readonly OrderStage[] = ['unpaid', 'paid', 'shipped'];

/** The key names of one generation of read models. */
export interface GenerationKeys {
  readonly gen: number;
  /** Hash: tool id -> how many pieces are available. */
  readonly stock: string;
  /** Hash whose fields are all tool names that were ever ordered; the values are empty. */
  readonly names: string;
  /** Hash of the totals that no set tells by its size. */
  readonly totals: string;
  /** Hash: transaction id -> id of the order that holds it. */
  readonly tx: string;
  /** Last seq that a rebuild has applied; gone once the generation is in use. */
  readonly checkpoint: string;
  order(id: string): string;
  /** All orders in one state. */
  set(state: OrderStage): string;
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
    set: (state) => `${at}${state}`,
    mail: (email, state) => `${at}mail:${hashEmail(email)}:${state}`,
    name: (toolsName, state) => `${at}name:${hashName(toolsName)}:${state}`,
  };
}

const hashName = memoised((toolsName) => hash('sha1', toolsName).slice(0, 20));

/** The order, tool and person that an append is about; a field that does not apply is ''. */
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

/** The three sets that an order in this state is in: with everybody's, with the person's, with those of its tool name. */
export function setsOf(
  keys: GenerationKeys,
  { email, toolsName }: Pick<AppendScope, 'email' | 'toolsName'>,
  state: OrderStage,
): readonly [string, string, string] {
  return [keys.set(state), keys.mail(email, state), keys.name(toolsName, state)];
}

/**
 * The KEYS of the append script: the same 15 for every command, always a real name, so that the script's contract does
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
    keys.names,
    keys.totals,
    ...setsOf(keys, scope, scope.from ?? 'unpaid'),
    ...setsOf(keys, scope, scope.to ?? 'unpaid'),
  ];
}
