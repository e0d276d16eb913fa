import { z } from 'zod';
import { type EventType, eventSchemas, type ShopEvent } from './order-event.ts';

/** The schemas of each event type by number, and the steps that lift data from one to the next. */
export interface EventShapes {
  schemas: Readonly<Record<string, readonly z.ZodType[]>>;
  /** The step at place n - 1 leads from schema n to n + 1. A type with one schema has none. */
  steps: Readonly<Record<string, readonly ((data: never) => unknown)[]>>;
}

/** No type has a second schema yet. */
const shapes: EventShapes = { schemas: eventSchemas, steps: {} };

/**
 * Lifts stored data to today's shape. Throws zod's error when the data does not fit the schema that it claims; answers null
 * for a type or schema number that this release does not have.
 */
export function upcast(
  type: string,
  schema: number,
  data: unknown,
  { schemas, steps } = shapes,
): ShopEvent | null {
  const stored = Object.hasOwn(schemas, type) ? schemas[type]?.[schema - 1] : undefined;
  if (stored === undefined) return null;
  let current = stored.parse(data);
  for (const step of steps[type]?.slice(schema - 1) ?? []) current = step(current as never);
  // Each step leads to the next schema and the last schema is the union's: the type system cannot follow the loop.
  return { type: type as EventType, data: current } as ShopEvent;
}

/** Checks an event of this release before it is written; throws zod's error when a rule let something slip through. */
export function checkEvent(event: ShopEvent): void {
  z.parse(eventSchemas[event.type].at(-1) as z.ZodType, event.data);
}
