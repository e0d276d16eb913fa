import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicKeyOf } from '../push/vapid.ts';
import { configFrom } from './config.ts';
import { demo, faultsOf, production } from './testing/environments.ts';

const SMTP_URL = 'smtps://user:word@mail.example';
const letters = {
  SMTP_URL,
  MAIL_FROM: 'Karigar <orders@shop.example>',
  SHOP_URL: 'https://shop.example',
};
const keys = { OBJECTS_KEY_ID: 'key', OBJECTS_SECRET: 'secret' };
const bucket = { OBJECTS_URL: 'https://s3.example/shop/one', ...keys };
const plainBucket = { ...keys, OBJECTS_URL: 'http://127.0.0.1:9000/shop' };
const rehearsal = {
  ...{ REHEARSAL: 'on', SHOP_URL: 'https://localhost:8443', SIMULATOR_URL: demo.SIMULATOR_URL },
  FIREBASE_AUTH_EMULATOR_HOST: demo.FIREBASE_AUTH_EMULATOR_HOST,
  ...{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
};
const VAPID_PRIVATE_KEY = Buffer.alloc(32, 7).toString('base64url');
const pair = { VAPID_PRIVATE_KEY, VAPID_PUBLIC_KEY: publicKeyOf(VAPID_PRIVATE_KEY) };
const noPair = 'VAPID_PUBLIC_KEY must be the key that belongs to VAPID_PRIVATE_KEY: set both, or neither';
const noSender = 'MAIL_FROM must look like Karigar <orders@shop.example>';
const localPush = { PUSH_HOSTS: '127.0.0.1:4567' };

it.each<[string, Record<string, string>, ...faults: string[]]>([
  ['letters of a real shop', { ...production, ...letters }],
  [
    'letters of a real shop without a sender',
    { ...production, SMTP_URL },
    'MAIL_FROM is required in production with SMTP_URL: set yours',
    'SHOP_URL is required in production with SMTP_URL: set yours',
  ],
  ['a sender that is no address', { ...demo, MAIL_FROM: 'nobody' }, noSender],
  ['two senders', { ...demo, MAIL_FROM: 'a@b, c@d' }, noSender],
  ['a sender with a header in it', { ...demo, MAIL_FROM: 'Evil\r\nBcc: <x@y.example>' }, noSender],
  ['a sender with two addresses', { ...demo, MAIL_FROM: 'A <a@b> <c@d>' }, noSender],
  [
    'another server than one of mail',
    { ...demo, SMTP_URL: 'https://mail.example' },
    'SMTP_URL must be an smtp:// or smtps:// address',
  ],
  [
    'a bucket without its keys',
    { ...demo, OBJECTS_URL: bucket.OBJECTS_URL },
    'OBJECTS_KEY_ID is required with an OBJECTS_URL or KEYS_URL that is a bucket',
    'OBJECTS_SECRET is required with an OBJECTS_URL or KEYS_URL that is a bucket',
  ],
  ['a plain bucket of the demo', { ...demo, ...plainBucket }],
  ['a plain bucket of a rehearsal', { ...production, ...rehearsal, ...plainBucket }],
  [
    'a plain bucket of a real shop',
    { ...production, ...plainBucket },
    'OBJECTS_URL is plain http, which production refuses: use https',
  ],
  [
    'a plain bucket on another machine',
    { ...demo, ...keys, OBJECTS_URL: 'http://s3.example/shop' },
    'OBJECTS_URL is plain http, which is not encrypted: use https',
  ],
  ['a pair of keys for pushes', { ...demo, ...pair }],
  ['half of a pair', { ...demo, ...pair, VAPID_PUBLIC_KEY: '' }, noPair],
  ['the other half', { ...demo, ...pair, VAPID_PRIVATE_KEY: '' }, noPair],
  [
    'the public key of another',
    { ...demo, ...pair, VAPID_PUBLIC_KEY: publicKeyOf(Buffer.alloc(32, 8).toString('base64url')) },
    noPair,
  ],
  ['a push service on this machine', { ...demo, ...localPush }],
])('what is said of %s', (_, variables, ...faults) => {
  expect(faultsOf(variables)).toEqual(faults);
});

it.each(['s3://shop', '/srv/objects', 'https://s3.example', 'https://a:b@s3.example/shop'])(
  'the address %s of a storage is refused in one sentence',
  (OBJECTS_URL) => {
    expect(faultsOf({ ...demo, ...keys, OBJECTS_URL })).toEqual([
      expect.stringMatching(/^OBJECTS_URL must /),
    ]);
  },
);

describe('the configuration of letters', () => {
  it('sends none without a mail server, and has the shop’s contact take the answers', () => {
    expect(configFrom(demo).mail).toEqual({
      smtpUrl: null,
      from: { name: 'Karigar', address: 'orders@karigar.example' },
      replyTo: { name: '', address: 'hello@karigar.example' },
    });
  });

  it('reads addresses with and without a name', () => {
    const MAIL_FROM = 'The Karigar, Dhaka <orders@shop.example>';
    expect(configFrom({ ...demo, MAIL_FROM, MAIL_REPLY_TO: 'help@shop.example' }).mail).toMatchObject({
      from: { name: 'The Karigar, Dhaka', address: 'orders@shop.example' },
      replyTo: { name: '', address: 'help@shop.example' },
    });
  });
});

describe('the configuration of the storage of objects', () => {
  it('is the data folder unless it is told another place', () => {
    const address = `file://${resolve('some%20folder')}`;
    const objectsOf = (change: Record<string, string>) => configFrom({ ...demo, ...change }).objects;
    expect(objectsOf({ DATA_DIR: 'some folder' })).toEqual({ address, credentials: null });
    const OBJECTS_URL = 'file:///srv/objects';
    expect(objectsOf({ OBJECTS_URL, ...keys })).toEqual({ address: OBJECTS_URL, credentials: null });
  });

  it('opens a bucket with its keys, in a region', () => {
    const credentials = { keyId: 'key', secret: 'secret', region: 'us-east-1' };
    expect(configFrom({ ...production, ...bucket }).objects).toEqual({
      address: bucket.OBJECTS_URL,
      credentials,
    });
    const elsewhere = configFrom({ ...demo, ...bucket, OBJECTS_REGION: 'eu-west-1' });
    expect(elsewhere.objects.credentials).toEqual({ ...credentials, region: 'eu-west-1' });
  });
});

describe('the configuration of pushes', () => {
  it('reads a key of its own, a contact and push services', () => {
    expect(configFrom({ ...demo, ...pair, ...localPush }).push).toMatchObject({
      privateKey: VAPID_PRIVATE_KEY,
      subject: 'mailto:hello@karigar.example',
      added: [localPush.PUSH_HOSTS],
    });
    expect(configFrom(demo).push.privateKey).toBeNull();
    expect(faultsOf({ ...demo, VAPID_PRIVATE_KEY: 'AAAA' })[0]).toContain('must be a private key of P-256');
    expect(faultsOf({ ...production, ...localPush })[0]).toContain('PUSH_HOSTS takes host names');
  });

  it('names a contact to push services, and pushes nothing in production where it is only an example', () => {
    const subjectOf = (change: Record<string, string>) =>
      configFrom({ ...production, ...change }).push.subject;
    expect(subjectOf({})).toBeNull();
    expect(subjectOf({ CONTACT_EMAIL: 'hello@shop.com.bd' })).toBe('mailto:hello@shop.com.bd');
    expect(subjectOf({ VAPID_SUBJECT: 'https://shop.com.bd/contact' })).toBe('https://shop.com.bd/contact');
  });
});
