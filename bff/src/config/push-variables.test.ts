import { describe, expect, it } from 'vitest';
import { publicKeyOf } from '../push/vapid.ts';
import { ConfigError, configFrom } from './config.ts';

const demo = {
  REDIS_URL: 'redis://127.0.0.1:6379',
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
  SIMULATOR_URL: 'http://127.0.0.1:12111/',
};
const real = {
  NODE_ENV: 'production',
  REDIS_URL: demo.REDIS_URL,
  ACCESS_TOKEN_SECRET: 'x'.repeat(40),
  DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
  FIREBASE_PROJECT_ID: 'karigar',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'karigar.firebaseapp.com',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const faultsOf = (variables: Record<string, string>): readonly string[] => {
  try {
    configFrom(variables);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
};

describe('the configuration of pushes', () => {
  it('pushes with the keys of the environment, which have to be a pair', () => {
    const VAPID_PRIVATE_KEY = Buffer.alloc(32, 7).toString('base64url');
    const keys = { VAPID_PRIVATE_KEY, VAPID_PUBLIC_KEY: publicKeyOf(VAPID_PRIVATE_KEY) };
    expect(configFrom({ ...demo, ...keys }).push.privateKey).toBe(VAPID_PRIVATE_KEY);
    expect(configFrom(demo).push).toMatchObject({
      privateKey: null,
      subject: 'mailto:hello@karigar.example',
    });
    const foreign = publicKeyOf(Buffer.alloc(32, 8).toString('base64url'));
    for (const change of [{ VAPID_PUBLIC_KEY: '' }, { VAPID_PUBLIC_KEY: foreign }, { VAPID_PRIVATE_KEY: '' }])
      expect(faultsOf({ ...demo, ...keys, ...change })).toEqual([
        'VAPID_PUBLIC_KEY must be the key that belongs to VAPID_PRIVATE_KEY: set both, or neither',
      ]);
    expect(faultsOf({ ...demo, VAPID_PRIVATE_KEY: 'AAAA' })[0]).toContain('must be a private key of P-256');
  });

  it('names a contact to push services, and pushes nothing in production where it is only an example', () => {
    const subjectOf = (change: Record<string, string>) => configFrom({ ...real, ...change }).push.subject;
    expect(subjectOf({})).toBeNull();
    expect(subjectOf({ CONTACT_EMAIL: 'hello@shop.com.bd' })).toBe('mailto:hello@shop.com.bd');
    expect(subjectOf({ VAPID_SUBJECT: 'https://shop.com.bd/contact' })).toBe('https://shop.com.bd/contact');
    expect(configFrom(real).push.allowsLoopback).toBe(false);
  });
});
