import { randomUUID } from 'node:crypto';
import { redisKeys } from '@karigar/events';
import { erasePerson, outlookOf } from '../erasure/erase-person.ts';
import { hasRecords } from '../erasure/erasure-round.ts';
import { countReviewsOf } from '../reviews/review-records.ts';
import type { CommandContext } from './command-context.ts';
import { leftToServers, type PersonParts, personParts } from './erasure-parts.ts';
import { failureText } from './failure-text.ts';
import { OperatorError } from './operator-error.ts';
import { isoTime } from './output.ts';
import { paymentParts } from './payment-parts.ts';
import { requireReason } from './reasons.ts';
import { recordNote } from './record-note.ts';

/** `erase`: erases a person, as they would themselves; without `--yes` it only says what that would do. */
export async function erase(
  context: CommandContext,
  uid: string,
  options: { yes: boolean },
): Promise<number> {
  requireReason('erase', context.why);
  const parts = await personParts(context);
  const found = await lookAt(parts, uid);
  if (options.yes) return eraseNow(context, parts, found);
  context.output.result(found, () => describe(context, found));
  return found.openOrders.length === 0 ? 0 : 1;
}

type Found = Awaited<ReturnType<typeof lookAt>>;

/**
 * Looks at everything that an erasure concerns, and opens nothing of it: also who has lost their key may be erased. Throws
 * `OperatorError` for an account that nobody knows.
 */
async function lookAt(parts: PersonParts, uid: string) {
  const { log, pending, erased, now } = parts;
  const asked = await pending.find(uid);
  const { accounts, openOrders, keptUntil } = await outlookOf(parts, uid, asked);
  const count = async (states: readonly ('unpaid' | 'paid' | 'shipped' | 'refunded')[]) =>
    (await log.orders({ uids: accounts, states, limit: 1 })).total;
  const orders = {
    unpaid: await count(['unpaid']),
    paid: await count(['paid']),
    finished: await count(['shipped', 'refunded']),
  };
  const profileKeys = accounts.map(redisKeys.profile);
  const profile = (await log.redis.run((connection) => connection.exists(profileKeys))) > 0;
  const reviews = await countReviewsOf(log.redis, new Set(accounts));
  const isErased = erased.has(uid);
  const traces = orders.unpaid + orders.paid + orders.finished + reviews;
  if (traces === 0 && asked === null && !isErased && !(await hasRecords(log, uid)))
    throw new OperatorError(`Nobody here has the account ${uid}. Look at the uid with show <orderId>.`);
  const dueAt = keptUntil > now() && !isErased ? isoTime(keptUntil) : null;
  return {
    uid,
    accounts,
    isErased,
    isUnfinished: asked !== null,
    orders,
    openOrders,
    profile,
    reviews,
    dueAt,
  };
}

function describe({ output }: CommandContext, found: Found): void {
  const { uid, accounts, orders, openOrders } = found;
  const former = accounts.length - 1;
  output.line(
    `person    ${uid}${former === 0 ? '' : `, and ${former} accounts that had the address before`}`,
  );
  if (found.isErased) output.line('          is erased already');
  else if (found.isUnfinished) output.line('          has an erasure already that is not done yet');
  output.line(`orders    ${orders.unpaid} unpaid: will be deleted`);
  output.line(`          ${orders.paid} paid and not shipped${openOrders.length === 0 ? '' : ': stop it'}`);
  output.line(`          ${orders.finished} shipped or refunded: stay in the figures as "Erased customer"`);
  output.line(`profile   ${found.profile ? 'will be removed' : 'none'}`);
  output.line(`reviews   ${found.reviews}: the stars stay, name and text go`);
  output.line(`when      ${whenWords(found)}`);
  if (openOrders.length > 0) output.line(`Nothing was changed. Ship first: ${openOrders.join(', ')}`);
  else output.line('Nothing was changed. Add --yes to do it.');
}

function whenWords({ openOrders, dueAt }: Found): string {
  if (openOrders.length > 0) return 'not before everything that is paid is shipped or refunded';
  return dueAt === null ? 'at once' : `${dueAt}, by itself: invoices are kept until then`;
}

async function eraseNow(context: CommandContext, parts: PersonParts, found: Found): Promise<number> {
  const { output, who } = context;
  const { uid } = found;
  await context.shareDataDir();
  const payments = await paymentParts(context);
  const origin = { actor: who, correlationId: `erase-${randomUUID()}` };
  const erasure = await erasePerson({ ...parts, payments }, uid, origin);
  const waitsUntil = erasure.kind === 'waits' ? isoTime(erasure.until) : null;
  const noted = await recordNote(context, 'erase', { uid, waitsUntil });
  if (erasure.kind === 'erased' && erasure.unfinished !== leftToServers)
    throw new OperatorError(
      `${uid} is erased in the log, but not all is destroyed yet: a running server goes on within a minute, or start this command again. ${failureText(erasure.unfinished)}`,
    );
  output.result({ uid, erased: erasure.kind === 'erased', waitsUntil }, () => {
    if (waitsUntil !== null) {
      output.line(
        `It waits until ${waitsUntil}, because invoices are kept until then, and happens by itself.`,
      );
      return;
    }
    output.line(`${uid} is erased: the key is destroyed, and the log takes no order of theirs any more.`);
    output.line('A running server removes the account at the identity service within a minute.');
  });
  return noted ? 0 : 1;
}
