import { z } from 'zod';
import {
  type Deletion,
  type DeletionReason,
  type EventType,
  type EventVoidedV1,
  eventSchemas,
  type OrderCreatedV1,
  type OrderDeletedV1,
  type OrderPaidV1,
  type OrderPaidV2,
  type OrderShippedV1,
  type OrderShippedV2,
  type Sale,
  type ShopEvent,
  type Voiding,
} from './order-event.ts';

/** An event whose type or schema number this release does not have. */
interface UnknownEvent {
  readonly known: false;
}
/** An event in today's shape. */
interface KnownEvent {
  readonly known: true;
  readonly event: ShopEvent;
}

/** `order.paid` 1 to 2: before the amount was kept, nothing says how much was paid. */
function upcastPaid(data: z.infer<typeof OrderPaidV1>): z.infer<typeof OrderPaidV2> {
  return { transactionId: data.transactionId, amount: null };
}

/** `order.shipped` 1 to 2: before carriers were kept, nothing says who has the parcel. */
function upcastShipped(_: z.infer<typeof OrderShippedV1>): z.infer<typeof OrderShippedV2> {
  return { carrier: null, trackingNumber: null };
}

/** `order.created` 1 to 2: a person who was not sealed stays readable. */
function upcastCreated(data: z.infer<typeof OrderCreatedV1>): Sale {
  const { email, name, address, city, zip, ...sale } = data;
  return { ...sale, person: { email, name, address, city, zip } };
}

/** What releases wrote that knew no list of reasons. */
const formerReasons: readonly (readonly [sentence: RegExp, reason: DeletionReason])[] = [
  [/^deleted by the customer$/, 'customer'],
  [/^deleted by an admin$/, 'shop'],
  [/^unpaid for \d+ ?(?:[mhd]|hours)(?: by an account whose email is not verified)?$/, 'expired'],
];

/** `order.deleted` 1 to 2: a sentence that no release wrote by itself stays readable. */
function upcastDeleted({ reason: text }: z.infer<typeof OrderDeletedV1>): Deletion {
  const known = formerReasons.find(([sentence]) => sentence.test(text))?.[1];
  return known === undefined ? { reason: 'other', note: { text } } : { reason: known, note: null };
}

/** `event.voided` 1 to 2: the operator's words stay readable. */
function upcastVoided({ seq, reason: text }: z.infer<typeof EventVoidedV1>): Voiding {
  return { seq, reason: 'other', note: { text } };
}

/** For each type the steps from schema n (place n - 1) to n + 1. A type with one schema needs none. */
const steps: Partial<Record<EventType, readonly ((data: never) => unknown)[]>> = {
  'order.created': [upcastCreated],
  'order.paid': [upcastPaid],
  'order.shipped': [upcastShipped],
  'order.deleted': [upcastDeleted],
  'event.voided': [upcastVoided],
};

function isKnownType(type: string): type is EventType {
  return Object.hasOwn(eventSchemas, type);
}

/**
 * Lifts stored data to today's shape. Throws zod's error when the data does not fit the schema that it claims;
 * answers `known: false` for a type or schema number of another release.
 */
export function upcast(type: string, schema: number, data: unknown): KnownEvent | UnknownEvent {
  if (!isKnownType(type)) return { known: false };
  const schemas: readonly z.ZodType[] = eventSchemas[type];
  const stored = schemas[schema - 1];
  if (stored === undefined) return { known: false };
  let current = stored.parse(data);
  for (const step of steps[type]?.slice(schema - 1) ?? []) current = step(current as never);
  // Each step leads to the next schema and the last schema is the union's: the type system cannot follow the loop.
  return { known: true, event: { type, data: current } as ShopEvent };
}

/** Checks an event of this release before it is written; throws zod's error when a rule let something slip through. */
export function checkEvent(event: ShopEvent): void {
  const schemas: readonly z.ZodType[] = eventSchemas[event.type];
  z.parse(schemas[schemas.length - 1] as z.ZodType, event.data);
}
