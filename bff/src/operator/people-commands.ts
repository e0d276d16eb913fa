import { randomUUID } from 'node:crypto';
import { redisKeys } from '@karigar/events';
import { customerIndex } from '../customers/customer-index.ts';
import { type ErasureParts, erasePerson, outlookOf } from '../erasure/erase-person.ts';
import { hasRecords } from '../erasure/erasure-round.ts';
import { pendingErasures } from '../erasure/pending-erasures.ts';
import { waitingRecords } from '../notices/waiting-records.ts';
import { profileRecords } from '../people/profile-records.ts';
import { userRecords } from '../people/user-records.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { deviceRecords } from '../push/device-records.ts';
import { countReviewsOf, hideReview, reviewPage } from '../reviews/review-records.ts';
import { argument, option, wholeNumber } from './arguments.ts';
import { type Context, command } from './command.ts';
import { failureText, OperatorError } from './failure-text.ts';
import { isoTime } from './output.ts';
import { paymentParts } from './payment-commands.ts';

/** Commands about what people wrote and who they are. */
export const peopleCommands = [
  command({
    name: 'reviews',
    help: 'The newest reviews and the hidden ones; hide some from everybody, or show them again',
    examples: [
      'reviews --last 50',
      'reviews --hide rev_1f0c… rev_77ab… --why spam',
      'reviews --show rev_1f0c… --why mistake',
    ],
    options: [
      option('--last <n>', 'how many of each', wholeNumber, 20),
      option('--hide <review...>', 'hide these').conflicts('show'),
      option('--show <review...>', 'show these again'),
    ],
    why: ['spam', 'abuse', 'mistake', 'other'],
    async run(context, { last, hide, show }: { last: number; hide?: string[]; show?: string[] }) {
      const { redis } = await context.log();
      const hidden = hide !== undefined;
      const ids = hide ?? show;
      if (ids === undefined) return listReviews(context, last);
      for (const review of ids) {
        const changed = await hideReview(redis, review, hidden, () => context.note({ review, hidden }));
        context.output.record({ review, hidden, changed });
        const state = hidden ? 'hidden' : 'shown';
        context.output.line(changed ? `${review} is ${state} now.` : `${review} was ${state} already.`);
      }
      return {};
    },
  }),
  command({
    name: 'erase',
    help: 'Erase a person; without --yes it only says what it would do',
    examples: ['erase 8fQx2… --why asked', 'erase 8fQx2… --why asked --yes'],
    args: [argument('<uid>', 'the account, as show names it')],
    yes: 'do it',
    why: ['asked', 'guardian', 'death', 'authority', 'test-account'],
    needsWhy: true,
    async run(context, { uid }: { uid: string }) {
      const parts = await personParts(context);
      const found = await lookAt(parts, uid);
      return context.yes
        ? eraseNow(context, parts, uid)
        : { value: found, text: outlookLines(found), ok: found.openOrders.length === 0 };
    },
  }),
];

async function listReviews(context: Context, limit: number) {
  const parts = { redis: (await context.log()).redis, personal: await context.personal() };
  const [shown, hidden] = await Promise.all(
    [false, true].map((isHidden) => reviewPage(parts, { limit, hidden: isHidden })),
  );
  const reviews = [
    ...(shown?.reviews ?? []).map((review) => ({ ...review, hidden: false })),
    ...(hidden?.reviews ?? []).map((review) => ({ ...review, hidden: true })),
  ];
  const text = reviews.map(
    (one) =>
      `${one._id}  ${one.createdAt}  ${one.rating} stars${one.hidden ? '  hidden' : ''}  ${one.name}: ${one.reviews}`,
  );
  return { value: { reviews }, text };
}

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
    users: userRecords({ redis, personal, adminEmails: new Set() }),
    profiles: profileRecords(redis, personal),
    customers: customerIndex(redis, personal),
    devices: deviceRecords(redis, personal),
    waiting: waitingRecords(redis),
    identity: { removeAccount: () => Promise.reject(leftToServers) },
    pending: pendingErasures(redis),
    erased: new Set([...(await log.erasedPersons()), ...(await personal.erased())]),
    keepInvoicesYears,
  };
}

/**
 * Looks at everything that an erasure concerns, and opens nothing of it: also who has lost their key may be erased. Throws
 * `OperatorError` for an unknown account.
 */
async function lookAt(parts: PersonParts, uid: string) {
  const { log, pending, erased } = parts;
  const asked = await pending.find(uid);
  const { accounts, openOrders, keptUntil } = await outlookOf(parts, uid, asked);
  const count = async (...states: ('unpaid' | 'paid' | 'shipped' | 'refunded')[]) =>
    (await log.orders({ uids: accounts, states, limit: 1 })).total;
  const orders = {
    unpaid: await count('unpaid'),
    paid: await count('paid'),
    finished: await count('shipped', 'refunded'),
  };
  const profileKeys = accounts.map(redisKeys.profile);
  const profile = (await log.redis.run((connection) => connection.exists(profileKeys))) > 0;
  const reviews = await countReviewsOf(log.redis, new Set(accounts));
  const [isErased, isUnfinished] = [erased.has(uid), asked !== null];
  const traces = orders.unpaid + orders.paid + orders.finished + reviews;
  if (traces === 0 && !isUnfinished && !isErased && !(await hasRecords(log, uid)))
    throw new OperatorError(`Nobody here has the account ${uid}. Look at the uid with show <orderId>.`);
  const dueAt = keptUntil > (await log.now()) && !isErased ? isoTime(keptUntil) : null;
  return { uid, accounts, isErased, isUnfinished, orders, openOrders, profile, reviews, dueAt };
}

function outlookLines({
  uid,
  accounts,
  orders,
  openOrders,
  dueAt,
  ...found
}: Awaited<ReturnType<typeof lookAt>>) {
  const former = accounts.length - 1;
  const isStopped = openOrders.length > 0;
  const when = isStopped
    ? 'not before everything that is paid is shipped or refunded'
    : dueAt === null
      ? 'at once'
      : `${dueAt}, by itself: invoices are kept until then`;
  return [
    `person    ${uid}${former === 0 ? '' : `, and ${former} accounts that had the address before`}`,
    found.isErased && '          is erased already',
    found.isUnfinished && !found.isErased && '          has an erasure already that is not done yet',
    `orders    ${orders.unpaid} unpaid: will be deleted`,
    `          ${orders.paid} paid and not shipped${isStopped ? ': stop it' : ''}`,
    `          ${orders.finished} shipped or refunded: stay in the figures as "Erased customer"`,
    `profile   ${found.profile ? 'will be removed' : 'none'}`,
    `reviews   ${found.reviews}: the stars stay, name and text go`,
    `when      ${when}`,
    `Nothing was changed. ${isStopped ? `Ship first: ${openOrders.join(', ')}` : 'Add --yes to do it.'}`,
  ];
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
