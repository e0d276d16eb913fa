import { fileURLToPath } from 'node:url';
import { ConfigError, configFrom } from '../config.ts';

/** The least that the demo is opened with. */
export const demo = {
  REDIS_URL: 'redis://127.0.0.1:6379',
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
  SIMULATOR_URL: 'http://127.0.0.1:12111/',
};

/** An account that the demo shows. */
export const anAccount = JSON.stringify([{ role: 'user', email: 'a@b.c', password: 'p' }]);

/** The least that a real shop is opened with. */
export const production = {
  NODE_ENV: 'production',
  REDIS_URL: 'rediss://shop:pw@redis.example:6380',
  ACCESS_TOKEN_SECRET: 'a-secret-of-nobody-0123456789-for-tests',
  DATA_KEY: Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64'),
  FIREBASE_PROJECT_ID: 'karigar',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'karigar.firebaseapp.com',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  CONTACT_PHONE: '+880 1711-234567',
  CONTACT_EMAIL: 'hello@shop.example',
  CONTACT_ADDRESS: '1 Station Road, Chattogram, Bangladesh',
  // Any folder with an index.html.
  PWA_DIST: fileURLToPath(new URL('../../../../pwa', import.meta.url)),
};

/** Lists what the configuration finds wrong with these variables; empty when it takes them. */
export function faultsOf(variables: Record<string, string>): readonly string[] {
  try {
    configFrom(variables);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}
