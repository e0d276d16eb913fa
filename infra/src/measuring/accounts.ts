import { verifyEmail } from '../seed/seed-shop.ts';
import { type SignedIn, shopClient } from '../seed/shop-client.ts';
import { ShopHttp } from './shop-http.ts';

/** A person with an access token of the shop. */
export interface Account extends SignedIn {
  /** Replaces the token. */
  renew(): Promise<void>;
}

/** Where accounts are made: the shop, and the Firebase Auth emulator behind it. */
export interface AccountServers {
  url: string;
  emulatorHost: string;
}

const password = 'bench-only-password';

/**
 * Makes an account in the emulator (its address verified, its uid as given) and signs it in to the shop. Who is listed in the shop's
 * ADMIN_EMAILS is then an admin. Throws when either refuses.
 */
export async function openAccount(servers: AccountServers, email: string, uid?: string): Promise<Account> {
  const identityUrl = `http://${servers.emulatorHost}`;
  const person = { email, password, name: email.split('@')[0] ?? '' };
  if (uid !== undefined) {
    // Only the owner of the project may choose the uid.
    await new ShopHttp(identityUrl).must(
      'POST',
      '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=bench',
      {
        token: 'owner',
        body: { email, password, displayName: person.name, localId: uid },
      },
    );
  }
  const client = shopClient(servers.url, identityUrl);
  const signedIn = await client.signUpOrIn(person);
  await verifyEmail(servers.emulatorHost, email);
  const account: Account = {
    ...signedIn,
    async renew() {
      account.token = (await client.signUpOrIn(person)).token;
    },
  };
  await account.renew();
  return account;
}

/** Makes `count` accounts named `<name>-1@buyers.example` and so on, a few at a time. */
export async function openAccounts(servers: AccountServers, name: string, count: number): Promise<Account[]> {
  const accounts: Account[] = [];
  while (accounts.length < count) {
    const made = accounts.length;
    const some = Array.from({ length: Math.min(10, count - made) }, (_, at) =>
      openAccount(servers, `${name}-${made + at + 1}@buyers.example`),
    );
    accounts.push(...(await Promise.all(some)));
  }
  return accounts;
}
