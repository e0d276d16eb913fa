import { z } from 'zod';
import { isProxyEntry } from '../http/client-address.ts';

const absentWhenEmpty = (value: unknown) => (value === '' ? undefined : value);
const optional = <S extends z.ZodType>(schema: S) => z.preprocess(absentWhenEmpty, schema.optional());
const withDefault = (value: string) => z.preprocess(absentWhenEmpty, z.string().default(value));
const count = (value: number, max: number, message: string) =>
  z.preprocess(
    (given) => (given === undefined || given === '' ? value : Number(given)),
    z.int({ error: message }).min(0, { error: message }).max(max, { error: message }),
  );
const listOf = (entry: z.ZodType<string>) =>
  z.preprocess(
    (given) =>
      typeof given === 'string'
        ? given
            .split(',')
            .map((one) => one.trim())
            .filter(Boolean)
        : [],
    z.array(entry),
  );
/** An origin as browsers send it: one with a path or a final slash would never be equal to it. */
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
const flag = z.preprocess((given) => given === '1' || given === 'true', z.boolean());
const httpUrl = (name: string) =>
  z.url({ protocol: /^https?$/, error: `${name} must be an http(s) address` });

/** A demo account that the login page may show: only ever filled in by the demo itself. */
const DemoAccounts = z.preprocess(
  (given) => {
    if (given === undefined || given === '') return [];
    try {
      return JSON.parse(String(given));
    } catch {
      return given;
    }
  },
  z.array(z.object({ role: z.enum(['user', 'admin']), email: z.string(), password: z.string() }), {
    error: 'DEMO_ACCOUNTS must be a JSON list of {role, email, password}',
  }),
);

/** Every variable that the server reads, with its bounds; faults name the variable. */
export const Environment = z.object({
  NODE_ENV: withDefault('development'),
  PORT: count(8787, 65_535, 'PORT must be a port number'),
  HOST: withDefault('127.0.0.1'),
  DATA_DIR: withDefault('.data'),
  REDIS_URL: z.preprocess(
    absentWhenEmpty,
    z.url({ protocol: /^rediss?$/, error: 'REDIS_URL must be a redis:// address' }),
  ),
  PWA_DIST: optional(z.string()),
  DEMO: flag,
  DEMO_ACCOUNTS: DemoAccounts,
  LOG_LEVEL: z.preprocess(
    absentWhenEmpty,
    z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
        error: 'LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent',
      })
      .default('info'),
  ),
  RATE_LIMIT: z.preprocess(
    absentWhenEmpty,
    z.enum(['on', 'off'], { error: 'RATE_LIMIT must be on or off' }).default('on'),
  ),
  MAX_UNPAID_ORDERS: count(5, 100_000, 'MAX_UNPAID_ORDERS must be a whole number, 0 for no limit'),
  RESERVE_HOURS: count(72, 87_600, 'RESERVE_HOURS must be a whole number of hours, 0 for ever'),
  ADMIN_EMAILS: listOf(z.string()),
  CORS_ORIGINS: listOf(
    z.string().refine(isOrigin, { error: 'CORS_ORIGINS takes origins such as https://shop.example' }),
  ),
  TRUSTED_PROXIES: listOf(
    z.string().refine(isProxyEntry, {
      error: 'TRUSTED_PROXIES takes addresses, ranges such as 10.0.0.0/8, and the word loopback',
    }),
  ),
  ACCESS_TOKEN_SECRET: optional(
    z.string().min(32, { error: 'ACCESS_TOKEN_SECRET needs at least 32 characters' }),
  ),
  METRICS_TOKEN: optional(
    // Another character could not be sent as a bearer token.
    z.string().regex(/^[\w.~+/=-]+$/, { error: 'METRICS_TOKEN takes letters, digits and . _ ~ + / = -' }),
  ),
  MIN_CLIENT_VERSION: optional(
    z.string().regex(/^\d+\.\d+\.\d+$/, { error: 'MIN_CLIENT_VERSION must look like 1.2.3' }),
  ),
  FIREBASE_PROJECT_ID: optional(z.string()),
  FIREBASE_API_KEY: optional(z.string()),
  FIREBASE_AUTH_DOMAIN: optional(z.string()),
  FIREBASE_AUTH_EMULATOR_HOST: optional(
    z.string().regex(/^[\w.-]+:\d+$/, { error: 'FIREBASE_AUTH_EMULATOR_HOST must look like 127.0.0.1:9099' }),
  ),
  GOOGLE_APPLICATION_CREDENTIALS: optional(z.string()),
  STRIPE_SECRET_KEY: optional(z.string()),
  STRIPE_PUBLISHABLE_KEY: optional(z.string()),
  STRIPE_WEBHOOK_SECRET: optional(z.string()),
  SIMULATOR_URL: optional(httpUrl('SIMULATOR_URL')),
  IMAGE_HOST_URL: optional(httpUrl('IMAGE_HOST_URL')),
  IMAGE_HOST_KEY: optional(z.string()),
  CONTACT_PHONE: withDefault('+880 1700-000000'),
  CONTACT_EMAIL: withDefault('hello@karigar.example'),
  CONTACT_ADDRESS: withDefault('12 Kazi Nazrul Islam Avenue, Dhaka 1215, Bangladesh'),
});
/** The environment as parsed, before the rules that tie variables together. */
export type Environment = z.infer<typeof Environment>;
