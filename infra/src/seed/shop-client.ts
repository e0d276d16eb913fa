import { setTimeout as pause } from 'node:timers/promises';

/** A refusal of the API: its status and its problem body. */
export class ApiRefusal extends Error {
  override name = 'ApiRefusal';
  readonly status: number;
  readonly problem: { code?: string; detail?: string };

  constructor(what: string, status: number, problem: { code?: string; detail?: string }) {
    super(`${what} answered ${status} ${problem.code ?? ''}: ${problem.detail ?? ''}`);
    this.status = status;
    this.problem = problem;
  }
}

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
  call<T>(method: string, path: string, options?: CallOptions): Promise<T>;
  /** Makes the account unless it exists with this password, and signs in to the shop. */
  signUpOrIn(account: { email: string; password: string; name: string }): Promise<SignedIn>;
  /** Pays an unpaid order with a test card of the simulator; gives the transaction id. */
  pay(person: SignedIn, orderId: string, card?: string): Promise<string>;
}

/** What a call may carry besides its path. */
interface CallOptions {
  body?: unknown;
  form?: FormData;
  token?: string;
  idempotencyKey?: string;
  /** Give up at a 503, whose outcome is unknown, because a repeat would do it twice. */
  once?: boolean;
}

/**
 * Opens a client of the shop at `url`, which signs people in at `identityUrl`: the shop passes the emulator on unless it is open to a
 * network. After a 429 or 503 it waits as told and tries again, for a minute at most.
 */
export function shopClient(url: string, identityUrl = url): ShopClient {
  const call = async <T>(method: string, path: string, options: CallOptions = {}): Promise<T> => {
    const headers: Record<string, string> = {};
    if (options.token !== undefined) headers.authorization = `Bearer ${options.token}`;
    if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
    if (options.body !== undefined) headers['content-type'] = 'application/json';
    const body = options.form ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const until = Date.now() + 60_000;
    for (;;) {
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(30_000),
      });
      const text = await response.text();
      if (response.ok) return (text === '' ? null : JSON.parse(text)) as T;
      const wait = Number(response.headers.get('retry-after') ?? 1) * 1000;
      const later = response.status === 429 || (response.status === 503 && options.once !== true);
      if (!later || Date.now() + wait > until) {
        throw new ApiRefusal(`${method} ${path}`, response.status, problemOf(text));
      }
      await pause(wait);
    }
  };

  const identity = async (verb: string, body: object) => {
    const response = await fetch(
      `${identityUrl}/identitytoolkit.googleapis.com/v1/accounts:${verb}?key=karigar`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, returnSecureToken: true }),
        signal: AbortSignal.timeout(15_000),
      },
    );
    const text = await response.text();
    if (!response.ok) return { refusal: `${response.status} ${text}` };
    return JSON.parse(text) as { idToken: string; localId: string };
  };

  return {
    call,
    async signUpOrIn({ email, password, name }) {
      const made = await identity('signUp', { email, password, displayName: name });
      const account = 'refusal' in made ? await identity('signInWithPassword', { email, password }) : made;
      if ('refusal' in account) throw new Error(`${email} cannot sign up or in: ${account.refusal}`);
      const { token } = await call<{ token: string }>('PUT', `/user/${encodeURIComponent(email)}`, {
        body: { email },
        token: account.idToken,
      });
      return { uid: account.localId, email, name, token };
    },
    async pay(person, orderId, card = '4242424242424242') {
      const intent = await call<{ intentId: string; clientSecret: string }>(
        'POST',
        '/create-payment-intent',
        {
          body: { orderId },
          token: person.token,
        },
      );
      const { payments } = await call<{ payments: { publishableKey: string } }>('GET', '/config');
      const key = payments.publishableKey;
      const method = await simulatorPost(url, '/payment_methods', {
        type: 'card',
        'card[number]': card,
        'card[exp_month]': '12',
        'card[exp_year]': '2034',
        'card[cvc]': '123',
        'billing_details[name]': person.name,
        'billing_details[email]': person.email,
        key,
      });
      await simulatorPost(url, `/payment_intents/${intent.intentId}/confirm`, {
        payment_method: method.id,
        client_secret: intent.clientSecret,
        key,
      });
      await call('PATCH', `/orders/order/${orderId}`, {
        body: { order: orderId, transactionId: intent.intentId },
        token: person.token,
      });
      return intent.intentId;
    },
  };
}

async function simulatorPost(
  url: string,
  path: string,
  form: Record<string, string>,
): Promise<{ id: string }> {
  const response = await fetch(`${url}/simulator/v1${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    signal: AbortSignal.timeout(30_000),
  });
  const answer = (await response.json()) as { id: string; error?: { code: string; message: string } };
  if (!response.ok) {
    throw new ApiRefusal(`simulator ${path}`, response.status, {
      code: answer.error?.code ?? '',
      detail: answer.error?.message ?? '',
    });
  }
  return answer;
}

function problemOf(text: string): { code?: string; detail?: string } {
  try {
    return JSON.parse(text) as { code?: string; detail?: string };
  } catch {
    return { detail: text.slice(0, 200) };
  }
}
