import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configFrom } from './config.ts';
import { demo, faultsOf, production } from './testing/environments.ts';

const keys = { OBJECTS_KEY_ID: 'key', OBJECTS_SECRET: 'secret' };
const bucket = { OBJECTS_URL: 'https://s3.example/shop/one', ...keys };
const rehearsal = {
  REHEARSAL: 'on',
  SHOP_URL: 'https://localhost:8443',
  FIREBASE_AUTH_EMULATOR_HOST: demo.FIREBASE_AUTH_EMULATOR_HOST,
  SIMULATOR_URL: demo.SIMULATOR_URL,
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
};

describe('the configuration of the storage of objects', () => {
  it('is the data folder unless it is told another place', () => {
    expect(configFrom({ ...demo, DATA_DIR: 'some folder' }).objects).toEqual({
      address: `file://${resolve('some%20folder')}`,
      credentials: null,
    });
    expect(configFrom({ ...demo, OBJECTS_URL: 'file:///srv/objects', ...keys }).objects).toEqual({
      address: 'file:///srv/objects',
      credentials: null,
    });
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

  it('names every key that a bucket lacks', () => {
    expect(faultsOf({ ...demo, OBJECTS_URL: bucket.OBJECTS_URL })).toEqual([
      'OBJECTS_KEY_ID is required with an OBJECTS_URL or KEYS_URL that is a bucket',
      'OBJECTS_SECRET is required with an OBJECTS_URL or KEYS_URL that is a bucket',
    ]);
  });

  it('refuses plain http in production, but for a rehearsal on this machine', () => {
    const here = { ...keys, OBJECTS_URL: 'http://127.0.0.1:9000/shop' };
    expect(faultsOf({ ...production, ...here })).toEqual([
      'OBJECTS_URL is plain http, which production refuses: use https',
    ]);
    expect(faultsOf({ ...demo, ...here })).toEqual([]);
    expect(faultsOf({ ...production, ...rehearsal, ...here })).toEqual([]);
    expect(faultsOf({ ...demo, ...keys, OBJECTS_URL: 'http://s3.example/shop' })).toEqual([
      'OBJECTS_URL is plain http, which is not encrypted: use https',
    ]);
  });

  it.each(['s3://shop', '/srv/objects', 'https://s3.example', 'https://a:b@s3.example/shop'])(
    'refuses the address %s in one sentence',
    (OBJECTS_URL) => {
      const faults = faultsOf({ ...demo, ...keys, OBJECTS_URL });
      expect(faults).toHaveLength(1);
      expect(faults[0]).toMatch(/^OBJECTS_URL must /);
    },
  );
});
