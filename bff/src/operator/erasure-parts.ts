import type { RedisClient } from '@karigar/events';
import { customerIndex } from '../customers/customer-index.ts';
import type { ErasureParts } from '../erasure/erase-person.ts';
import { pendingErasures } from '../erasure/pending-erasures.ts';
import { waitingRecords } from '../notices/waiting-records.ts';
import { profileRecords } from '../people/profile-records.ts';
import { userRecords } from '../people/user-records.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { deviceRecords } from '../push/device-records.ts';
import type { CommandContext } from './command-context.ts';
import { OperatorError } from './operator-error.ts';

/** Why a command removes no account at the identity service: the servers have the rights, and go on with what is left within a minute. */
export const leftToServers = new ProblemError('PROVIDER_UNAVAILABLE', 'The account is left to the servers.');

/** What a command works with that looks at a person or erases them; the payment room is opened by whoever erases. */
export type PersonParts = Awaited<ReturnType<typeof personParts>>;

/** Opens the records and keys of people as a server has them. Throws `OperatorError` without DATA_KEY, and `KeyStoreError`. */
export async function personParts(context: CommandContext) {
  const { shop } = context;
  const log = await context.log();
  const redis: RedisClient = log.redis;
  const personal = await context.personal();
  return {
    log,
    personal,
    users: userRecords({ redis, personal, adminEmails: new Set() }),
    profiles: profileRecords(redis, personal),
    customers: customerIndex(redis, personal),
    devices: deviceRecords(redis, personal),
    waiting: waitingRecords(redis),
    identity: { removeAccount: () => Promise.reject(leftToServers) },
    pending: pendingErasures(redis),
    erased: new Set([...(await log.erasedPersons()), ...(await personal.erased())]),
    keepInvoicesYears: keptYears(shop.keepInvoicesYears),
    now: Date.now,
  } satisfies Omit<ErasureParts, 'payments'>;
}

function keptYears(given: number | null): number {
  if (given === null)
    throw new OperatorError(
      'Set KEEP_INVOICES_YEARS as the servers have it (0: invoices keep no erasure waiting).',
    );
  return given;
}
