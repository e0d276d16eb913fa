import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { shopClock } from '../contracts/shop-clock.ts';
import { isProxyEntry } from '../http/client-address.ts';
import { isPlainAddress, normalEmail } from '../identity/person.ts';
import { readCarrier } from '../orders/carriers.ts';

/** Any text. */
export const text = z.string();

/** A variable that may be absent, which reads as null. */
export const optional = <S extends z.ZodType>(schema: S) =>
  schema.optional().transform((value) => value ?? null);

/** A whole number from 0 to `max`; `error` says so when it is none. */
export const wholeNumber = (fallback: number, max: number, error: string) =>
  z.coerce.number({ error }).int({ error }).min(0, { error }).max(max, { error }).default(fallback);

/** Like {@link wholeNumber}, from 1. */
export const atLeastOne = (fallback: number, max: number, error: string) =>
  wholeNumber(fallback, max, error).refine((n) => n > 0, { error });

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

/** An address of mail, alone or behind the name that is shown for it: `Karigar <orders@shop.example>`. */
export const mailbox = text.transform((given, faults) => {
  const [, name = '', named, alone] =
    /^(?:([^<>"\p{Cc}]{0,60}?)\s*<([^\s<>@,]+@[^\s<>@,]+)>|([^\s<>@,]+@[^\s<>@,]+))$/u.exec(given.trim()) ??
    [];
  const address = named ?? alone;
  if (address === undefined) faults.addIssue('must look like Karigar <orders@shop.example>');
  return address === undefined ? z.NEVER : { name, address };
});

/** A name of the IANA's time zones. */
export const timeZone = text.default('Asia/Dhaka').refine(
  (name) => {
    try {
      // An offset such as +06:00 would do here, but not in every browser.
      return /^[a-z]/i.test(name) && shopClock(name) !== null;
    } catch {
      return false;
    }
  },
  { error: 'must be an IANA time zone such as Asia/Dhaka' },
);

/** Entries separated by commas. */
export const listOf = (entry: z.ZodType<string, string>) =>
  text
    .default('')
    .transform((list) => list.split(',').flatMap((one) => one.trim() || []))
    .pipe(z.array(entry));

/** Carriers, separated by semicolons, each name once: in any case, as names are compared so. */
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

/** An address of the web. */
export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

/** The same without a final slash, so that paths can be put behind it. */
export const baseUrl = httpUrl.transform((url) => url.replace(/\/$/, ''));

/** An origin as browsers send it: one with a path or a final slash would never be equal to it. */
export const isOrigin = (origin: string): boolean =>
  URL.canParse(origin) && new URL(origin).origin === origin;

const demoAccounts = z.array(
  z.object({ role: z.enum(['user', 'admin']), email: z.string(), password: z.string() }),
);

/** The accounts that a demo shows on its sign-in page, as JSON. */
export const demoAccountsJson = text.default('[]').transform((json, faults) => {
  try {
    return demoAccounts.parse(JSON.parse(json));
  } catch {
    faults.addIssue('must be a JSON list of {role, email, password}');
    return z.NEVER;
  }
});

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

/** Tells whether a secret is one of the demo, which everybody can read. */
export const isDemoSecret = (secret: string): boolean => /MOCK|karigar_demo/.test(secret);

/** The same, or a secret that no generator makes: it repeats a few characters. */
export const isGuessable = (secret: string): boolean => isDemoSecret(secret) || new Set(secret).size < 10;

/** A proxy whose word is taken for who calls. */
export const proxyEntry = text.refine(isProxyEntry, {
  error: 'takes addresses, ranges such as 10.0.0.0/8 that no customers are in, and the word loopback',
});
