import { demoProject } from '../stack/demo-environment.ts';
import { payByCard } from './card-payment.ts';
import { ApiRefusal, type Call, codeOf, ShopHttp } from './shop-http.ts';

/** A signed-in person: the shop's access token and whose it is. */
export interface SignedIn {
  uid: string;
  email: string;
  name: string;
  token: string;
}

/** A client of the shop's HTTP API, as a browser is one. */
export interface ShopClient {
  /** Sends JSON (or a form) to `/api<path>`; gives the parsed answer, throws ApiRefusal unless 2xx. */
  call<T>(method: string, path: string, options?: Call): Promise<T>;
  /** Makes the account unless it exists with this password, and signs in to the shop. */
  signUpOrIn(account: { email: string; password: string; name: string }): Promise<SignedIn>;
  /** Pays an unpaid order with a test card of the simulator; gives the transaction id. */
  pay(person: SignedIn, orderId: string, card?: string): Promise<string>;
}

/**
 * Opens a client of the shop at `url`, which signs people in at `identityUrl`: the shop passes the emulator on unless it is open to a
 * network. After a 429 or 503 it waits as told and tries again, for a minute at most.
 */
export function shopClient(url: string, identityUrl = url): ShopClient {
  const http = new ShopHttp(url, 30_000);
  const identity = new ShopHttp(`${identityUrl}/identitytoolkit.googleapis.com/v1`, 15_000);
  const call = async <T>(method: string, path: string, options?: Call) =>
    (await http.must(method, `/api${path}`, options)).body as T;
  const identify = (verb: string, body: object) =>
    identity.call('POST', `/accounts:${verb}?key=karigar`, { body: { ...body, returnSecureToken: true } });
  return {
    call,
    async signUpOrIn({ email, password, name }) {
      const made = await identify('signUp', { email, password, displayName: name });
      const account = made.status === 200 ? made : await identify('signInWithPassword', { email, password });
      if (account.status !== 200) throw new ApiRefusal(`The sign-in of ${email}`, account);
      const { localId: uid, idToken } = account.body as { localId: string; idToken: string };
      const { token } = await call<{ token: string }>('PUT', `/user/${encodeURIComponent(email)}`, {
        body: { email },
        token: idToken,
      });
      return { uid, email, name, token };
    },
    async pay(person, orderId, card) {
      const { payments } = await call<{ payments: { publishableKey: string } }>('GET', '/config');
      const patient = { call: http.patiently.bind(http) };
      const { end, intentId, statuses } = await payByCard(patient, person, { orderId, ...payments, card });
      if (end !== 'claimed')
        throw new Error(`The payment of order ${orderId} ended ${end}: ${statuses.join(', ')}`);
      return intentId;
    },
  };
}

/**
 * Signs a person in with a token that says that the address is verified, as by the link in a mail, which the emulator at `emulatorHost` does
 * not send: so an account that the emulator lost in a kill finds what it had in the shop before.
 */
export async function signInVerified(
  client: ShopClient,
  emulatorHost: string,
  account: { email: string; password: string; name: string },
): Promise<SignedIn> {
  await client.signUpOrIn(account).catch((error: unknown) => {
    if (!(error instanceof ApiRefusal && codeOf(error.answer) === 'EMAIL_NOT_VERIFIED')) throw error;
  });
  const localId = await accountAt(emulatorHost, account.email);
  await askEmulator(emulatorHost, ':update', { localId, emailVerified: true });
  return client.signUpOrIn(account);
}

/** Gives the uid of the account with this address; undefined if there is none. */
export async function accountAt(emulatorHost: string, email: string): Promise<string | undefined> {
  const { users } = await askEmulator(emulatorHost, ':lookup', { email: [email] });
  return users?.[0]?.localId;
}

/** Asks the emulator about accounts (`:lookup`, `:update`, or '' to make one) as the owner of the project. Throws when it refuses. */
export async function askEmulator(emulatorHost: string, verb: string, body: object) {
  const path = `/identitytoolkit.googleapis.com/v1/projects/${demoProject}/accounts${verb}`;
  const http = new ShopHttp(`http://${emulatorHost}`, 15_000);
  const answer = await http.must('POST', path, { token: 'owner', body });
  return answer.body as { users?: { localId: string }[] };
}
