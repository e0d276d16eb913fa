import { isDeleted, type OrderLog } from '@karigar/events';
import { aboutTools } from '../contracts/notices.ts';
import type { MayTell } from '../notices/may-tell.ts';
import { type Channel, type Notice, NoticeFault } from '../notices/notice.ts';
import type { KnownTool } from '../notices/tell-waiting.ts';
import { trackingUrl } from '../orders/carriers.ts';
import { heldUntil, type Reservation } from '../payments/reservation.ts';
import type { UserRecords } from '../people/user-records.ts';
import { findBuyer } from '../personal/buyer.ts';
import type { Personal } from '../personal/personal.ts';
import { isProblemError } from '../problem/problem-error.ts';
import { type Letter, type LetterShop, letterText } from './letter.ts';
import { letterHtml } from './letter-html.ts';
import { type Mailbox, type MailSettings, openMailSender } from './mail-sender.ts';
import { type OrderLetterKind, orderLetter } from './order-letters.ts';
import { stockLetter } from './stock-letter.ts';

/** What letters are written with. */
interface MailParts {
  log: Pick<OrderLog, 'order' | 'history'>;
  personal: Personal;
  users: Pick<UserRecords, 'emailsOf' | 'hasProven'>;
  reservation: Reservation;
  tool: (id: string) => Promise<KnownTool | undefined>;
  mayTell: MayTell;
}

interface MailConfig extends LetterShop {
  production: boolean;
  mail: Omit<MailSettings, 'smtpUrl'> & { smtpUrl: string | null };
}

/** A letter with the name and address of its reader, and whether it is theirs: proven, or of an order that is paid. */
interface WrittenLetter {
  to: Mailbox;
  isTheirs: boolean;
  letter: Letter;
}

/** Opens the way from notices to letters; no channel while no mail server is configured. */
export function openMail(
  shop: MailConfig,
  { log, personal, users, reservation, tool, mayTell }: MailParts,
): { channels: Channel[]; close(): void } {
  const { smtpUrl, ...mailboxes } = shop.mail;
  if (smtpUrl === null) return { channels: [], close: () => undefined };
  const sender = openMailSender({ smtpUrl, ...mailboxes }, shop.production);
  const domain = mailboxes.from.address.split('@').at(-1) ?? 'localhost';

  const writeToolLetter = async ({ subject, uid }: Notice): Promise<WrittenLetter | null> => {
    const [emails, found] = await Promise.all([users.emailsOf([uid]), tool(subject)]);
    const address = emails.get(uid);
    if (address === undefined || found === undefined || !(await users.hasProven(uid, address))) return null;
    return { to: { name: '', address }, isTheirs: true, letter: stockLetter(subject, found, shop) };
  };
  const writeOrderLetter = async (
    kind: OrderLetterKind,
    { subject, seq }: Notice,
  ): Promise<WrittenLetter | null> => {
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
    // A stranger reads no word that was typed.
    const buyer = isTheirs ? found : { ...found, name: '' };
    const letter = orderLetter(kind, {
      ...{ order, buyer, event, shop },
      heldUntil: until(order),
      trackingUrl: trackingUrl(shop.shipping.carriers, order),
    });
    return { to: { name: buyer.name, address: buyer.email }, isTheirs, letter };
  };
  /** Writes the letter of a notice as things stand now; null when there is nobody to write to, or nothing to write about, any more. */
  const write = async (notice: Notice): Promise<WrittenLetter | null> => {
    const { kind } = notice;
    // For admins, who have the shop open.
    if (kind === 'to-ship') return null;
    if (kind === 'back-in-stock' || kind === 'discontinued') return writeToolLetter(notice);
    return writeOrderLetter(kind, notice);
  };
  const channel: Channel = {
    name: 'mail',
    async targets({ kind, uid }) {
      if (kind === 'to-ship') return [];
      return [aboutTools.includes(kind) ? uid : 'customer'];
    },
    async send(task) {
      const written = await write(task).catch((error: unknown) => {
        if (isProblemError(error) && error.code === 'KEY_MISSING')
          throw new NoticeFault('The customer’s key cannot be read right now.');
        throw error;
      });
      if (written === null) return 'dropped';
      const { to, isTheirs, letter } = written;
      const person = personal.nameOf(to.address);
      if (!(await mayTell(task, { channel: 'mail', person, isTheirs }))) return 'dropped';
      await sender.send({
        ...{ to, subject: letter.subject },
        html: letterHtml(letter, shop),
        text: letterText(letter, shop),
        // The same each time that this letter is sent (RFC 5322, 3.6.4); one that an operator repeats is another letter.
        messageId: `${task.id}@${domain}`,
      });
      return 'sent';
    },
  };
  return { channels: [channel], close: sender.close };
}
