import { describe, expect, it } from 'vitest';
import { configFrom } from './config.ts';
import { anAccount, demo, faultsOf, production } from './testing/environments.ts';
import { configWarnings } from './warnings.ts';

describe('a production server', () => {
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
    ['a former mock key', { DATA_KEY_FORMER: `MOCK${'A'.repeat(39)}=` }, 'DATA_KEY_FORMER is a demo secret'],
  ])('refuses %s', (_, change, name) => {
    const faults = faultsOf({ ...production, ...change });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(name);
  });
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
