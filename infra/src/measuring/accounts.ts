import { askEmulator, type SignedIn, shopClient, signInVerified } from '../seed/shop-client.ts';

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
export async function openAccount(
  { url, emulatorHost }: AccountServers,
  email: string,
  uid?: string,
): Promise<Account> {
  const person = { email, password, name: email.split('@')[0] ?? '' };
  // Only the owner of the project may choose the uid.
  if (uid !== undefined)
    await askEmulator(emulatorHost, '', { email, password, displayName: person.name, localId: uid });
  const client = shopClient(url, `http://${emulatorHost}`);
  const account: Account = {
    ...(await signInVerified(client, emulatorHost, person)),
    async renew() {
      account.token = (await client.signUpOrIn(person)).token;
    },
  };
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
