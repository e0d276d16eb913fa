import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { configFrom } from './config.ts';
import { anAccount, demo, faultsOf, production } from './testing/environments.ts';

describe('the configuration', () => {
  it('has a default for everything that the demo needs, and empty means absent', () => {
    const config = configFrom({ ...demo, PORT: '', RATE_LIMIT: '', METRICS_TOKEN: '' });
    expect(config).toMatchObject({
      port: 8787,
      host: '127.0.0.1',
      dataDir: '.data',
      rateLimit: true,
      processes: 1,
      maxUnpaidOrders: 5,
      maxHeldPercent: 25,
      reserveHours: 72,
      reserveHoursUnverified: 2,
      keepInvoicesYears: 0,
      metricsToken: null,
      accessTokenSecret: null,
      payments: { simulatorUrl: 'http://127.0.0.1:12111' },
      auth: { emulatorHost: '127.0.0.1:9099', projectId: 'demo-karigar' },
    });
  });

  it('reads lists, and compares admin emails in lower case', () => {
    const config = configFrom({ ...demo, ADMIN_EMAILS: ' Boss@Example.com , b@c.d', MAX_UNPAID_ORDERS: '0' });
    expect([...config.adminEmails]).toEqual(['boss@example.com', 'b@c.d']);
    expect(config.maxUnpaidOrders).toBe(0);
  });

  it('reads the share that one person may hold as a whole percent, and refuses what is none', () => {
    const percentOf = (MAX_HELD_SHARE: string) => configFrom({ ...demo, MAX_HELD_SHARE }).maxHeldPercent;
    expect(['1', '0.01', '0.07', '0.29', '.5'].map(percentOf)).toEqual([100, 1, 7, 29, 50]);
    for (const MAX_HELD_SHARE of ['0', '25', '-1', '0.255', 'a quarter'])
      expect(faultsOf({ ...demo, MAX_HELD_SHARE })).toEqual([
        'MAX_HELD_SHARE must be a share from 0.01 to 1 in steps of 0.01, 1 for no limit',
      ]);
  });

  it('keeps invoices for whole years, thirty at most', () => {
    expect(configFrom({ ...demo, KEEP_INVOICES_YEARS: '10' }).keepInvoicesYears).toBe(10);
    for (const KEEP_INVOICES_YEARS of ['31', '-1', '1.5', 'ten'])
      expect(faultsOf({ ...demo, KEEP_INVOICES_YEARS })).toEqual([
        'KEEP_INVOICES_YEARS must be a whole number of years from 0 to 30',
      ]);
  });

  it.each([
    ['72', '2', 2],
    ['1', '2', 1],
    ['0', '2', 2],
    ['72', '0', 72],
    ['0', '0', 0],
  ])('keeps unpaid orders %s hours, those of unverified accounts %s: %d', (all, unverified, kept) => {
    const config = configFrom({ ...demo, RESERVE_HOURS: all, RESERVE_HOURS_UNVERIFIED: unverified });
    expect(config.reserveHoursUnverified).toBe(kept);
  });

  it('shows the accounts of a demo', () => {
    expect(configFrom({ ...demo, DEMO_ACCOUNTS: anAccount }).demoAccounts).toHaveLength(1);
    expect(configFrom(demo).demoAccounts).toEqual([]);
  });

  it.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost'])('keeps the demo open on %s', (HOST) => {
    expect(configFrom({ ...demo, HOST }).auth.demoIsClosed).toBe(false);
  });

  it.each(['0.0.0.0', '::', '192.168.1.4', '127.0.0.1.example.com', 'shop.example'])(
    'closes the demo for a shop at %s, and shows no passwords',
    (HOST) => {
      const config = configFrom({ ...demo, HOST, DEMO_ACCOUNTS: anAccount });
      expect(config.auth.demoIsClosed).toBe(true);
      expect(config.demoAccounts).toEqual([]);
    },
  );

  it('lists all faults together, each naming its variable', () => {
    const faults = faultsOf({
      PORT: 'x',
      RATE_LIMIT: 'maybe',
      REDIS_URL: 'http://no',
      IMAGE_HOST_URL: 'https://i.host',
    });
    for (const name of [
      'PORT',
      'RATE_LIMIT',
      'REDIS_URL',
      'STRIPE_SECRET_KEY',
      'FIREBASE_PROJECT_ID',
      'IMAGE_HOST_KEY',
    ])
      expect(faults.some((fault) => fault.includes(name))).toBe(true);
  });

  it.each([
    ['TRUSTED_PROXIES', 'loopback, 10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.0/x'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '203.0.0.0/8'],
    ['TRUSTED_PROXIES', '10.0.0.0/7'],
    ['TRUSTED_PROXIES', '::/0'],
    ['TRUSTED_PROXIES', '2000::/3'],
    ['TRUSTED_PROXIES', '::ffff:0:0/96'],
    ['TRUSTED_PROXIES', '0:0::/64'],
    ['ADMIN_EMAILS', 'ad\u200bmin@shop.example'],
    ['ADMIN_EMAILS', 'admin'],
    ['CORS_ORIGINS', 'https://friend.example/'],
    ['CORS_ORIGINS', 'friend.example'],
    ['METRICS_TOKEN', 'two words'],
    ['PROCESSES', '0'],
    ['PROCESSES', '1.5'],
    ['SHOP_TIME_ZONE', 'Dhaka'],
    ['SHOP_TIME_ZONE', '+06:00'],
    ['DISPATCH_DAYS', '0'],
    ['RETURN_TERMS', 'x'.repeat(301)],
    ['VAPID_SUBJECT', 'hello@shop.example'],
    ['PUSH_HOSTS', 'https://push.example.org'],
    ['CARRIERS', 'Pathao;pathao=https://pathao.example/{tracking}'],
  ])('names %s when it holds what could never work: %s', (name, value) => {
    const faults = faultsOf({ ...demo, [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(name);
  });

  it('takes proxies, origins and tokens that do work', () => {
    const config = configFrom({
      ...demo,
      TRUSTED_PROXIES: 'loopback, 10.0.0.0/8, fd00::/8, 192.0.2.1, 104.16.0.0/13, 2400:cb00::/32, ::1',
      CORS_ORIGINS: 'https://friend.example, http://localhost:5173',
      METRICS_TOKEN: 'aB3-_.~+/=',
    });
    expect(config.trustedProxies).toHaveLength(7);
    expect(config.corsOrigins).toEqual(['https://friend.example', 'http://localhost:5173']);
  });

  it.each(['prod', 'Production', 'staging'])('refuses the unknown NODE_ENV %s', (word) => {
    expect(faultsOf({ ...demo, NODE_ENV: word })).toEqual([
      'NODE_ENV must be one of development, test, production',
    ]);
  });

  const { NODE_ENV: _, ...withoutMode } = production;
  const [emulator, simulator] = [
    { FIREBASE_AUTH_EMULATOR_HOST: demo.FIREBASE_AUTH_EMULATOR_HOST },
    { SIMULATOR_URL: demo.SIMULATOR_URL },
  ];
  it.each([
    ['without a mode', {}],
    ['in development', { NODE_ENV: 'development' }],
    ['in test', { NODE_ENV: 'test' }],
    ['in a mode that does not exist', { NODE_ENV: 'prod' }],
    ['beside the emulator', emulator],
    ['beside the simulator', simulator],
    ['beside both', { ...emulator, ...simulator }],
  ])('refuses keys that charge real cards %s', (_name, change) => {
    for (const [name, key] of [
      ['STRIPE_SECRET_KEY', 'sk_live_1'],
      ['STRIPE_SECRET_KEY', ' sk_live_1'],
      ['STRIPE_SECRET_KEY', 'rk_live_1'],
      ['STRIPE_PUBLISHABLE_KEY', 'pk_live_1'],
    ] as const) {
      const variables = { ...withoutMode, ...change, STRIPE_SECRET_KEY: 'sk_test_1', [name]: key };
      expect(faultsOf(variables).filter((fault) => fault.startsWith(`${name} is a live key`))).toHaveLength(
        1,
      );
    }
  });

  it('takes test keys of a real account while the shop is tried out', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
    expect(faultsOf({ ...withoutMode, ...keys })).toEqual([]);
    expect(faultsOf({ ...production, ...keys })).toEqual([]);
  });
});

describe('.env.example', () => {
  const example = parseEnv(readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8'));

  it('has every variable that the server reads, but for those that `npm start` and the container set', () => {
    const setByTheStart = [
      'AS_OF',
      'DEMO_ACCOUNTS',
      'FIREBASE_AUTH_EMULATOR_HOST',
      'INBOX_URL',
      'PWA_DIST',
      'SIMULATOR_URL',
    ];
    const read = new Set<string>();
    const variables = new Proxy<Record<string, string>>(demo, {
      get(target, name: string) {
        read.add(name);
        return target[name];
      },
    });
    configFrom(variables);
    expect([...Object.keys(example), ...setByTheStart].sort()).toEqual([...read].sort());
  });

  it('says what is the case without it', () => {
    expect(configFrom({ ...example, ...demo })).toEqual(configFrom(demo));
  });
});
