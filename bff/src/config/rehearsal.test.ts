import { describe, expect, it } from 'vitest';
import { configFrom } from './config.ts';
import { anAccount, demo, faultsOf, production } from './testing/environments.ts';

const rehearsal = {
  NODE_ENV: 'production',
  REHEARSAL: 'on',
  REDIS_URL: production.REDIS_URL,
  ACCESS_TOKEN_SECRET: production.ACCESS_TOKEN_SECRET,
  DATA_KEY: production.DATA_KEY,
  PWA_DIST: production.PWA_DIST,
  FIREBASE_AUTH_EMULATOR_HOST: demo.FIREBASE_AUTH_EMULATOR_HOST,
  SIMULATOR_URL: demo.SIMULATOR_URL,
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SHOP_URL: 'https://localhost:8443',
};

describe('a rehearsal of production', () => {
  it('has emulator and simulator, and shows nobody a password', () => {
    expect(configFrom(rehearsal)).toMatchObject({
      production: true,
      rehearsal: true,
      rateLimit: true,
      auth: { emulatorHost: '127.0.0.1:9099', demoIsClosed: false },
      payments: { simulatorUrl: 'http://127.0.0.1:12111' },
      demoAccounts: [],
      inboxUrl: null,
    });
    expect(configFrom(production).rehearsal).toBe(false);
  });

  it.each(['https://shop.localhost', 'http://127.8.8.8:81', 'https://[::1]:8443'])(
    'may be opened at %s, which is this machine',
    (SHOP_URL) => {
      expect(faultsOf({ ...rehearsal, SHOP_URL })).toEqual([]);
    },
  );

  it.each([
    ['a shop that a network reaches', { HOST: '0.0.0.0' }, 'REHEARSAL needs a HOST'],
    ['a shop at an address of the network', { HOST: '192.168.1.4' }, 'REHEARSAL needs a HOST'],
    ['a public address', { SHOP_URL: 'https://shop.example' }, 'REHEARSAL needs a SHOP_URL'],
    ['an address that looks local', { SHOP_URL: 'https://127.0.0.1.nip.io' }, 'REHEARSAL needs a SHOP_URL'],
    ['another machine named local', { SHOP_URL: 'https://localhost.evil' }, 'REHEARSAL needs a SHOP_URL'],
    ['a live secret key', { STRIPE_SECRET_KEY: 'sk_live_1' }, 'STRIPE_SECRET_KEY is a live key'],
    ['a live page key', { STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, 'STRIPE_PUBLISHABLE_KEY is a live key'],
    ['a demo key', { STRIPE_SECRET_KEY: 'sk_test_karigar_demo' }, 'STRIPE_SECRET_KEY is a demo secret'],
    ['no key', { STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET is required'],
    ['a secret made by itself', { ACCESS_TOKEN_SECRET: '' }, 'ACCESS_TOKEN_SECRET is required'],
    ['a key of keys made by itself', { DATA_KEY: '' }, 'DATA_KEY is required'],
    ['no limits', { RATE_LIMIT: 'off' }, 'RATE_LIMIT is off'],
    ['shown passwords', { DEMO_ACCOUNTS: anAccount }, 'DEMO_ACCOUNTS shows passwords'],
    ['everybody’s letters', { INBOX_URL: 'http://127.0.0.1:1' }, 'INBOX_URL shows'],
    ['another word', { REHEARSAL: 'yes' }, 'REHEARSAL must be one of on, off'],
  ])('refuses %s', (_name, change, words) => {
    expect(faultsOf({ ...rehearsal, ...change }).join('\n')).toContain(words);
  });

  it('may be a demo behind a proxy on this machine', () => {
    expect(configFrom({ ...rehearsal, NODE_ENV: 'development' }).rehearsal).toBe(true);
  });

  it('is not half of one: the real services are tried without the switch', () => {
    const { SIMULATOR_URL: _, ...half } = rehearsal;
    expect(faultsOf(half)).toEqual([expect.stringMatching(/^REHEARSAL needs FIREBASE_AUTH_EMULATOR_HOST/)]);
  });
});
