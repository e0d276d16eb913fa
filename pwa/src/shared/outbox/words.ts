import { messages } from '../messages.ts';
import { paths } from '../paths.ts';
import type { Delay, OutboxEntry, OutboxWork, Refusal } from '../saved/outbox-entry.ts';
import { formatMoney } from '../ui/money.tsx';

/** Something that a person may do about a refusal: go somewhere, or send the work again, as it is or changed. */
export type Remedy = { label: string; primary: boolean } & ({ to: string } | { work: OutboxWork });

/** How an entry is put into words: `line` in a list, `title` and `text` on a page of its own. */
export interface EntryWords {
  line: string;
  title: string;
  text: string;
  remedies: Remedy[];
}

/** Names the work in a few words: 'Claw hammer × 2, $24'. */
export function workWords(work: OutboxWork): string {
  switch (work.kind) {
    case 'order':
      return `${work.order.toolsName} × ${work.order.quantity}, ${formatMoney(work.order.quantity * work.order.unitPrice)}`;
    case 'review':
      return `Review: “${work.review.reviews}”`;
    default:
      return work satisfies never;
  }
}

/** Says that the shop has taken the work. */
export const acceptedWords = ({ kind }: OutboxWork): string =>
  kind === 'order' ? messages.purchase.placed : messages.reviews.added;

/** Said when another tab was faster than a change, in a list and on the page of the form. */
export const tooLateWords = {
  line: 'This has already been sent and can’t be changed.',
  title: 'It’s too late to change this',
  text: (kind: OutboxWork['kind']) =>
    `This ${kind} was already sent from another tab, without your changes. They are still here.`,
};

/** Said when the device did not take what somebody has just placed. */
export const notTakenWords =
  'We couldn’t save this on your device or reach the shop, so it was not sent. What you typed is still here. Try again in a moment.';

/** Said when the device did not take a change. */
export const notSavedWords = 'We couldn’t save your change on this device.';

const soon = 'We’re having a problem right now. We’ll send your {work} automatically in a moment.';

/** Why the shop has not taken it yet: in a list, of a saved and of a sent entry, and for a sent entry on a page of its own. */
const delays: Record<Delay, { saved?: string; sending: string; title: string; text: string }> = {
  'no-answer': {
    title: 'We couldn’t confirm your {work} yet',
    sending: 'Not confirmed yet. We’ll keep trying.',
    text: 'We can’t reach the shop right now. We’ll send your {work} automatically as soon as we can.',
  },
  'shop-busy': {
    title: 'The shop is busy',
    sending: 'The shop is busy. We’ll try again shortly.',
    text: soon,
  },
  'shop-failed': {
    title: 'Something went wrong on our side',
    sending: 'Something went wrong on our side. We’ll try again shortly.',
    text: soon,
  },
  'sign-in-needed': {
    title: 'Sign in to continue',
    saved: 'Sign in again to send it.',
    sending: 'Sign in again to continue.',
    text: 'Please sign in again. Then we’ll send your {work}.',
  },
  'update-needed': {
    title: 'Update the shop to continue',
    saved: 'Update the shop to send it.',
    sending: 'Update the shop to continue.',
    text: 'Please update the shop. Then we’ll send your {work}.',
  },
};

/** Says how to save what was changed in the form since the order or review was saved. */
export const changedWords = (kind: OutboxWork['kind']): string =>
  `Your changes are not saved yet. Press “${kind === 'order' ? messages.purchase.place : messages.menu.addReview}” to save them.`;

/** Puts into words the state of an entry and what may be done. "Placed" is never said before the shop has said so. */
export function entryWords(entry: OutboxEntry): EntryWords {
  const { kind } = entry.work;
  const delay = 'delay' in entry && entry.delay !== null ? delays[entry.delay] : undefined;
  const delayed = delay?.text.replace('{work}', kind);
  switch (entry.status) {
    case 'saved': {
      const title = 'Saved on this device';
      return {
        line: delay?.saved ? `${title}. ${delay.saved}` : title,
        title,
        text: delayed ?? 'You’re offline. We’ll send it automatically when you’re back online.',
        remedies: [],
      };
    }
    case 'sending':
      return {
        line: delay?.sending ?? 'Sending …',
        title: delay?.title.replace('{work}', kind) ?? `Sending your ${kind}`,
        text: `${delayed ?? 'Waiting for the shop to confirm.'} ${kind === 'order' ? 'We’ll keep trying. You won’t be charged or ordered twice.' : 'We’ll keep trying. It won’t be posted twice.'}`,
        remedies: [],
      };
    case 'accepted':
      return {
        line: 'Accepted',
        title: `We’ve got your ${kind}`,
        text: `Anything you send now is a new ${kind}.`,
        remedies: [],
      };
    case 'refused': {
      const words = refusalWords(entry.refusal, entry.work);
      return { ...words, line: `Refused: ${words.line}` };
    }
    default:
      return entry satisfies never;
  }
}

