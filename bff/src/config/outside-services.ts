import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { isHostPattern, isLocalService } from '../push/push-hosts.ts';
import type { Environment } from './environment.ts';
import {
  baseUrl,
  existingFile,
  httpUrl,
  isReservedAddress,
  listOf,
  mailbox,
  objectsAddress,
  optional,
  paymentWays,
  required,
  text,
  vapidPrivateKey,
} from './variables.ts';

/** Reads how people are signed in: by Firebase, or by its emulator. */
export function identitySettings({ read, unlessRehearsed }: Environment) {
  const emulatorHost = read(
    'FIREBASE_AUTH_EMULATOR_HOST',
    optional(text.regex(/^[\w.-]+:\d+$/, { error: 'must look like 127.0.0.1:9099' })),
    unlessRehearsed('accepts unsigned tokens'),
  );
  const ofFirebase = (demo: string) =>
    required(
      emulatorHost === null,
      'without the emulator: the settings of your Firebase project show it',
      demo,
    );
  return {
    projectId: read('FIREBASE_PROJECT_ID', ofFirebase('demo-karigar')),
    apiKey: read('FIREBASE_API_KEY', ofFirebase('demo-api-key')),
    authDomain: read('FIREBASE_AUTH_DOMAIN', ofFirebase('localhost')),
    /** `host:port`, or null for the real service. */
    emulatorHost,
    hasCredentials: read('GOOGLE_APPLICATION_CREDENTIALS', optional(existingFile)) !== null,
  };
}

/**
 * Reads the ways of paying by hand, and the keys of Stripe or of the simulator that stands in for it. With a way of paying by hand, and without
 * any key, the shop takes no cards.
 */
export function paymentSettings({
  read,
  fault,
  secret,
  unlessRehearsed,
  production,
  rehearsal,
}: Environment) {
  const simulatorUrl = read('SIMULATOR_URL', optional(baseUrl), unlessRehearsed('takes no real money'));
  const byHand = read('PAYMENTS_BY_HAND', paymentWays) ?? [];
  const hasKey = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'].some(
    (name) => read(name, optional(text)) !== null,
  );
  const cards = simulatorUrl !== null || rehearsal || byHand.length === 0 || hasKey;
  // A live key never meets a sign-in that anybody can forge.
  const takesLiveKeys = production && !rehearsal;
  const key = (name: string, demo: string, kind = /^/, notThat = '') =>
    read(
      name,
      required(
        cards && (simulatorUrl === null || rehearsal),
        'without the simulator: the developers’ page of Stripe’s dashboard shows it',
        cards ? demo : '',
      ),
      (value, given) => {
        if (isLiveKey(value) && !takesLiveKeys)
          return 'is a live key, which needs NODE_ENV=production, without emulator and simulator';
        return secret(value, given) || (cards && !kind.test(value.trim()) && notThat);
      },
    );
  const settings = {
    byHand,
    /** Whether cards are taken. */
    cards,
    secretKey: key(
      'STRIPE_SECRET_KEY',
      'sk_test_karigar_demo',
      /^(sk|rk)_/,
      'is no secret key: it must begin with sk_ or rk_',
    ),
    publishableKey: key(
      'STRIPE_PUBLISHABLE_KEY',
      'pk_test_karigar_demo',
      /^pk_/,
      'is no publishable key: it must begin with pk_',
    ),
    webhookSecret: key('STRIPE_WEBHOOK_SECRET', 'whsec_karigar_demo'),
    /** Base address of the payment simulator, or null for Stripe itself. */
    simulatorUrl,
  };
  const { secretKey, publishableKey } = settings;
  // What was refused is no text.
  if (secretKey && publishableKey && isLiveKey(secretKey) !== isLiveKey(publishableKey))
    fault('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys');
  return settings;
}

