import { describe, expect, it } from 'vitest';
import { publicKeyOf } from '../push/vapid.ts';
import { configFrom } from './config.ts';
import { demo, faultsOf, production } from './testing/environments.ts';

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
    const subjectOf = (change: Record<string, string>) =>
      configFrom({ ...production, ...change }).push.subject;
    expect(subjectOf({})).toBeNull();
    expect(subjectOf({ CONTACT_EMAIL: 'hello@shop.com.bd' })).toBe('mailto:hello@shop.com.bd');
    expect(subjectOf({ VAPID_SUBJECT: 'https://shop.com.bd/contact' })).toBe('https://shop.com.bd/contact');
  });

  it('takes a push service on this machine by its port, and none in production', () => {
    const PUSH_HOSTS = '127.0.0.1:4567';
    expect(configFrom({ ...demo, PUSH_HOSTS }).push.added).toEqual([PUSH_HOSTS]);
    expect(faultsOf({ ...production, PUSH_HOSTS })[0]).toContain('PUSH_HOSTS takes host names');
  });
});
