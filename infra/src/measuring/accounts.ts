import { verifyEmail } from '../seed/seed-shop.ts';
import { ShopHttp } from './shop-http.ts';

/** A person with an access token of the shop. */
export interface Account {
  uid: string;
  email: string;
  /** The shop's own access token; `renew` replaces it. */
  token: string;
  renew(): Promise<void>;
}

/** Where accounts are made: the shop, and the Firebase Auth emulator behind it. */
export interface AccountServers {
  url: string;
  emulatorHost: string;
}

interface IdentityAnswer {
  localId: string;
  idToken: string;
}

const password = 'bench-only-password';

/**
 * Makes an account in the emulator (its address verified, its uid as given) and signs it in to the shop. Who is listed in the shop's
 * ADMIN_EMAILS is then an admin. Throws when either refuses.
 */
export async function openAccount(servers: AccountServers, email: string, uid?: string): Promise<Account> {
  const identity = new ShopHttp(`http://${servers.emulatorHost}/identitytoolkit.googleapis.com/v1`, 30_000);
  const shop = new ShopHttp(servers.url, 30_000);
  const body = { email, password, displayName: email.split('@')[0], returnSecureToken: true };
  // Only the owner of the project may choose the uid.
  const owner = uid === undefined ? {} : { token: 'owner', body: { ...body, localId: uid } };
  const made = (await identity.must('POST', '/accounts:signUp?key=bench', { body, ...owner }))
    .body as IdentityAnswer;
  await verifyEmail(servers.emulatorHost, email);
  const account: Account = {
    uid: made.localId,
    email,
    token: '',
    async renew() {
      const path = '/accounts:signInWithPassword?key=bench';
      const signedIn = await identity.must('POST', path, {
        body: { email, password, returnSecureToken: true },
      });
      const { idToken } = signedIn.body as IdentityAnswer;
      const answer = await shop.must('PUT', `/api/user/${encodeURIComponent(email)}`, {
        token: idToken,
        body: { email },
      });
      account.token = (answer.body as { token: string }).token;
    },
  };
  await account.renew();
  return account;
}

/** Makes `count` accounts named `<name>-1@buyers.example` and so on, a few at a time. */
export async function openAccounts(servers: AccountServers, name: string, count: number): Promise<Account[]> {
  const accounts: Account[] = [];
  for (let first = 1; first <= count; first += 10) {
    const numbers = Array.from({ length: Math.min(10, count - first + 1) }, (_, index) => first + index);
    accounts.push(
      ...(await Promise.all(numbers.map((n) => openAccount(servers, `${name}-${n}@buyers.example`)))),
    );
  }
  return accounts;
}
