import type { OrderDocument } from '@karigar/events';
import { hasRecords } from '../erasure/open-erasure.ts';
import { pendingErasures } from '../erasure/pending-erasures.ts';
import { accountsFor } from '../people/user-record.ts';
import { OperatorError } from './failure-text.ts';
import { isoTime } from './output.ts';
import { command } from './run-command.ts';

export const eraseCommand = command({
  usage: 'erase <uid>',
  help: 'Ask a server to erase a person, by their account (see show)',
  example: 'erase 8fQx2… --why asked --yes',
  records: 'with-yes',
  reasons: ['asked', 'guardian', 'death', 'authority', 'test-account'],
  async run(context, { uid }: { uid: string }) {
    const log = await context.log();
    const pending = pendingErasures(log.redis);
    const asked = await pending.find(uid);
    const isErased = (await log.erasedPersons()).includes(uid);
    const accounts = await accountsFor(log.redis, uid);
    const of = (...states: OrderDocument['status'][]) => log.orders({ uids: accounts, states, limit: 100 });
    const [unpaid, paid, finished] = await Promise.all([of('unpaid'), of('paid'), of('shipped', 'refunded')]);
    const isKnown = isErased || asked !== null || unpaid.total + paid.total + finished.total > 0;
    if (!isKnown && !(await hasRecords(log, uid)))
      throw new OperatorError(
        `No person of this shop has the account ${uid}. show <order> names the account of an order.`,
      );
    const openOrders = paid.orders.map(({ id }) => id);
    const isStopped = openOrders.length > 0;
    const isNew = !isErased && !isStopped && asked === null;
    const now = await log.now();
    // The servers have the rights to remove the account, too, and know how long invoices are kept.
    if (isNew && context.yes) await pending.put(uid, { askedAt: now, dueAt: now, by: context.who, accounts });
    const dueAt = asked === null ? null : isoTime(asked.dueAt);
    return {
      value: { uid, accounts, isErased, dueAt, unpaid: unpaid.total, finished: finished.total, openOrders },
      text: [
        `person    ${accounts.join(', ')}${accounts.length > 1 ? ': accounts that had the same address before go along' : ''}`,
        isErased && '          is erased already',
        dueAt !== null && `          has an erasure already, which is due ${dueAt}`,
        `orders    ${unpaid.total} unpaid: will be deleted`,
        `          ${paid.total} paid and not shipped${isStopped ? ': stop it' : ''}`,
        `          ${finished.total} shipped or refunded: stay in the figures as "Erased customer"`,
        'reviews   the stars stay, name and text go',
        'when      within a minute, by a running server, or when invoices need not be kept any more',
        isStopped && `Ship first: ${openOrders.join(', ')}`,
        isNew && context.yes && 'The servers are asked to do it.',
      ],
      note: isNew && context.yes ? { uid } : undefined,
      ok: !isStopped,
      waits: isNew && !context.yes,
    };
  },
});
