import { hostOf, isLoopbackHost } from '../http/client-address.ts';
import { environmentOf, type Variables } from './environment.ts';
import {
  identitySettings,
  imageHostSettings,
  mailSettings,
  paymentSettings,
  pushSettings,
  storageSettings,
} from './outside-services.ts';
import {
  baseUrl,
  builtPages,
  carriers,
  currencyCode,
  dataKey,
  demoAccounts,
  emailAddress,
  hours,
  listOf,
  oneOf,
  optional,
  origin,
  proxyEntry,
  redisAddress,
  share,
  shortText,
  smallerLimit,
  text,
  timeZone,
  wholeNumber,
} from './variables.ts';

/** Everything that the shop's programs are told from outside; read once at start and passed in, never read from the environment later. */
export type Config = ReturnType<typeof readAll>;

function readAll(variables: Variables, fault: (sentence: string) => void) {
  const env = environmentOf(variables, fault);
  const { read, production, rehearsal, inProduction, random, needed } = env;
  const orderCount = (name: string, fallback: number) =>
    read(name, wholeNumber(fallback, 100_000, 'must be a whole number, 0 for no limit'));

  const host = read('HOST', text.default('127.0.0.1'));
  const port = read('PORT', wholeNumber(8787, 65_535, 'must be a port number from 0 to 65535'));
  const dataDir = read('DATA_DIR', text.default('.data'));
  const auth = identitySettings(env);
  const payments = paymentSettings(env);
  /** What customers see of the shop's people: in production their own, not that of the demo. */
  const contact = (name: string, demo: string) =>
    read(
      name,
      text.default(demo),
      (given) => production && !rehearsal && given === demo && 'is that of the demo: set yours',
    );
  /** What the shop promises on a tool's page: nothing that its owner has not written, but an example in the demo. */
  const promise = (name: string, demo: string) =>
    read(name, shortText.default(production && !rehearsal ? '' : demo));
  const contactEmail = contact('CONTACT_EMAIL', 'hello@karigar.example');
  const { mail, ofMail } = mailSettings(env, contactEmail);
  const shopUrl = read(
    'SHOP_URL',
    ofMail(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).pipe(
      origin('must be an address such as https://shop.example'),
    ),
  );
  const rateLimit = read('RATE_LIMIT', oneOf(['on', 'off'], 'on'), (mode) =>
    inProduction('is off, for load tests')(mode === 'off'),
  );
  const ordersADay = orderCount('MAX_ORDERS_PER_DAY', 50);
  const unverifiedADay = smallerLimit(ordersADay, orderCount('MAX_ORDERS_PER_DAY_UNVERIFIED', 10));
  const reserveHours = read('RESERVE_HOURS', hours(72));
  const demoIsClosed = auth.emulatorHost !== null && !isLoopbackHost(host);
  const accounts = read('DEMO_ACCOUNTS', demoAccounts, ({ length }) =>
    inProduction('shows passwords')(length > 0),
  );

  if (rehearsal) {
    if (!auth.emulatorHost || !payments.simulatorUrl)
      fault(
        'REHEARSAL needs FIREBASE_AUTH_EMULATOR_HOST and SIMULATOR_URL: it is no way to try the real services',
      );
    if (!isLoopbackHost(host)) fault('REHEARSAL needs a HOST that only this machine reaches, 127.0.0.1');
    if (shopUrl && !isLoopbackHost(hostOf(shopUrl) ?? ''))
      fault('REHEARSAL needs a SHOP_URL on this machine, such as https://localhost:8443');
  }

  return {
    production,
    rehearsal,
    port,
    host,
    /** The public address of the shop, for links in what it sends and in the heads of its pages, without a final slash. */
    shopUrl,
    dataDir,
    /** `objects`: pictures and the archive of the log; `keys`: the keys of people. As `openObjects` takes them. */
    ...storageSettings(env, dataDir),
    archive: {
      /** How often what is new is written (s); 0 = never. */
      everySeconds: read(
        'ARCHIVE_SECONDS',
        wholeNumber(10, 3_600, 'must be a whole number of seconds from 0 to 3600, 0 for no archive'),
      ),
      /** For how many days the plain records of any moment can be told. */
      keepDays: read(
        'ARCHIVE_RECORD_DAYS',
        wholeNumber(35, 3_650, 'must be a whole number of days from 1 to 3650', 1),
      ),
    },
    /** The moment as of which the shop is shown, in which nothing can be changed, as `open` sets it. Null for a shop that sells. */
    asOf: read('AS_OF', optional(text)),
    /** One address, or Sentinels: as `readRedisAddress` takes it. */
    redisUrl: read('REDIS_URL', redisAddress),
    /** How many replicas must have flushed what a call wrote before it is answered. */
    replicas: read('REPLICAS', wholeNumber(0, 10, 'must be a whole number from 0 to 10')),
    /** Folder of the built pages; null outside production when something else serves them. */
    pwaDist: read('PWA_DIST', production ? builtPages : optional(text)),
    logLevel: read(
      'LOG_LEVEL',
      oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
    ),
    rateLimit: rateLimit === 'on',
    /** Server processes that share the visitors, this one included. */
    processes: read('PROCESSES', wholeNumber(1, 100, 'must be a whole number from 1 to 100', 1)),
    /** 0 = no limit. */
    maxUnpaidOrders: orderCount('MAX_UNPAID_ORDERS', 5),
    /** Load tests, without rate limits, place any number of orders a day. */
    dailyOrders:
      rateLimit === 'on'
        ? { verified: ordersADay, unverified: unverifiedADay }
        : { verified: 0, unverified: 0 },
    /** Whole percent of a tool's stock that the unpaid orders of one person may hold; 100 = no limit. */
    maxHeldPercent: read('MAX_HELD_SHARE', share),
    /** 0 = for ever. */
    reserveHours,
    /** The same for accounts whose email is not verified; never more. */
    reserveHoursUnverified: smallerLimit(reserveHours, read('RESERVE_HOURS_UNVERIFIED', hours(2))),
    /** Years for which the law keeps invoices of paid orders: an erasure waits for them; 0 = it never waits. */
    keepInvoicesYears: read(
      'KEEP_INVOICES_YEARS',
      wholeNumber(0, 30, 'must be a whole number of years from 0 to 30'),
    ),
    /** Streams of live updates that this process holds open at once; 0 = none, and every page asks instead. */
    maxLiveStreams: read('MAX_LIVE_STREAMS', wholeNumber(2_000, 100_000, 'must be a whole number')),
    /** Lower case; admins while listed, once the address is verified. */
    adminEmails: new Set(read('ADMIN_EMAILS', listOf(emailAddress))),
    corsOrigins: read('CORS_ORIGINS', listOf(origin('takes origins such as https://shop.example'))),
    trustedProxies: read('TRUSTED_PROXIES', listOf(proxyEntry)),
    /** Null outside production when one is to be made once into the data folder. */
    accessTokenSecret: read(
      'ACCESS_TOKEN_SECRET',
      needed(text.min(32, { error: 'needs at least 32 characters' }), 'openssl rand -base64 48'),
      random,
    ),
    /** Wraps the keys of people. Null outside production when one is to be made once into the data folder. */
    dataKey: read('DATA_KEY', needed(dataKey, 'openssl rand -base64 32'), random),
    /** The one before, readable while keys are rewrapped. */
    dataKeyFormer: read('DATA_KEY_FORMER', optional(dataKey), random),
    metricsToken: read(
      'METRICS_TOKEN',
      // Another character could not be sent as a bearer token.
      optional(text.regex(/^[\w.~+/=-]+$/, { error: 'takes letters, digits and . _ ~ + / = -' })),
      env.secret,
    ),
    minClientVersion: read(
      'MIN_CLIENT_VERSION',
      optional(text.regex(/^\d+\.\d+\.\d+$/, { error: 'must look like 1.2.3' })),
    ),
    /** `demoIsClosed`: the emulator is for this machine alone, because others reach the shop: with it anybody signs in as anybody. */
    auth: { ...auth, demoIsClosed },
    payments,
    imageHost: imageHostSettings(env),
    shipping: {
      carriers: read('CARRIERS', carriers),
      /** Within how many days a paid order usually leaves. */
      dispatchDays: read(
        'DISPATCH_DAYS',
        wholeNumber(2, 60, 'must be a whole number of days from 1 to 60', 1),
      ),
    },
    terms: {
      delivery: promise('DELIVERY_TERMS', 'Delivered in 3–5 days in Bangladesh.'),
      returns: promise('RETURN_TERMS', 'Return unused tools within 7 days of delivery for a refund.'),
    },
    /** The currency of every price and payment (ISO 4217). */
    currency: read('CURRENCY', currencyCode),
    /** Whose clock says where a day begins and ends (IANA). */
    timeZone: read('SHOP_TIME_ZONE', timeZone),
    contact: {
      phone: contact('CONTACT_PHONE', '+880 1700-000000'),
      email: contactEmail,
      address: contact('CONTACT_ADDRESS', '12 Kazi Nazrul Islam Avenue, Dhaka 1215, Bangladesh'),
    },
    push: pushSettings(env, contactEmail),
    mail,
    /** Base address of the demo's inbox, which shows what would have been sent; null where letters really go out. */
    inboxUrl: read('INBOX_URL', optional(baseUrl), inProduction('shows everybody’s letters')),
    demoAccounts: demoIsClosed ? [] : accounts,
  };
}

/** The environment is not good; `faults` lists every reason, one sentence each. */
export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/**
 * Reads the configuration out of environment variables. Throws {@link ConfigError} with all faults together.
 * @param counts tells by the name of a variable whether its fault matters: a program that uses a part of the configuration is kept from its work by no other
 */
export function configFrom(variables: Variables, counts: (name: string) => boolean = () => true): Config {
  const faults = new Set<string>();
  const config = readAll(variables, (sentence) => {
    if (counts(sentence.split(' ', 1)[0] ?? '')) faults.add(sentence);
  });
  if (faults.size > 0) throw new ConfigError([...faults]);
  return config;
}
