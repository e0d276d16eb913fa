import { isDeleted, type OrderLog } from '@karigar/events';
import { type MayTell, mayReach, type Reach } from '../notices/may-tell.ts';
import { type Channel, type Notice, NoticeFault, type NoticeTask } from '../notices/notice.ts';
import { type Carrier, trackingUrl } from '../orders/carriers.ts';
import { heldUntil, type Reservation } from '../payments/reservation.ts';
import type { UserRecords } from '../people/user-records.ts';
import { findBuyer } from '../personal/buyer.ts';
import type { Personal } from '../personal/personal.ts';
import { isProblemError } from '../problem/problem-error.ts';
import type { Letter, LetterShop } from './letter.ts';
import { letterHtml } from './letter-html.ts';
import { letterText } from './letter-text.ts';
import type { Mailbox, MailSender } from './mail-sender.ts';
import { type OrderLetterKind, orderLetter, orderReason } from './order-letters.ts';
import { stockLetter, stockReason, type ToolInStock } from './stock-letter.ts';

/** What letters are written with. */
export interface LetterParts {
  readonly log: Pick<OrderLog, 'order' | 'history'>;
  readonly personal: Personal;
  readonly users: Pick<UserRecords, 'emailsOf' | 'hasProven'>;
  readonly carriers: readonly Carrier[];
  readonly reservation: Reservation;
  readonly shop: LetterShop;
  /** Finds a tool on sale. */
  readonly tool: (id: string) => Promise<ToolInStock | undefined>;
}

/** A letter to somebody. */
interface WrittenLetter {
  readonly to: Mailbox;
  readonly reach: Reach;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/**
 * Writes the letter of a notice as things stand now; null when there is nobody to write to, or nothing to write about, any more. Throws
 * ProblemError KEY_MISSING.
 */
async function writeLetter(notice: Notice, parts: LetterParts): Promise<WrittenLetter | null> {
  const { kind } = notice;
  // For admins, who have the shop open.
  if (kind === 'to-ship') return null;
  return kind === 'back-in-stock' ? writeStockLetter(notice, parts) : writeOrderLetter(notice, kind, parts);
}

async function writeOrderLetter(
  { subject, seq }: Notice,
  kind: OrderLetterKind,
  { log, personal, users, carriers, reservation, shop }: LetterParts,
): Promise<WrittenLetter | null> {
  const order = await log.order(subject);
  if (order === null || isDeleted(order) || (kind === 'unpaid' && order.status !== 'unpaid')) return null;
  const [found, events, until] = await Promise.all([
    findBuyer(personal, order),
    log.history(subject),
    heldUntil(reservation, [order]),
  ]);
  const event = events.find((one) => one.seq === seq);
  if (found === 'erased' || event === undefined) return null;
  const isTheirs = order.status !== 'unpaid' || (await users.hasProven(order.uid, found.email));
  if (!mayReach(kind, { isTheirs })) return null;
  // A stranger reads no word that was typed.
  const buyer = isTheirs ? found : { ...found, name: '' };
  const about = {
    order,
    buyer,
    event,
    heldUntil: until(order),
    trackingUrl: trackingUrl(carriers, order),
    shop,
  };
  const reach = { person: personal.nameOf(buyer.email), isTheirs };
  const to = { name: buyer.name, address: buyer.email };
  return { to, reach, ...written(orderLetter(kind, about), shop, orderReason(about)) };
}

async function writeStockLetter(
  { kind, subject, uid }: Notice,
  { users, personal, tool, shop }: LetterParts,
): Promise<WrittenLetter | null> {
  const [emails, found] = await Promise.all([users.emailsOf([uid]), tool(subject)]);
  const address = emails.get(uid);
  if (address === undefined || found === undefined) return null;
  const reach = { person: personal.nameOf(address), isTheirs: await users.hasProven(uid, address) };
  if (!mayReach(kind, reach)) return null;
  return { to: { name: '', address }, reach, ...written(stockLetter(found, shop), shop, stockReason) };
}

const written = (letter: Letter, shop: LetterShop, reason: string) => ({
  subject: letter.subject,
  html: letterHtml(letter, shop, reason),
  text: letterText(letter, shop, reason),
});

/** What the mail channel works with. */
export interface MailChannelParts extends LetterParts {
  readonly sender: MailSender;
  readonly mayTell: MayTell;
  /** The domain of the shop's own address. */
  readonly domain: string;
}

/** Tells customers by letter. */
export function mailChannel(parts: MailChannelParts): Channel {
  return {
    name: 'mail',
    // One event brings a tool back for many; that of an order is about one customer.
    async targets({ kind, uid }) {
      if (kind === 'to-ship') return [];
      return [kind === 'back-in-stock' ? uid : 'customer'];
    },
    async send(task: NoticeTask) {
      const letter = await writeLetter(task, parts).catch((error: unknown) => {
        if (isProblemError(error) && error.code === 'KEY_MISSING')
          throw new NoticeFault('The customer’s key cannot be read right now.');
        throw error;
      });
      if (letter === null || !(await parts.mayTell(task, letter.reach))) return 'dropped';
      const { reach: _, ...toSend } = letter;
      // The same each time that this letter is sent (RFC 5322, 3.6.4); one that an operator repeats is another letter.
      await parts.sender.send({ ...toSend, messageId: `${task.id}@${parts.domain}` });
      return 'sent';
    },
  };
}
