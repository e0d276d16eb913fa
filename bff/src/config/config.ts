import { normalEmail } from '../identity/person.ts';
import { Environment } from './environment.ts';

/** Everything the server is told from outside; parsed once at start and passed in, never read from the environment later. */
export interface Config {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly redisUrl: string;
  /** Folder of the built pages, or null when something else serves them. */
  readonly pwaDist: string | null;
  readonly logLevel: Environment['LOG_LEVEL'];
  readonly rateLimit: boolean;
  /** 0 = no limit. */
  readonly maxUnpaidOrders: number;
  /** 0 = for ever. */
  readonly reserveHours: number;
  /** Lower case; admins while listed, once the address is verified. */
  readonly adminEmails: ReadonlySet<string>;
  readonly corsOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  /** Null outside production when one is to be made once into the data folder. */
  readonly accessTokenSecret: string | null;
  readonly metricsToken: string | null;
  readonly minClientVersion: string | null;
  readonly auth: {
    readonly projectId: string;
    readonly apiKey: string;
    readonly authDomain: string;
    /** `host:port`, or null for the real service. */
    readonly emulatorHost: string | null;
    readonly hasCredentials: boolean;
  };
  readonly payments: {
    readonly secretKey: string;
    readonly publishableKey: string;
    readonly webhookSecret: string;
    /** Base address of the payment simulator, or null for Stripe itself. */
    readonly simulatorUrl: string | null;
  };
  readonly imageHost: { readonly url: string; readonly key: string } | null;
  readonly contact: { readonly phone: string; readonly email: string; readonly address: string };
  readonly demoAccounts: Environment['DEMO_ACCOUNTS'];
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

/** Reads the configuration out of environment variables. Throws {@link ConfigError} with all faults together. */
export function configFrom(variables: Readonly<Record<string, string | undefined>>): Config {
  const result = Environment.safeParse(variables);
  const faults = result.success
    ? []
    : result.error.issues.map((issue) => sentence(issue.path, issue.message));
  if (!result.success) throw new ConfigError([...faults, ...tiedFaults(variables)]);
  const more = tiedFaults(variables);
  if (more.length > 0) throw new ConfigError(more);
  return configOf(result.data);
}

const sentence = (path: readonly PropertyKey[], message: string) => {
  const name = String(path[0] ?? 'environment');
  return message.includes(name) ? message : `${name}: ${message}`;
};

/** Rules between variables; on the raw values, so that they are reported together with the faults of single ones. */
function tiedFaults(raw: Readonly<Record<string, string | undefined>>): string[] {
  const faults: string[] = [];
  const simulated = Boolean(raw.SIMULATOR_URL);
  const emulated = Boolean(raw.FIREBASE_AUTH_EMULATOR_HOST);
  if (!simulated)
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])
      if (!raw[name]) faults.push(`${name} is required without SIMULATOR_URL`);
  if (!emulated)
    for (const name of ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN'])
      if (!raw[name]) faults.push(`${name} is required without FIREBASE_AUTH_EMULATOR_HOST`);
  if (raw.IMAGE_HOST_URL && !raw.IMAGE_HOST_KEY) faults.push('IMAGE_HOST_URL needs IMAGE_HOST_KEY');
  if (raw.NODE_ENV !== 'production') return faults;
  if (!raw.ACCESS_TOKEN_SECRET) faults.push('ACCESS_TOKEN_SECRET is required in production');
  for (const name of ['ACCESS_TOKEN_SECRET', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'METRICS_TOKEN'])
    if (/MOCK|karigar_demo/.test(raw[name] ?? ''))
      faults.push(`${name} is a demo secret, which production refuses`);
  if (emulated) faults.push('FIREBASE_AUTH_EMULATOR_HOST accepts unsigned tokens, which production refuses');
  if (simulated) faults.push('SIMULATOR_URL takes no real money, which production refuses');
  if (raw.RATE_LIMIT === 'off') faults.push('RATE_LIMIT=off is for load tests; production refuses it');
  if (raw.DEMO === '1' || raw.DEMO === 'true') faults.push('DEMO shows passwords, which production refuses');
  return faults;
}

const configOf = (env: Environment): Config => ({
  production: env.NODE_ENV === 'production',
  port: env.PORT,
  host: env.HOST,
  dataDir: env.DATA_DIR,
  redisUrl: env.REDIS_URL,
  pwaDist: env.PWA_DIST ?? null,
  logLevel: env.LOG_LEVEL,
  rateLimit: env.RATE_LIMIT === 'on',
  maxUnpaidOrders: env.MAX_UNPAID_ORDERS,
  reserveHours: env.RESERVE_HOURS,
  adminEmails: new Set(env.ADMIN_EMAILS.map(normalEmail)),
  corsOrigins: env.CORS_ORIGINS,
  trustedProxies: env.TRUSTED_PROXIES,
  accessTokenSecret: env.ACCESS_TOKEN_SECRET ?? null,
  metricsToken: env.METRICS_TOKEN ?? null,
  minClientVersion: env.MIN_CLIENT_VERSION ?? null,
  auth: {
    projectId: env.FIREBASE_PROJECT_ID ?? 'demo-karigar',
    apiKey: env.FIREBASE_API_KEY ?? 'demo-api-key',
    authDomain: env.FIREBASE_AUTH_DOMAIN ?? 'localhost',
    emulatorHost: env.FIREBASE_AUTH_EMULATOR_HOST ?? null,
    hasCredentials: env.GOOGLE_APPLICATION_CREDENTIALS !== undefined,
  },
  payments: {
    secretKey: env.STRIPE_SECRET_KEY ?? 'sk_test_karigar_demo',
    publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? 'pk_test_karigar_demo',
    webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? 'whsec_karigar_demo',
    simulatorUrl: env.SIMULATOR_URL?.replace(/\/$/, '') ?? null,
  },
  imageHost:
    env.IMAGE_HOST_URL && env.IMAGE_HOST_KEY ? { url: env.IMAGE_HOST_URL, key: env.IMAGE_HOST_KEY } : null,
  contact: { phone: env.CONTACT_PHONE, email: env.CONTACT_EMAIL, address: env.CONTACT_ADDRESS },
  demoAccounts: env.DEMO ? env.DEMO_ACCOUNTS : [],
});