/** Reads where pictures and the archive lie, `dataDir` unless OBJECTS_URL says otherwise, and the keys of people, `dataDir/keys` unless KEYS_URL does. */
export function storageSettings({ read, production, rehearsal }: Environment, dataDir: string) {
  const addressOf = (name: string, folder: string, isTaken: (address: string) => boolean = () => false) =>
    read(
      name,
      objectsAddress.prefault(pathToFileURL(resolve(folder)).href),
      ({ kind, address }) =>
        (isTaken(address) && 'must not be OBJECTS_URL: a copy of the archive would hold the keys too') ||
        (kind === 's3' &&
          production &&
          !rehearsal &&
          address.startsWith('http:') &&
          'is plain http, which production refuses: use https'),
    );
  const objects = addressOf('OBJECTS_URL', dataDir);
  const keys = addressOf('KEYS_URL', join(dataDir, 'keys'), (address) => address === objects?.address);
  const isBucket = [objects, keys].some((place) => place?.kind === 's3');
  const ofBucket = required(isBucket, 'with an OBJECTS_URL or KEYS_URL that is a bucket');
  const ofAll = {
    keyId: read('OBJECTS_KEY_ID', ofBucket),
    secret: read('OBJECTS_SECRET', ofBucket),
    region: read('OBJECTS_REGION', text.default('us-east-1')),
  };
  const credentials = isBucket ? ofAll : null;
  return {
    objects: { address: objects?.address ?? '', credentials },
    keys: { address: keys?.address ?? '', credentials },
  };
}

/** Reads the image host that keeps pictures in place of the shop; null for none. */
export function imageHostSettings({ read }: Environment) {
  const url = read('IMAGE_HOST_URL', optional(httpUrl));
  const key = read('IMAGE_HOST_KEY', required(url !== null, 'with IMAGE_HOST_URL'));
  return url === null ? null : { url, key };
}

/** Reads who sends the shop's letters; `ofMail` makes a variable required where letters really go out. */
export function mailSettings({ read, production }: Environment, contactEmail: string) {
  /** The mail server; null when the shop sends no letters. */
  const smtpUrl = read(
    'SMTP_URL',
    optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })),
  );
  const ofMail = (demo: string) =>
    required(production && smtpUrl !== null, 'in production with SMTP_URL: set yours', demo);
  const mail = {
    smtpUrl,
    from: read('MAIL_FROM', ofMail('Karigar <orders@karigar.example>').pipe(mailbox)),
    replyTo: read('MAIL_REPLY_TO', optional(mailbox)) ?? { name: '', address: contactEmail },
  };
  return { mail, ofMail };
}

/** How somebody who runs a push service reaches the shop's people (RFC 8292, 2.1). */
const pushContact = text.regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, {
  error: 'must be an address such as mailto:hello@shop.example or https://shop.example/contact',
});

/** Reads how the shop pushes. */
export function pushSettings({ read, production }: Environment, contactEmail: string) {
  const pair = read('VAPID_PRIVATE_KEY', optional(vapidPrivateKey));
  read(
    'VAPID_PUBLIC_KEY',
    optional(text),
    (key) =>
      (pair?.publicKey ?? null) !== key &&
      'must be the key that belongs to VAPID_PRIVATE_KEY: set both, or neither',
  );
  const isHost = (entry: string) => isHostPattern(entry) || (!production && isLocalService(entry));
  const ofContact = production && isReservedAddress(contactEmail) ? null : `mailto:${contactEmail}`;
  return {
    privateKey: pair?.privateKey ?? null,
    subject: read('VAPID_SUBJECT', optional(pushContact)) ?? ofContact,
    added: read(
      'PUSH_HOSTS',
      listOf(text.refine(isHost, { error: 'takes host names such as push.example.org or *.example.org' })),
    ),
  };
}

/** Tells whether this is a key of Stripe's live mode, with which real cards are charged: secret, restricted or publishable. */
const isLiveKey = (key: string) => /^\s*(?:sk|rk|pk)_live_/.test(key);
