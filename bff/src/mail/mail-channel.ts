import type { OrderDocument, OrderLog } from '@karigar/events';
import type { Channel, KnownTool, NoticeTask } from '../notices/notice.ts';
import { trackingUrl } from '../orders/carriers.ts';
import { heldUntil, type Reservation } from '../payments/reservation.ts';
import type { UserRecords } from '../people/user-records.ts';
import { findBuyer } from '../personal/buyer.ts';
import type { Personal } from '../personal/personal.ts';
import type { DeviceRecords } from '../push/device-records.ts';
import { type LetterShop, letterHtml, letterText } from './letter.ts';
import { type MailSettings, openMailSender } from './mail-sender.ts';
import { orderLetter } from './order-letters.ts';
import { stockLetter } from './stock-letter.ts';

/** What letters are written with. */
interface MailParts {
  log: OrderLog;
  personal: Personal;
  users: UserRecords;
  devices: Pick<DeviceRecords, 'wants'>;
  reservation: Reservation;
}

interface MailConfig extends LetterShop {
  production: boolean;
  mail: Omit<MailSettings, 'smtpUrl'> & { smtpUrl: string | null };
}

/** Opens the way from notices to letters; no channel while no mail server is configured. */
export function openMail(
  shop: MailConfig,
  { log, personal, users, devices, reservation }: MailParts,
): { channels: Channel[]; close(): void } {
  const { smtpUrl, ...mailboxes } = shop.mail;
  if (smtpUrl === null) return { channels: [], close: () => undefined };
  const sender = openMailSender({ smtpUrl, ...mailboxes }, shop.production);
  const domain = mailboxes.from.address.split('@').at(-1) ?? 'localhost';

  const aboutTool = async ({ subject, uid }: NoticeTask, tool: KnownTool) => {
    const address = (await users.emailsOf([uid])).get(uid);
    if (address === undefined || !(await users.hasProven(uid, address))) return null;
    return { to: { name: '', address }, isTheirs: true, letter: stockLetter(subject, tool, shop) };
  };
  /** Says also whether the letter is its reader's: proven, or of an order that is paid. */
  const aboutOrder = async ({ kind, seq }: NoticeTask, order: OrderDocument) => {
    const [found, events, until] = await Promise.all([
      findBuyer(personal, order),
      log.history(order.id),
      heldUntil(reservation, [order]),
    ]);
    const event = events.find((one) => one.seq === seq);
    if (found === 'erased' || event === undefined) return null;
    // An order that is paid by then has its receipt.
    const hasPaid = kind !== 'placed' && order.status !== 'unpaid';
    const isTheirs = hasPaid || (await users.hasProven(order.uid, found.email));
    // A stranger reads no word that was typed.
    const buyer = isTheirs ? found : { ...found, name: '' };
    const letter = orderLetter(kind, {
      ...{ order, buyer, event, shop },
      heldUntil: until(order),
      trackingUrl: trackingUrl(shop.shipping.carriers, order),
    });
    return letter && { to: { name: buyer.name, address: buyer.email }, isTheirs, letter };
  };
  const channel: Channel = {
    name: 'mail',
    // Admins, who pack orders, have the shop open.
    targets: async ({ kind, uid }) => (kind === 'to-ship' ? [] : [uid]),
    async send(task, about, mayTell) {
      // The only letter that a person can switch off.
      if (task.kind === 'review') {
        const { uid } = await users.holderOf(task.uid);
        if (!(await devices.wants(uid, 'review'))) return 'dropped';
      }
      const written = await ('tool' in about ? aboutTool(task, about.tool) : aboutOrder(task, about.order));
      if (written === null) return 'dropped';
      const { to, isTheirs, letter } = written;
      if (!(await mayTell({ person: personal.nameOf(to.address), isTheirs }))) return 'dropped';
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
