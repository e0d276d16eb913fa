import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ObjectsAddressError, readObjectsAddress, readRedisAddress, shopClock } from '@karigar/events';
import { z } from 'zod';
import { emptyOrText } from '../contracts/fields.ts';
import { longest, paragraphs } from '../contracts/written-text.ts';
import { isProxyEntry } from '../http/client-address.ts';
import { isPlainAddress, normalEmail } from '../identity/person.ts';
import { readCarrier } from '../orders/carriers.ts';
import { dataKeyFrom } from '../personal/data-key.ts';
import { publicKeyOf } from '../push/vapid.ts';

// One schema for each kind of variable. Each message goes on after the variable's name.

/** Any text. */
export const text = z.string();

/** A sentence or two for customers. */
export const shortText = text.max(300, { error: 'must have at most 300 characters' });

/** A variable that may be absent, which reads as null. */
export const optional = <S extends z.ZodType>(schema: S) =>
  schema.optional().transform((value) => value ?? null);

/** Text that has to be there `when`; otherwise it has a default. `why` follows "is required". */
export const required = (when: boolean, why: string, fallback = '') =>
  when ? z.string({ error: `is required ${why}` }) : text.default(fallback);

/** A whole number from 0, or `min`, to `max`; `error` says so when it is none. */
export const wholeNumber = (fallback: number, max: number, error: string, min = 0) =>
  z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error }).default(fallback);

/** A time in hours; 0 = for ever. */
export const hours = (fallback: number) =>
  wholeNumber(fallback, 87_600, 'must be a whole number of hours, 0 for ever');

const notAShare = { error: 'must be a share from 0.01 to 1 in steps of 0.01, 1 for no limit' };

/** A share as the whole percent that it is: calculations with it stay exact. */
export const share = z.coerce
  .number(notAShare)
  .min(0.01, notAShare)
  .max(1, notAShare)
  .multipleOf(0.01, notAShare)
  .default(0.25)
  .transform((part) => Math.round(part * 100));

/** One of a few words. */
export const oneOf = <const W extends readonly [string, ...string[]]>(words: W, fallback: W[number]) =>
  z.enum(words, { error: `must be one of ${words.join(', ')}` }).default(fallback as never);

/** What a reader makes of a text; null or a thrown error refuses it with `error`. */
const readAs = <T>(read: (given: string) => T | null, error: string) =>
  text.transform((given, faults) => {
    try {
      const value = read(given);
      if (value !== null) return value;
    } catch {
      // Refused below.
    }
    faults.addIssue(error);
    return z.NEVER;
  });

