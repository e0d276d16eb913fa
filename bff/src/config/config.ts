import { readRedisAddress } from '@karigar/events';
import { z } from 'zod';
import { isLoopbackHost } from '../http/client-address.ts';
import { dataKeyFrom } from '../personal/data-key.ts';
import { archiveVariables } from './archive-variables.ts';
import { letterVariables, shorter } from './letter-variables.ts';
import { mailVariables } from './mail-variables.ts';
import { objectsVariables } from './objects-variables.ts';
import { orderLimitVariables } from './order-limit-variables.ts';
import { paymentVariables } from './payment-variables.ts';
import { pushVariables } from './push-variables.ts';
import { rehearsalFaults } from './rehearsal.ts';
import {
  atLeastOne,
  baseUrl,
  builtPages,
  demoAccountsJson,
  emailAddress,
  existingFile,
  httpUrl,
  isDemoSecret,
  isGuessable,
  isOrigin,
  listOf,
  oneOf,
  optional,
  proxyEntry,
  text,
  wholeNumber,
} from './variables.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Turns environment variables into the configuration. An empty variable counts as absent. Each issue is a sentence that begins with the
 * name of its variable; no fault hides another.
 */
const Environment = z.custom<Variables>().transform((variables, faults) => {
  const read = <S extends z.ZodType>(name: string, schema: S): z.output<S> => {
    const result = schema.safeParse(variables[name] || undefined);
    if (result.success) return result.data;
    for (const { message } of result.error.issues) faults.addIssue(`${name} ${message}`);
    return z.NEVER;
  };
  const production =
    read('NODE_ENV', oneOf(['development', 'test', 'production'], 'development')) === 'production';
  // Opens emulator and simulator in production; `rehearsalFaults` says where it may.
  const rehearsal = read('REHEARSAL', oneOf(['on', 'off'], 'off')) === 'on';
  const refusedInProduction = <S extends z.ZodType>(
    schema: S,
    why: string,
    refused: (value: z.output<S>) => boolean = () => true,
  ) =>
    schema.refine((value) => !(production && refused(value)), { error: `${why}, which production refuses` });
  const secret = <S extends z.ZodType<string>>(schema: S) =>
    refusedInProduction(schema, 'is a demo secret', isDemoSecret);
  const random = <S extends z.ZodType<string>>(schema: S) =>
    refusedInProduction(schema, 'is a demo secret or not random', isGuessable);

  const hostAndPort = text.regex(/^[\w.-]+:\d+$/, { error: 'must look like 127.0.0.1:9099' });
  const emulatorHost = read(
    'FIREBASE_AUTH_EMULATOR_HOST',
    optional(refusedInProduction(hostAndPort, 'accepts unsigned tokens', () => !rehearsal)),
  );
  const ofFirebase = (demo: string) =>
    emulatorHost === null
      ? z.string({ error: 'is required without FIREBASE_AUTH_EMULATOR_HOST' })
      : text.default(demo);
  const simulatorUrl = read(
    'SIMULATOR_URL',
    optional(refusedInProduction(baseUrl, 'takes no real money', () => !rehearsal)),
  );
  const tokenSecret = random(
    z
      .string({ error: 'is required in production' })
      .min(32, { error: 'needs at least 32 characters', abort: true }),
  );
  const wrapping = random(z.string({ error: 'is required in production' })).transform((given, faults) => {
    const key = dataKeyFrom(given);
    if (key === null) faults.addIssue('must be 32 bytes in base64, as openssl rand -base64 32 makes them');
    return key ?? z.NEVER;
  });
  const demo = refusedInProduction(
    text.optional().transform((given) => given === '1' || given === 'true'),
    'shows passwords',
    (on) => on,
  );
  const accounts = read('DEMO_ACCOUNTS', demoAccountsJson);
  const host = read('HOST', text.default('127.0.0.1'));
  const port = read('PORT', wholeNumber(8787, 65_535, 'must be a port number'));
  const demoIsClosed = emulatorHost !== null && !isLoopbackHost(host);
  const reserveHours = read('RESERVE_HOURS', letterVariables.RESERVE_HOURS);
  const imageHostUrl = read('IMAGE_HOST_URL', optional(httpUrl));
  const imageHostKey = read(
    'IMAGE_HOST_KEY',
    imageHostUrl === null ? text.default('') : z.string({ error: 'is required with IMAGE_HOST_URL' }),
  );
  const contactEmail = read('CONTACT_EMAIL', letterVariables.CONTACT_EMAIL);
  const mail = mailVariables(read, {
    production,
    contactEmail,
    listensAt: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
  });
  const { shopUrl } = mail;
  if (rehearsal)
    for (const fault of rehearsalFaults({ host, shopUrl, emulatorHost, simulatorUrl }))
      faults.addIssue(fault);

  const dataDir = read('DATA_DIR', text.default('.data'));
  const rateLimit =
    read(
      'RATE_LIMIT',
      refusedInProduction(oneOf(['on', 'off'], 'on'), 'is off, for load tests', (mode) => mode === 'off'),
    ) === 'on';

  return {
    production,
    /** Emulator and simulator stand in for Firebase and Stripe in production, or behind a proxy on this machine. */
    rehearsal,
    port,
    host,
    /** The public address of the shop, for links in what it sends, without a final slash. */
    shopUrl,
    dataDir,
    /** Where pictures, exports and the archive of the log are kept. */
    objects: objectsVariables(read, { dataDir, plainHttp: !production || rehearsal }),
    ...archiveVariables(read),
    /** One address, or Sentinels: as `readRedisAddress` takes it. */
    redisUrl: read(
      'REDIS_URL',
      z
        .string({ error: 'must be a redis:// address' })
        .refine((address) => readRedisAddress(address) !== null, 'must be a redis:// address'),
    ),
    /** How many replicas must have flushed what a call wrote before it is answered. */
    replicas: read('REPLICAS', wholeNumber(0, 10, 'must be a whole number from 0 to 10')),
    /** Folder of the built pages; null outside production when something else serves them. */
    pwaDist: read('PWA_DIST', production ? builtPages : optional(text)),
    logLevel: read(
      'LOG_LEVEL',
      oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
    ),
    rateLimit,
    /** Server processes that share the visitors, this one included. */
    processes: read('PROCESSES', atLeastOne(1, 100, 'must be a whole number from 1 to 100')),
    ...orderLimitVariables(read, rateLimit),
    /** 0 = for ever. */
    reserveHours,
    /** The same for accounts whose email is not verified; never more. */
    reserveHoursUnverified: shorter(
      reserveHours,
      read('RESERVE_HOURS_UNVERIFIED', letterVariables.RESERVE_HOURS_UNVERIFIED),
    ),
    /** Years for which the law keeps invoices of paid orders: an erasure waits for them; 0 = it never waits. */
    keepInvoicesYears: read(
      'KEEP_INVOICES_YEARS',
      wholeNumber(0, 30, 'must be a whole number of years from 0 to 30'),
    ),
    /** Streams of live updates that this process holds open at once; 0 = none, and every page asks instead. */
    maxLiveStreams: read('MAX_LIVE_STREAMS', wholeNumber(2_000, 100_000, 'must be a whole number')),
    /** Lower case; admins while listed, once the address is verified. */
    adminEmails: read(
      'ADMIN_EMAILS',
      listOf(emailAddress).transform((list) => new Set(list)),
    ),
    corsOrigins: read(
      'CORS_ORIGINS',
      listOf(text.refine(isOrigin, { error: 'takes origins such as https://shop.example' })),
    ),
    trustedProxies: read('TRUSTED_PROXIES', listOf(proxyEntry)),
    /** Null outside production when one is to be made once into the data folder. */
    accessTokenSecret: read('ACCESS_TOKEN_SECRET', production ? tokenSecret : optional(tokenSecret)),
    /** Wraps the keys of people. Null outside production when one is to be made once into the data folder. */
    dataKey: read('DATA_KEY', production ? wrapping : optional(wrapping)),
    /** The one before, readable while keys are rewrapped. */
    dataKeyFormer: read('DATA_KEY_FORMER', optional(wrapping)),
    metricsToken: read(
      'METRICS_TOKEN',
      // Another character could not be sent as a bearer token.
      optional(secret(text.regex(/^[\w.~+/=-]+$/, { error: 'takes letters, digits and . _ ~ + / = -' }))),
    ),
    minClientVersion: read(
      'MIN_CLIENT_VERSION',
      optional(text.regex(/^\d+\.\d+\.\d+$/, { error: 'must look like 1.2.3' })),
    ),
    auth: {
      projectId: read('FIREBASE_PROJECT_ID', ofFirebase('demo-karigar')),
      apiKey: read('FIREBASE_API_KEY', ofFirebase('demo-api-key')),
      authDomain: read('FIREBASE_AUTH_DOMAIN', ofFirebase('localhost')),
      /** `host:port`, or null for the real service. */
      emulatorHost,
      /** The emulator is for this machine alone, because others reach the shop: with it anybody signs in as anybody. */
      demoIsClosed,
      hasCredentials: read('GOOGLE_APPLICATION_CREDENTIALS', optional(existingFile)) !== null,
    },
    payments: paymentVariables(read, (fault) => faults.addIssue(fault), {
      secret,
      simulatorUrl,
      rehearsal,
      takesLiveKeys: production && !rehearsal,
    }),
    imageHost: imageHostUrl === null ? null : { url: imageHostUrl, key: imageHostKey },
    shipping: {
      carriers: read('CARRIERS', letterVariables.CARRIERS),
      /** Within how many days a paid order usually leaves. */
      dispatchDays: read('DISPATCH_DAYS', letterVariables.DISPATCH_DAYS),
    },
    /** Whose clock says where a day begins and ends (IANA). */
    timeZone: read('SHOP_TIME_ZONE', letterVariables.SHOP_TIME_ZONE),
    contact: {
      phone: read('CONTACT_PHONE', letterVariables.CONTACT_PHONE),
      email: contactEmail,
      address: read('CONTACT_ADDRESS', letterVariables.CONTACT_ADDRESS),
    },
    push: pushVariables(read, (fault) => faults.addIssue(fault), { production, contactEmail }),
    mail: mail.settings,
    /** Base address of the demo's inbox, which shows what would have been sent; null where letters really go out. */
    inboxUrl: read('INBOX_URL', optional(refusedInProduction(baseUrl, 'shows everybody’s letters'))),
    demoAccounts: read('DEMO', demo) && !demoIsClosed ? accounts : [],
  };
});

/** Everything that the server is told from outside; parsed once at start and passed in, never read from the environment later. */
export type Config = z.output<typeof Environment>;

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

/** Reads the configuration out of environment variables. Throws {@link ConfigError} with all faults together. */
export function configFrom(variables: Variables): Config {
  const result = Environment.safeParse(variables);
  if (result.success) return result.data;
  throw new ConfigError([...new Set(result.error.issues.map((issue) => issue.message))]);
}
