import { plainCode } from '@karigar/bff/written-text';
import { assign, type SnapshotFrom, setup } from 'xstate';
import { numberFromText, wholeFromText } from '../fields/whole-number.ts';

/** What bounds the quantity of one order: whole pieces, and the price of one piece in whole dollars. */
export interface QuantityLimits {
  min: number;
  /** Most pieces that can be ordered now; below `min` the tool is sold out. */
  most: number;
  unitPrice: number;
}

/** Why a quantity cannot be ordered, or why the last step was refused. */
export type QuantityFault = 'missing' | 'malformed' | 'limits' | 'sold-out';

interface QuantityContext {
  limits: QuantityLimits;
  text: string;
}

type QuantityEvent =
  | { type: 'increase' }
  | { type: 'decrease' }
  | { type: 'type'; text: string }
  | { type: 'limits'; limits: QuantityLimits };

const quantityOf = ({ text }: QuantityContext): number => numberFromText(text);

const toMinimum = { target: 'checking', actions: 'toMinimum' } as const;

/**
 * The only owner of an order's quantity: the step is 1, bounded by the tool's minimum and what can be ordered now. A typed
 * value may lie outside; it is kept as typed, marked, and cannot be ordered. A step from outside enters the range; what is no whole
 * number has no next one, so a step leaves it as it is typed.
 */
export const quantityMachine = setup({
  types: {
    context: {} as QuantityContext,
    events: {} as QuantityEvent,
    input: {} as { limits: QuantityLimits; text?: string | undefined },
    tags: {} as QuantityFault,
  },
  guards: {
    isSoldOut: ({ context }) => context.limits.most < context.limits.min,
    isBlank: ({ context }) => plainCode(context.text) === '',
    isMalformed: ({ context }) => Number.isNaN(quantityOf(context)),
    isBelow: ({ context }) => quantityOf(context) < context.limits.min,
    isAbove: ({ context }) => quantityOf(context) > context.limits.most,
    canLower: ({ context }) => quantityOf(context) > context.limits.min,
    canRaise: ({ context }) => quantityOf(context) < context.limits.most,
  },
  actions: {
    lower: assign({ text: ({ context }) => String(quantityOf(context) - 1) }),
    raise: assign({ text: ({ context }) => String(quantityOf(context) + 1) }),
    toMinimum: assign({ text: ({ context }) => String(context.limits.min) }),
    toMaximum: assign({ text: ({ context }) => String(context.limits.most) }),
  },
}).createMachine({
  id: 'quantity',
  context: ({ input }) => ({ limits: input.limits, text: input.text ?? String(input.limits.min) }),
  initial: 'checking',
  on: {
    type: { target: '.checking', actions: assign({ text: ({ event }) => event.text }) },
    limits: { target: '.checking', actions: assign({ limits: ({ event }) => event.limits }) },
  },
  states: {
    checking: {
      always: [
        { guard: 'isSoldOut', target: 'soldOut' },
        { guard: 'isBlank', target: 'missing' },
        { guard: 'isMalformed', target: 'malformed' },
        { guard: 'isBelow', target: 'tooFew' },
        { guard: 'isAbove', target: 'tooMany' },
        { target: 'inRange' },
      ],
    },
    inRange: {
      initial: 'quiet',
      on: {
        increase: [{ guard: 'canRaise', target: 'checking', actions: 'raise' }, { target: '.atLimit' }],
        decrease: [{ guard: 'canLower', target: 'checking', actions: 'lower' }, { target: '.atLimit' }],
      },
      states: { quiet: {}, atLimit: { tags: 'limits' } },
    },
    tooFew: { tags: 'limits', on: { increase: toMinimum } },
    tooMany: { tags: 'limits', on: { decrease: { target: 'checking', actions: 'toMaximum' } } },
    missing: { tags: 'missing', on: { increase: toMinimum, decrease: toMinimum } },
    malformed: { tags: 'malformed' },
    soldOut: { tags: 'sold-out' },
  },
});

/** What a form shows: the text as typed, its number and total in whole dollars, and any fault. */
export interface QuantityView {
  text: string;
  quantity: number | null;
  total: number | null;
  fault: QuantityFault | null;
  orderable: boolean;
}

/** Reads the view from a snapshot of `quantityMachine`. Total = unit price times quantity. */
export function quantityView(snapshot: SnapshotFrom<typeof quantityMachine>): QuantityView {
  const { text, limits } = snapshot.context;
  const quantity = wholeFromText(text);
  const [fault = null] = snapshot.tags as ReadonlySet<QuantityFault>;
  return {
    text,
    quantity,
    total: quantity === null ? null : quantity * limits.unitPrice,
    fault,
    orderable: snapshot.matches('inRange'),
  };
}
