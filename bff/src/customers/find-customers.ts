import type { UserRecords } from '../people/user-records.ts';
import type { CustomerIndex, FoundCustomers } from './customer-index.ts';

/** What finding works with. */
interface FindParts {
  customers: Pick<CustomerIndex, 'find'>;
  users: Pick<UserRecords, 'accountsAt'>;
}

/**
 * Makes what finds the accounts of customers by the beginning of an email or by words of a name, `most` of them at most. A whole email also
 * means the person who signs in with it, also where their orders name another address. Throws `LogUnavailableError`.
 */
export const findCustomers =
  ({ customers, users }: FindParts) =>
  async (text: string, most = 100): Promise<FoundCustomers> => {
    const [found, accounts] = await Promise.all([
      customers.find(text, most),
      text.includes('@') ? users.accountsAt(text) : [],
    ]);
    const uids = [...new Set([...accounts, ...found.uids])];
    return { uids: uids.slice(0, most), more: found.more || uids.length > most };
  };
