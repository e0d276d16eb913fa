import { randomUUID } from 'node:crypto';
import { type ErasureParts, erasePerson, outlookOf } from '../erasure/erase-person.ts';
import { hasRecords } from '../erasure/open-erasure.ts';
import { pendingErasures } from '../erasure/pending-erasures.ts';
import { personRecords } from '../erasure/person-records.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { failureText, OperatorError } from './failure-text.ts';
import { isoTime } from './output.ts';
import { paymentParts } from './payments-command.ts';
import { type Context, command } from './run-command.ts';

export const eraseCommand = command({
  usage: 'erase <uid>',
  help: 'Erase a person, by their account as show names it; without --yes it only says what it would do',
  example: 'erase 8fQx2… --why asked --yes',
  yes: 'do it',
  reasons: ['asked', 'guardian', 'death', 'authority', 'test-account'],
  async run(context, { uid }: { uid: string }) {
    const parts = await personParts(context);
    const outlook = await lookAt(parts, uid);
    return context.yes ? eraseNow(context, parts, uid) : outlook;
  },
});

/** Why a command removes no account at the identity service: the servers have the rights, and go on with what is left within a minute. */
const leftToServers = new ProblemError('PROVIDER_UNAVAILABLE', 'The account is left to the servers.');

type PersonParts = Omit<ErasureParts, 'payments'>;

/** Opens the records and keys of people as a server has them. */
async function personParts(context: Context): Promise<PersonParts> {
  const { keepInvoicesYears, isLocal, variables } = context.shop;
  if (!isLocal && variables.KEEP_INVOICES_YEARS === undefined)
    throw new OperatorError(
      'Set KEEP_INVOICES_YEARS as the servers have it (0: invoices keep no erasure waiting).',
    );
  const log = await context.log();
  const { redis } = log;
  const personal = await context.personal();
  return {
    log,
    personal,
    ...personRecords(redis, personal),
    identity: { removeAccount: () => Promise.reject(leftToServers) },
    pending: pendingErasures(redis),
    erased: new Set([...(await log.erasedPersons()), ...(await personal.erased())]),
    keepInvoicesYears,
  };
}

/**
 * Looks at everything that an erasure concerns, and opens nothing of it, so that a person whose key is lost may be erased too. Throws
 * `OperatorError` for an unknown account.
 */
async function lookAt(parts: PersonParts, uid: string) {
  const { log, pending, erased } = parts;
  const asked = await pending.find(uid);
  const { accounts, openOrders, keptUntil } = await outlookOf(parts, uid, asked);
  const count = async (...states: ('unpaid' | 'shipped' | 'refunded')[]) =>
    (await log.orders({ uids: accounts, states, limit: 1 })).total;
  const [unpaid, finished] = [await count('unpaid'), await count('shipped', 'refunded')];
  const [isErased, isStopped] = [erased.has(uid), openOrders.length > 0];
  const isKnown = isErased || isStopped || asked !== null || unpaid + finished > 0;
  if (!isKnown && !(await hasRecords(log, uid)))
    throw new OperatorError(
      `No person of this shop has the account ${uid}. show <orderId> names the account of an order.`,
    );
  const dueAt = keptUntil > (await log.now()) && !isErased ? isoTime(keptUntil) : null;
  const free = dueAt === null ? 'at once' : `${dueAt}, by itself: invoices are kept until then`;
  return {
    value: { uid, accounts, isErased, unpaid, finished, openOrders, dueAt },
    text: [
      `person    ${uid}${accounts.length === 1 ? '' : `, and ${accounts.length - 1} accounts that had the address before`}`,
      isErased && '          is erased already',
      asked !== null && !isErased && '          has an erasure already that is not done yet',
      `orders    ${unpaid} unpaid: will be deleted`,
      `          ${openOrders.length} paid and not shipped${isStopped ? ': stop it' : ''}`,
      `          ${finished} shipped or refunded: stay in the figures as "Erased customer"`,
      'reviews   the stars stay, name and text go',
      `when      ${isStopped ? 'not before everything that is paid is shipped or refunded' : free}`,
      `Nothing was changed. ${isStopped ? `Ship first: ${openOrders.join(', ')}` : 'Add --yes to do it.'}`,
    ],
    ok: !isStopped,
  };
}

async function eraseNow(context: Context, parts: PersonParts, uid: string) {
  await context.shareDataDir();
  const payments = await paymentParts(context);
  const origin = { actor: context.who, correlationId: `erase-${randomUUID()}` };
  const erasure = await erasePerson({ ...parts, payments }, uid, origin);
  const waitsUntil = erasure.kind === 'waits' ? isoTime(erasure.until) : null;
  await context.note({ uid, waitsUntil });
  if (erasure.kind === 'erased' && erasure.unfinished !== leftToServers)
    throw new OperatorError(
      `${uid} is erased in the log, but not all is destroyed yet: a running server goes on within a minute, or start this command again. ${failureText(erasure.unfinished)}`,
    );
  return {
    value: { uid, erased: waitsUntil === null, waitsUntil },
    text:
      waitsUntil === null
        ? [
            `${uid} is erased: the key is destroyed, and the log takes no order of theirs any more.`,
            'A running server removes the account at the identity service within a minute.',
          ]
        : [`It waits until ${waitsUntil}, because invoices are kept until then, and happens by itself.`],
  };
}