const toTools: Remedy = { label: 'See other tools', primary: false, to: paths.tools };
const toMyOrders: Remedy = { label: 'My Orders', primary: true, to: paths.myOrders };

function refusalWords(
  { code, detail, available, minimum = 1, unitPrice, limit, held }: Refusal,
  work: OutboxWork,
): EntryWords {
  const again: Remedy = { label: 'Try again', primary: false, work };
  const other = {
    line: detail,
    title: `Your ${work.kind} was not accepted`,
    text: detail,
    remedies: [again],
  };
  if (work.kind === 'review') return other;
  const { order } = work;
  switch (code) {
    case 'OUT_OF_STOCK': {
      if (available === undefined) return { ...other, line: 'none left in stock.' };
      const line = available === 0 ? 'none left in stock.' : `only ${available} left in stock.`;
      if (available < Math.max(1, minimum)) {
        const text = 'It just sold out. No order was placed.';
        return { line, title: 'Sold out', text, remedies: [toTools] };
      }
      const fewer = { ...work, order: { ...order, quantity: available } };
      return {
        line,
        title: 'Not enough in stock',
        text: `You asked for ${order.quantity}. We only have ${available} left.`,
        remedies: [{ label: `Order ${available} instead`, primary: true, work: fewer }],
      };
    }
    case 'PRICE_CHANGED': {
      if (unitPrice === undefined) return { ...other, line: 'the price has changed.' };
      const total = formatMoney(unitPrice * order.quantity);
      const atNewPrice = { ...work, order: { ...order, unitPrice } };
      return {
        line: `the price is now ${formatMoney(unitPrice)} each.`,
        title: 'The price has changed',
        text: `It was ${formatMoney(order.unitPrice)} and is now ${formatMoney(unitPrice)}: ${total} for ${order.quantity}.`,
        remedies: [{ label: `Order for ${total}`, primary: true, work: atNewPrice }],
      };
    }
    case 'TOO_MUCH_HELD': {
      const title = 'Too many in unpaid orders';
      const payFirst = 'Pay or delete one of your orders first. We’ll keep this one here.';
      if (limit === undefined || held === undefined)
        return { line: detail, title, text: payFirst, remedies: [toMyOrders, again] };
      const rule = `you can have up to ${limit} of this tool in unpaid orders.`;
      const line = held === 0 ? rule : `${rule} You already have ${held}.`;
      const left = limit - held;
      if (left < Math.max(1, minimum))
        return { line, title, text: `Y${line.slice(1)} ${payFirst}`, remedies: [toMyOrders, again] };
      const fewer = { ...work, order: { ...order, quantity: left } };
      return {
        line,
        title,
        text: `You asked for ${order.quantity}. You can order ${left} before you pay.`,
        remedies: [{ label: `Order ${left} instead`, primary: true, work: fewer }],
      };
    }
    case 'TOO_MANY_UNPAID': {
      const text = 'Pay or delete one of them first. We’ll keep this order here.';
      return { line: detail, title: 'Too many unpaid orders', text, remedies: [toMyOrders, again] };
    }
    case 'TOOL_NOT_FOUND': {
      const text = 'We no longer sell this tool. No order was placed.';
      return { line: detail, title: 'No longer sold', text, remedies: [toTools] };
    }
    case 'KEY_REUSED': {
      const text = 'We already received an earlier version of this order. See My Orders.';
      return { ...other, line: `w${text.slice(1)}`, text, remedies: [toMyOrders] };
    }
    default:
      return other;
  }
}