/** An email address, alone or behind the name that is shown for it: `Karigar <orders@shop.example>`. */
export const mailbox = readAs((given) => {
  const [, name = '', named, alone] =
    /^(?:([^<>"\p{Cc}]{0,60}?)\s*<([^\s<>@,]+@[^\s<>@,]+)>|([^\s<>@,]+@[^\s<>@,]+))$/u.exec(given.trim()) ??
    [];
  const address = named ?? alone;
  return address === undefined ? null : { name, address };
}, 'must look like Karigar <orders@shop.example>');

/** The code of a currency. */
export const currencyCode = readAs(
  (code) => (Intl.supportedValuesOf('currency').includes(code) ? code : null),
  'must be the code of a currency (ISO 4217) such as USD or BDT',
).prefault('USD');

/** A name of the IANA's time zones. An offset such as +06:00 would do here, but not in every browser. */
export const timeZone = readAs(
  (name) => (/^[a-z]/i.test(name) && shopClock(name) ? name : null),
  'must be an IANA time zone such as Asia/Dhaka',
).prefault('Asia/Dhaka');

/** Entries separated by commas. */
export const listOf = (entry: z.ZodType<string, string>) =>
  text
    .default('')
    .transform((list) => list.split(',').flatMap((one) => one.trim() || []))
    .pipe(z.array(entry));

/** Carriers, separated by semicolons, each name once in any case. */
export const carriers = text.default('Sundarban Courier;Pathao;RedX;Steadfast').transform((list, faults) => {
  const names = new Set<string>();
  return list.split(';').flatMap((one) => {
    if (one.trim() === '') return [];
    const carrier = readCarrier(one);
    if (carrier === null) {
      faults.addIssue('takes Name=https://…{tracking}… or Name, separated by semicolons');
      return [];
    }
    const name = carrier.name.toLowerCase();
    if (names.has(name)) faults.addIssue(`names ${carrier.name} twice: each carrier has one entry`);
    names.add(name);
    return carrier;
  });
});

const byHandFault =
  'takes a JSON list such as [{"name":"bKash","instructions":"Send Money to 01711-000000."}], at most ten, each name once';

/** Ways of paying by hand, with what a customer has to do, as JSON. */
export const paymentWays = readAs((json) => PaymentWays.parse(JSON.parse(json)), byHandFault).prefault('[]');

const PaymentWays = z
  .array(
    z.strictObject({
      name: emptyOrText(longest.paymentWay).min(1),
      instructions: emptyOrText(1_000, paragraphs).min(1),
    }),
  )
  .max(10)
  .refine((ways) => new Set(ways.map(({ name }) => name.toLowerCase())).size === ways.length);

/** An address of the web. */
export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

/** The same without a final slash, so that paths can be put behind it. */
export const baseUrl = httpUrl.transform((url) => url.replace(/\/$/, ''));

/** An origin as browsers send it: one with a path or a final slash would never be equal to it. */
export const origin = (error: string) =>
  text.refine((given) => URL.canParse(given) && new URL(given).origin === given, { error });

/** The address of a Redis or its Sentinels. The message does not repeat it: it may hold a password. */
export const redisAddress = z
  .string({ error: 'is required: the address of a Redis, such as redis://host:6379' })
  .refine((given) => readRedisAddress(given) !== null, {
    error: 'is not the address of a Redis: write it as redis://host:6379 or rediss://host:6379',
  });

/** The address of a storage of objects, with what kind it is. */
export const objectsAddress = text.transform((address, faults) => {
  try {
    return { ...readObjectsAddress(address), address };
  } catch (error) {
    if (!(error instanceof ObjectsAddressError)) throw error;
    faults.addIssue(error.message);
    return z.NEVER;
  }
});

const DemoAccounts = z.array(
  z.object({ role: z.enum(['user', 'admin']), email: z.string(), password: z.string() }),
);

/** The accounts that a demo shows on its sign-in page, as JSON. */
export const demoAccounts = readAs(
  (json) => DemoAccounts.parse(JSON.parse(json)),
  'must be a JSON list of {role, email, password}',
).prefault('[]');

/** A file that is there. */
export const existingFile = text.refine((path) => statSync(path, { throwIfNoEntry: false })?.isFile(), {
  error: 'names a file that is not there',
});

/** The folder of the built pages. */
export const builtPages = z
  .string({ error: 'is required in production: the folder of the built pages, such as pwa/dist' })
  .refine((folder) => existsSync(join(folder, 'index.html')), {
    error: 'has no index.html: build the pages with npm run build',
  });

/** An email address as accounts are known by it. */
export const emailAddress = text
  .refine(isPlainAddress, { error: 'takes email addresses, without invisible characters' })
  .transform(normalEmail);

/** The key that wraps the keys of people. */
export const dataKey = readAs(
  dataKeyFrom,
  'is not 32 bytes in base64: make one with openssl rand -base64 32',
);

/** A private key of P-256 as 32 bytes in base64url, with the public key that belongs to it. */
export const vapidPrivateKey = readAs(
  (privateKey) =>
    Buffer.from(privateKey, 'base64url').length === 32
      ? { privateKey, publicKey: publicKeyOf(privateKey) }
      : null,
  'must be a private key of P-256: 32 bytes in base64url',
);

/** A proxy whose word is taken for who calls. */
export const proxyEntry = text.refine(isProxyEntry, {
  error: 'takes addresses, ranges such as 10.0.0.0/8 that no customers are in, and the word loopback',
});

/** Tells whether an email address lies in a domain that is reserved for examples (RFC 2606), such as that of the demo. */
export const isReservedAddress = (email: string): boolean =>
  /[.@](example|invalid|localhost|test|example\.(com|net|org))$/i.test(email);

/** The smaller of two limits of which 0 is none. */
export const smallerLimit = (one: number, other: number): number => Math.min(one || other, other || one);
