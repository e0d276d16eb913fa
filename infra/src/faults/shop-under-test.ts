import type { PastEvents } from '@karigar/events';
import { type Account, openAccount, openAccounts } from '../measuring/accounts.ts';
import type { ShopHttp } from '../measuring/shop-http.ts';
import { openTools } from '../measuring/tools.ts';

/** What buyers and checkers need to know of a shop, however many machines it has. */
export interface ShopUnderTest extends People {
  url: string;
  /** Where its log is, to read what is left. */
  redisUrl: string;
  dataDir: string;
  /** The simulator's test controls: its ledger and its fault injections. */
  simulator: ShopHttp;
  simulatorUrl: string;
  /** What its commands are told beside the addresses of Redis and of the simulator. */
  variables?: Readonly<Record<string, string>>;
  /** Gives the events that have left Redis. */
  past?: PastEvents;
  /** Where the inbox lists the letters that customers got. */
  inboxUrl: string;
}

/** Who buys what. */
interface People {
  admin: Account;
  buyers: Account[];
  toolIds: string[];
}

/** The address in ADMIN_EMAILS. */
export const adminEmail = 'fault-admin@karigar.example';

/** Prepares the admin, so many buyers, and the tools of a fault run. Throws when the shop refuses. */
export async function openPeople(url: string, emulatorHost: string, buyers: number): Promise<People> {
  const servers = { url, emulatorHost };
  const admin = await openAccount(servers, adminEmail);
  return {
    admin,
    buyers: await openAccounts(servers, 'fault-buyer', buyers),
    // One tool that never runs out and two that do, so that refusals are part of every history.
    toolIds: await openTools(url, admin, [1_000_000, 400, 60]),
  };
}
