import { z } from 'zod';
import { letterVariables, shorter } from '../config/letter-variables.ts';
import { letterParts } from '../mail/open-mail.ts';
import { userRecords } from '../people/user-records.ts';
import type { CommandContext } from './command-context.ts';
import { OperatorError } from './operator-error.ts';

/** Gathers what a command writes letters with, as the servers have it. Throws `OperatorError`, and what opening the keys throws. */
export async function lettersOf(context: CommandContext) {
  const { variables, shopUrl } = context.shop;
  const filled = Object.fromEntries(Object.entries(variables).filter(([, value]) => value));
  const read = z.object(letterVariables).safeParse(filled);
  if (!read.success)
    throw new OperatorError(
      read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join(' '),
    );
  if (shopUrl === null)
    throw new OperatorError('Set SHOP_URL as the servers have it: letters have links to the shop.');
  const { data } = read;
  const log = await context.log();
  const personal = await context.personal();
  const users = userRecords({ redis: log.redis, personal, adminEmails: new Set() });
  return letterParts(
    {
      shopUrl,
      contact: { phone: data.CONTACT_PHONE, email: data.CONTACT_EMAIL, address: data.CONTACT_ADDRESS },
      timeZone: data.SHOP_TIME_ZONE,
      shipping: { carriers: data.CARRIERS, dispatchDays: data.DISPATCH_DAYS },
    },
    {
      log,
      personal,
      users,
      reservation: {
        hours: data.RESERVE_HOURS,
        unverifiedHours: shorter(data.RESERVE_HOURS, data.RESERVE_HOURS_UNVERIFIED),
        verifiedAmong: users.verifiedAmong,
      },
      tool: async () => undefined,
    },
  );
}
