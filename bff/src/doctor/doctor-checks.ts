import { checkObjects, type ObjectStore, type OrderLog, pingObjects, redisKeys } from '@karigar/events';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { configWarnings } from '../config/warnings.ts';
import { firebaseIdentity } from '../identity/identity-service.ts';
import { openMailSender } from '../mail/mail-sender.ts';
import { storeWeaknesses } from '../operations/store-weaknesses.ts';
import { handledTypes } from '../payments/payment-gateway.ts';
import { inBackground, stripeGateway } from '../payments/stripe-gateway.ts';
import type { DataKeys } from '../personal/data-key.ts';
import type { KeyObjects } from '../personal/key-objects.ts';
import { openKeysOfShop } from '../personal/key-store.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { addressCheck } from './address-check.ts';
import { type Check, DoctorFault, noAnswer } from './check.ts';

/** The stores of the shop; each may reject. */
interface Stores {
  log(): Promise<OrderLog>;
  objects(): Promise<ObjectStore>;
  keys(): KeyObjects;
  dataKeys(): DataKeys;
}

/** Beyond it a server does no background work, and Stripe's and Amazon's signatures are refused soon. */
const mostSkewSeconds = 60;

/** Lists what `doctor` asks a configured shop for, in the order of its table. */
export const doctorChecks = (config: Config, { log, objects, keys, dataKeys }: Stores): Check[] => [
  { name: 'settings', good: 'complete', ask: async () => configWarnings(config) },
  {
    name: 'redis',
    good: 'answers, and its settings keep every order',
    ask: async () => storeWeaknesses(await log(), config.replicas),
  },
  {
    name: 'clock',
    good: 'as the clocks of Redis and of the sign-in service',
    async ask() {
      const compare = (whose: string, at: number) => {
        const seconds = Math.round((Date.now() - at) / 1_000);
        if (Math.abs(seconds) > mostSkewSeconds)
          throw new DoctorFault(`${seconds} s ahead of the clock of ${whose}: set both by NTP.`);
      };
      compare('Redis', await (await log()).now());
      const outside = await askFirebase(config).catch(() => null);
      if (outside === null) return ['Only compared with the clock of Redis: the sign-in service is away.'];
      compare('the sign-in service', outside.at);
      return [];
    },
  },
  {
    name: 'storage',
    good: 'an object was put, read, and not overwritten',
    async ask() {
      const store = await objects();
      await checkObjects(store);
      await pingObjects(store);
      return [];
    },
  },
  {
    name: 'keys',
    good: 'DATA_KEY opens the keys of this shop',
    async ask() {
      const { redis } = await log();
      const isKnown = await redis.commands.exists(redisKeys.record('keys'));
      if (isKnown === 0) return ['There are no keys yet: the first server that starts makes them.'];
      await openKeysOfShop(redis, keys(), async () => dataKeys(), 'read');
      return [];
    },
  },
  {
    name: 'mail',
    good: config.mail.smtpUrl === null ? 'none, as configured' : 'the mail server takes the login',
    async ask() {
      const { smtpUrl, ...mailboxes } = config.mail;
      if (smtpUrl === null) return [];
      const sender = openMailSender({ smtpUrl, ...mailboxes }, config.production);
      await sender.check().finally(sender.close);
      return [];
    },
  },
  paymentCheck(config),
  signInCheck(config),
  addressCheck(config.shopUrl, config.production),
];

/** A webhook endpoint, as Stripe lists it. */
interface Endpoint {
  url: string;
  status: string;
  enabled_events: readonly string[];
  api_version: string | null;
}

/** Answers what is weak of the endpoints of an account. Throws {@link DoctorFault} when none brings the shop all news. */
export function judgeWebhooks(endpoints: readonly Endpoint[], shopUrl: string, version: string): string[] {
  const wanted = `${shopUrl}/api/webhooks/stripe`;
  const found = endpoints.find(({ url, status }) => url === wanted && status === 'enabled');
  if (found === undefined)
    throw new DoctorFault(
      `Stripe has no enabled webhook endpoint ${wanted} in the mode of this key: add it.`,
    );
  const { enabled_events: events, api_version: spoken } = found;
  const missing = events.includes('*') ? [] : handledTypes.filter((type) => !events.includes(type));
  if (missing.length > 0)
    throw new DoctorFault(`The webhook endpoint lacks these events: ${missing.join(', ')}.`);
  return spoken === version
    ? []
    : [
        `The webhook endpoint speaks version ${spoken ?? 'of the account'}: this release was made for ${version}.`,
      ];
}

