import { describe, expect, it } from 'vitest';
import { handledTypes } from '../payments/payment-gateway.ts';
import { judgeAddress } from './address-check.ts';
import { noAnswer } from './check.ts';
import { judgeFirebase, judgeWebhooks } from './doctor-checks.ts';

const shopUrl = 'https://shop.example';

describe('what Firebase answers', () => {
  it('is good when the shop’s domain is authorised', () => {
    expect(() => judgeFirebase({ authorizedDomains: ['localhost', 'shop.example'] }, shopUrl)).not.toThrow();
  });

  it.each([
    ['another domain', { authorizedDomains: ['localhost'] }, /shop\.example is no authorised domain/],
    ['a refusal', { error: { message: 'API key not valid.' } }, /FIREBASE_API_KEY: API key not valid/],
    ['a page of something else', null, /something else than its API/],
  ])('is a fault when it is %s', (_what, body, words) => {
    expect(() => judgeFirebase(body, shopUrl)).toThrow(words);
  });
});

describe('what the address of the shop answers', () => {
  const ready = { status: 200, body: '{"ready":true}', daysLeft: 60 };

  it('is good when a server is ready, and weak when its certificate was not renewed', () => {
    expect(judgeAddress('shop.example', ready)).toEqual([]);
    expect(judgeAddress('127.0.0.1', { ...ready, daysLeft: null })).toEqual([]);
    expect(judgeAddress('shop.example', { ...ready, daysLeft: 5.5 })[0]).toContain('ends in 5 days');
  });

  it.each([
    ['another site', { ...ready, body: '<html>' }, /not as this shop \(status 200\)/],
    ['a server that is not ready', { ...ready, status: 503, body: '{"ready":false}' }, /is not ready/],
  ])('is a fault when it is %s', (_what, answer, words) => {
    expect(() => judgeAddress('shop.example', answer)).toThrow(words);
  });

  it.each([
    [{ code: 'ENOTFOUND' }, /DNS does not know shop\.example/],
    [{ cause: { code: 'EAI_AGAIN' } }, /DNS does not know/],
    [{ code: 'CERT_HAS_EXPIRED' }, /certificate of shop\.example is not valid \(CERT_HAS_EXPIRED\)/],
    [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, /certificate/],
    [{ code: 'ECONNREFUSED' }, /does not answer \(ECONNREFUSED\)/],
    [{}, /shop\.example does not answer: look/],
  ])('says of no answer (%o) what to look at', (error, words) => {
    expect(noAnswer('shop.example', error).message).toMatch(words);
  });
});

describe('what Stripe says of its webhook endpoints', () => {
  const endpoint = {
    url: 'https://shop.example/api/webhooks/stripe',
    status: 'enabled',
    enabled_events: handledTypes,
    api_version: 'v1',
  };

  it('is good for all events or each that the shop handles, and weak in another version', () => {
    expect(judgeWebhooks([endpoint], shopUrl, 'v1')).toEqual([]);
    expect(judgeWebhooks([{ ...endpoint, enabled_events: ['*'] }], shopUrl, 'v1')).toEqual([]);
    expect(judgeWebhooks([endpoint], shopUrl, 'v2')[0]).toContain('speaks version v1');
  });

  it.each([
    ['there is none', [], /no enabled webhook endpoint/],
    ['it is disabled', [{ ...endpoint, status: 'disabled' }], /no enabled webhook endpoint/],
    ['it leads elsewhere', [{ ...endpoint, url: 'https://old.example' }], /no enabled webhook endpoint/],
    [
      'it lacks an event',
      [{ ...endpoint, enabled_events: handledTypes.filter((type) => type !== 'refund.failed') }],
      /lacks these events: refund\.failed\./,
    ],
  ])('is a fault when %s', (_what, endpoints, words) => {
    expect(() => judgeWebhooks(endpoints, shopUrl, 'v1')).toThrow(words);
  });
});
