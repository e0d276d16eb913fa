import { messages } from '../messages.ts';
import { paths } from '../paths.ts';
import type { Delay, OutboxEntry, OutboxWork, Refusal } from '../saved/outbox-entry.ts';
import { formatMoney } from '../ui/money.tsx';

/** Something that a person may do about a refusal: go somewhere, or send the work again, as it is or changed. */
export type Remedy = { label: string; primary: boolean } & ({ to: string } | { work: OutboxWork });

/** How an entry is put into words: `line` in a list, `title` and `text` where it stands alone. */
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

/** Said when another tab was faster than a change, in a list and where the form stands alone. */
export const tooLateWords = {
  line: 'It is on its way already and can no longer be changed.',
  title: 'Your change came too late',
  text: (kind: OutboxWork['kind']) =>
    `This ${kind} was already on its way from another tab, as it was before. What you have typed stays here.`,
};

/** Said when the device did not take what somebody has just placed. */
export const notTakenWords =
  'This device stores nothing and the shop cannot be reached, so this was not sent. What you have typed stays here: try again in a moment.';

/** Said when the device did not take a change. */
export const notSavedWords = 'The change could not be kept on this device.';

const soon = 'The shop cannot take it right now. The {work} goes out by itself in a moment.';

/** Why the shop has not taken it yet: in a list, of a saved and of a sent entry, and where a sent entry stands alone. */
const delays: Record<Delay, { saved?: string; sending: string; title: string; text: string }> = {
  'no-answer': {
    title: 'No answer from the shop yet',
    sending: 'No answer yet; it is sent again, and counted once.',
    text: 'The shop cannot be reached right now. The {work} goes out by itself as soon as it can.',
  },
  'shop-busy': {
    title: 'The shop is busy',
    sending: 'The shop is busy; it is sent again shortly.',
    text: soon,
  },
  'shop-failed': {
    title: 'The shop had a fault',
    sending: 'The shop had a fault; it is sent again shortly.',
    text: soon,
  },
  'sign-in-needed': {
    title: 'Sign in to go on',
    saved: 'Sign in again to send it.',
    sending: 'Sign in again to go on.',
    text: 'Please sign in again; then the {work} goes out.',
  },
  'update-needed': {
    title: 'Update the shop to go on',
    saved: 'Update the shop to send it.',
    sending: 'Update the shop to go on.',
    text: 'Please update the shop; then the {work} goes out.',
  },
};

/** Puts into words where an entry stands and what may be done. "Placed" is never said before the shop has said so. */
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
        text: delayed ?? 'There is no network. It goes to the shop by itself as soon as there is one.',
        remedies: [],
      };
    }
    case 'sending':
      return {
        line: delay?.sending ?? 'Sending …',
        title: delay?.title ?? `Sending your ${kind}`,
        text: `${delayed ?? 'Waiting for the answer of the shop.'} The very same ${kind} is sent again if need be; it cannot be placed twice.`,
        remedies: [],
      };
    case 'accepted':
      return {
        line: 'Accepted',
        title: `The shop has taken your ${kind}`,
        text: `What you send here now is another ${kind}.`,
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
    title: `The shop did not take the ${work.kind}`,
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
        const text = 'Somebody was faster. Nothing was ordered.';
        return { line, title: 'Sold out', text, remedies: [toTools] };
      }
      const fewer = { ...work, order: { ...order, quantity: available } };
      return {
        line,
        title: 'Not that many are left',
        text: `You asked for ${order.quantity}; ${available} can be ordered now.`,
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
        text: `It was ${formatMoney(order.unitPrice)} and is ${formatMoney(unitPrice)} now: ${total} for ${order.quantity}.`,
        remedies: [{ label: `Order for ${total}`, primary: true, work: atNewPrice }],
      };
    }
    case 'TOO_MUCH_HELD': {
      const title = 'So many cannot wait for payment';
      const payFirst = 'Pay or delete one of your orders first; this one waits here.';
      if (limit === undefined || held === undefined)
        return { line: detail, title, text: payFirst, remedies: [toMyOrders, again] };
      const rule = `unpaid orders of one person may hold ${limit} of this tool`;
      const line = held === 0 ? `${rule}.` : `${rule}, and yours hold ${held}.`;
      const left = limit - held;
      if (left < Math.max(1, minimum))
        return { line, title, text: `U${line.slice(1)} ${payFirst}`, remedies: [toMyOrders, again] };
      const fewer = { ...work, order: { ...order, quantity: left } };
      return {
        line,
        title,
        text: `You asked for ${order.quantity}; ${left} can be ordered before you pay.`,
        remedies: [{ label: `Order ${left} instead`, primary: true, work: fewer }],
      };
    }
    case 'TOO_MANY_UNPAID': {
      const text = 'Pay or delete one of them first; this order waits here.';
      return { line: detail, title: 'Too many unpaid orders', text, remedies: [toMyOrders, again] };
    }
    case 'TOOL_NOT_FOUND': {
      const text = 'The shop has taken this tool out of its range. Nothing was ordered.';
      return { line: detail, title: 'No longer sold', text, remedies: [toTools] };
    }
    case 'KEY_REUSED': {
      const text = 'An earlier version of this order has reached the shop already. See My Orders.';
      return { ...other, line: `a${text.slice(1)}`, text, remedies: [toMyOrders] };
    }
    default:
      return other;
  }
}
