import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { configFrom } from './config.ts';
import { anAccount, demo, faultsOf, production } from './testing/environments.ts';
import { configWarnings } from './warnings.ts';

const example = parseEnv(readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8'));
const demoContact = {
  CONTACT_EMAIL: example.CONTACT_EMAIL ?? '',
  CONTACT_ADDRESS: example.CONTACT_ADDRESS ?? '',
};

describe('a production server', () => {
  it('names all that it lacks at once, each with what to do', () => {
    const faults = faultsOf({ ...example, NODE_ENV: 'production' } as Record<string, string>);
    const about = (name: string) => faults.find((fault) => fault.startsWith(`${name} `)) ?? '';
    for (const name of ['ACCESS_TOKEN_SECRET', 'DATA_KEY']) expect(about(name)).toContain('openssl rand');
    for (const name of ['CONTACT_PHONE', 'CONTACT_EMAIL', 'CONTACT_ADDRESS'])
      expect(about(name)).toContain('set yours');
    for (const name of ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN'])
      expect(about(name)).toContain('the settings of your Firebase project');
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])
      expect(about(name)).toContain('Stripe’s dashboard');
    for (const name of ['REDIS_URL', 'PWA_DIST']) expect(about(name)).not.toBe('');
    expect(faults).toHaveLength(13);
  });

  it.each([
    ['the emulator', { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }, 'FIREBASE_AUTH_EMULATOR_HOST'],
    ['the simulator', { SIMULATOR_URL: 'http://127.0.0.1:1' }, 'SIMULATOR_URL'],
    ['the demo’s inbox', { INBOX_URL: 'http://127.0.0.1:1' }, 'INBOX_URL'],
    ['no rate limits', { RATE_LIMIT: 'off' }, 'RATE_LIMIT'],
    ['demo accounts', { DEMO_ACCOUNTS: anAccount }, 'DEMO_ACCOUNTS'],
    ['a demo secret', { STRIPE_SECRET_KEY: 'sk_test_karigar_demo' }, 'STRIPE_SECRET_KEY'],
    ['a mock secret', { ACCESS_TOKEN_SECRET: 'MOCK'.repeat(10) }, 'ACCESS_TOKEN_SECRET'],
    ['a secret of one letter', { ACCESS_TOKEN_SECRET: 'a'.repeat(36) }, 'ACCESS_TOKEN_SECRET'],
    ['a secret that repeats itself', { ACCESS_TOKEN_SECRET: 'secret-'.repeat(6) }, 'ACCESS_TOKEN_SECRET'],
    ['a key of keys without a key', { DATA_KEY: Buffer.alloc(32).toString('base64') }, 'DATA_KEY is'],
    ['no built page', { PWA_DIST: '' }, 'PWA_DIST is required'],
    ['a folder without a page', { PWA_DIST: import.meta.dirname }, 'PWA_DIST has no index.html'],
    ['a live secret key beside a test one', { STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'must both be'],
    ['a test secret key beside a live one', { STRIPE_SECRET_KEY: 'sk_test_1' }, 'must both be'],
    ['a publishable key as the secret', { STRIPE_SECRET_KEY: 'pk_live_1' }, 'STRIPE_SECRET_KEY is no secret'],
    ['a secret key where all can read it', { STRIPE_PUBLISHABLE_KEY: 'sk_live_1' }, 'is no publishable key'],
    [
      'credentials that are not there',
      { GOOGLE_APPLICATION_CREDENTIALS: '/nowhere/key.json' },
      'GOOGLE_APPLICATION_CREDENTIALS names a file that is not there',
    ],
    [
      'a folder as credentials',
      { GOOGLE_APPLICATION_CREDENTIALS: import.meta.dirname },
      'GOOGLE_APPLICATION_CREDENTIALS names a file that is not there',
    ],
    ['a short secret', { ACCESS_TOKEN_SECRET: 'short' }, 'ACCESS_TOKEN_SECRET'],
    ['a secret made by itself', { ACCESS_TOKEN_SECRET: '' }, 'ACCESS_TOKEN_SECRET'],
    ['a key of keys made by itself', { DATA_KEY: '' }, 'DATA_KEY is required'],
    ['a mock key of keys', { DATA_KEY: `MOCK${'A'.repeat(39)}=` }, 'DATA_KEY is a demo secret'],
    ['a DATA_KEY that is too short', { DATA_KEY: 'AQIDBAUGBwgJCgsM' }, 'DATA_KEY is not 32 bytes in base64'],
    ['the telephone of the demo', { CONTACT_PHONE: '' }, 'CONTACT_PHONE is that of the demo: set yours'],
    ['its address', { CONTACT_ADDRESS: demoContact.CONTACT_ADDRESS }, 'CONTACT_ADDRESS is that of the demo'],
    ['its email', { CONTACT_EMAIL: demoContact.CONTACT_EMAIL }, 'CONTACT_EMAIL is that of the demo'],
    ['a former mock key', { DATA_KEY_FORMER: `MOCK${'A'.repeat(39)}=` }, 'DATA_KEY_FORMER is a demo secret'],
  ])('refuses %s', (_, change, name) => {
    const faults = faultsOf({ ...production, ...change });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(name);
  });
});

it('a shop of its own promises only what its owner has written', () => {
  expect(configFrom(production).terms).toEqual({ delivery: '', returns: '' });
  const terms = { DELIVERY_TERMS: 'In 3 days.', RETURN_TERMS: 'Within a week.' };
  expect(configFrom({ ...production, ...terms }).terms).toEqual({
    delivery: 'In 3 days.',
    returns: 'Within a week.',
  });
  expect(configFrom(demo).terms.delivery).not.toBe('');
});

describe('the warnings of a configuration', () => {
  it('name once each what a production shop goes without', () => {
    const names = configWarnings(configFrom(production)).map((warning) => warning.split(' ')[0]);
    expect(names).toEqual(['ADMIN_EMAILS', 'TRUSTED_PROXIES', 'SMTP_URL']);
    expect(configWarnings(configFrom(demo))).toEqual([]);
    const mail = {
      SMTP_URL: 'smtps://m.example',
      MAIL_FROM: 'a@shop.example',
      SHOP_URL: 'https://shop.example',
    };
    const whole = { ...production, ...mail, ADMIN_EMAILS: 'a@b.c', TRUSTED_PROXIES: 'loopback' };
    expect(configWarnings(configFrom(whole))).toEqual([]);
  });
});
