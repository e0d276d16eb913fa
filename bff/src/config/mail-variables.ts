import { z } from 'zod';
import type { MailConfig } from '../mail/open-mail.ts';
import { isOrigin, mailbox, optional, text } from './variables.ts';

const smtpUrl = z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' });

/** Reads what the environment says of letters, and the address of the shop in them. `listensAt` is where the shop is reached without one. */
export function mailVariables(
  read: <S extends z.ZodType>(name: string, schema: S) => z.output<S>,
  { production, contactEmail, listensAt }: { production: boolean; contactEmail: string; listensAt: string },
): { shopUrl: string; settings: MailConfig['mail'] } {
  const server = read('SMTP_URL', optional(smtpUrl));
  const isReal = production && server !== null;
  /** A real shop that writes to people says from where, and where it is found. */
  const needed = text.optional().transform((given, faults) => {
    if (given === undefined && isReal) faults.addIssue('is required in production with SMTP_URL');
    return given;
  });
  return {
    /** The public address of the shop, for links in what it sends, without a final slash. */
    shopUrl: read(
      'SHOP_URL',
      needed.pipe(
        text
          .default(listensAt)
          .refine(isOrigin, { error: 'must be an address such as https://shop.example' }),
      ),
    ),
    settings: {
      /** The mail server, or null: nobody gets letters. */
      smtpUrl: server,
      from: read('MAIL_FROM', needed.pipe(mailbox.prefault('Karigar <orders@karigar.example>'))),
      replyTo: read('MAIL_REPLY_TO', optional(mailbox)) ?? { name: '', address: contactEmail },
    },
  };
}