/** Checks the secret key, and the webhook endpoint where Stripe itself is asked. */
const paymentCheck = ({ payments, shopUrl }: Pick<Config, 'payments' | 'shopUrl'>): Check => ({
  name: 'payments',
  good: !payments.cards
    ? 'by hand alone, without cards'
    : payments.simulatorUrl === null
      ? 'Stripe takes the key and knows the webhook'
      : 'the simulator takes the key',
  async ask() {
    if (!payments.cards) return [];
    // None of the calls is about an order.
    const log = { shop: () => Promise.resolve(''), now: () => Promise.resolve(Date.now()) };
    const gateway = stripeGateway(payments, inBackground, log);
    try {
      await gateway.ping();
      if (payments.simulatorUrl !== null) return [];
      const { endpoints, version } = await gateway.webhooks();
      return judgeWebhooks(endpoints, shopUrl, version);
    } catch (error) {
      // The SDK's own words: a customer's would say to wait.
      if (error instanceof Error && error.cause instanceof Error) throw new DoctorFault(error.cause.message);
      throw error;
    }
  },
});

const google = 'identitytoolkit.googleapis.com';
const timeoutMs = 10_000;

/** What Firebase says of a project to its pages (`GET /v1/projects`). */
const Answer = z.object({
  authorizedDomains: z.array(z.string()).optional(),
  error: z.object({ message: z.string() }).optional(),
});

/** Asks Firebase what it tells pages of the project; `at` is when it answered by its own clock (ms). Throws {@link DoctorFault} without an answer. */
async function askFirebase({ auth, shopUrl }: Pick<Config, 'auth' | 'shopUrl'>) {
  const base = auth.emulatorHost === null ? `https://${google}` : `http://${auth.emulatorHost}/${google}`;
  const answer = await fetch(`${base}/v1/projects?key=${encodeURIComponent(auth.apiKey)}`, {
    // A key may be restricted to the pages of the shop.
    headers: { Referer: `${shopUrl}/` },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw noAnswer(new URL(base).host, error);
  });
  return {
    body: (await answer.json().catch(() => null)) as unknown,
    at: Date.parse(answer.headers.get('date') ?? ''),
  };
}

/** Throws {@link DoctorFault} unless Firebase knows the key and lets people sign in on the pages of `shopUrl`. */
export function judgeFirebase(body: unknown, shopUrl: string): void {
  const { data } = Answer.safeParse(body);
  if (data?.error) throw new DoctorFault(`Firebase refuses FIREBASE_API_KEY: ${data.error.message}`);
  if (data?.authorizedDomains === undefined)
    throw new DoctorFault('Firebase answers something else than its API: look at the proxy of this network.');
  const { hostname } = new URL(shopUrl);
  if (!data.authorizedDomains.includes(hostname))
    throw new DoctorFault(
      `${hostname} is no authorised domain of the Firebase project: add it in Authentication, Settings.`,
    );
}

/** Checks key, domain and service account of the Firebase project. */
const signInCheck = (config: Pick<Config, 'auth' | 'shopUrl'>): Check => ({
  name: 'sign-in',
  good: `the Firebase project ${config.auth.projectId} takes key, domain and service account`,
  async ask() {
    const { emulatorHost, projectId, hasCredentials } = config.auth;
    judgeFirebase((await askFirebase(config)).body, config.shopUrl);
    const identity = firebaseIdentity({ projectId, emulated: emulatorHost !== null, hasCredentials });
    try {
      if ((await identity.find('karigar-doctor')) !== 'unknown') return [];
      return [
        'GOOGLE_APPLICATION_CREDENTIALS is empty: disabled accounts are refused late, and no person can be erased.',
      ];
    } catch (error) {
      const cause =
        error instanceof ProblemError && error.cause instanceof Error ? `: ${error.cause.message}` : '';
      throw new DoctorFault(
        `Firebase does not take the service account in GOOGLE_APPLICATION_CREDENTIALS${cause}`,
      );
    } finally {
      await identity.close();
    }
  },
});
