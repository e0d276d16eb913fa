import type { MayTell } from '../notices/may-tell.ts';
import type { Channel } from '../notices/notice.ts';
import type { Carrier } from '../orders/carriers.ts';
import type { Contact } from './letter.ts';
import { type LetterParts, mailChannel } from './mail-channel.ts';
import { type Mailbox, openMailSender } from './mail-sender.ts';

/** What the configuration says about letters. */
export interface MailConfig {
  readonly production: boolean;
  readonly shopUrl: string;
  readonly mail: { readonly smtpUrl: string | null; readonly from: Mailbox; readonly replyTo: Mailbox };
  readonly contact: Contact;
  readonly timeZone: string;
  readonly shipping: { readonly carriers: readonly Carrier[]; readonly dispatchDays: number };
}

/** What the shop writes letters with, beside its configuration. */
export type MailParts = Omit<LetterParts, 'shop' | 'carriers'>;

/** Gathers what letters are written with. */
const letterParts = (
  { shopUrl, contact, timeZone, shipping }: Omit<MailConfig, 'mail' | 'production'>,
  parts: MailParts,
): LetterParts => ({
  ...parts,
  carriers: shipping.carriers,
  shop: { url: shopUrl, contact, timeZone, dispatchDays: shipping.dispatchDays },
});

/** Opens the way from notices to letters; no channel while no mail server is configured. */
export function openMail(
  config: MailConfig,
  parts: MailParts & { readonly mayTell: MayTell },
): { channels: Channel[]; close(): void } {
  const { smtpUrl, from, replyTo } = config.mail;
  if (smtpUrl === null) return { channels: [], close: () => undefined };
  const sender = openMailSender({ smtpUrl, from, replyTo }, config.production);
  const channel = mailChannel({
    ...letterParts(config, parts),
    sender,
    mayTell: parts.mayTell,
    domain: from.address.split('@').at(-1) ?? 'localhost',
  });
  return { channels: [channel], close: sender.close };
}
