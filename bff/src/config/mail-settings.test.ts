import { describe, expect, it } from 'vitest';
import { configFrom } from './config.ts';
import { demo, faultsOf, production } from './testing/environments.ts';

describe('the configuration of letters', () => {
  it('sends none without a mail server, and has the shop’s contact take the answers', () => {
    expect(configFrom(demo).mail).toEqual({
      smtpUrl: null,
      from: { name: 'Karigar', address: 'orders@karigar.example' },
      replyTo: { name: '', address: 'hello@karigar.example' },
    });
    expect(faultsOf(production)).toEqual([]);
  });

  it('reads addresses with and without a name', () => {
    const { mail } = configFrom({
      ...demo,
      MAIL_FROM: 'The Karigar, Dhaka <orders@shop.example>',
      MAIL_REPLY_TO: 'help@shop.example',
    });
    expect(mail.from).toEqual({ name: 'The Karigar, Dhaka', address: 'orders@shop.example' });
    expect(mail.replyTo).toEqual({ name: '', address: 'help@shop.example' });
  });

  it.each(['nobody', 'a@b, c@d', 'Evil\r\nBcc: <x@y.example>', 'A <a@b> <c@d>'])(
    'refuses %j as the sender',
    (MAIL_FROM) => {
      expect(faultsOf({ ...demo, MAIL_FROM })).toEqual([
        'MAIL_FROM must look like Karigar <orders@shop.example>',
      ]);
    },
  );

  it('says in production who writes and where the shop is', () => {
    const SMTP_URL = 'smtps://user:word@mail.example';
    expect(faultsOf({ ...production, SMTP_URL })).toEqual([
      'MAIL_FROM is required in production with SMTP_URL: set yours',
      'SHOP_URL is required in production with SMTP_URL: set yours',
    ]);
    const MAIL_FROM = 'Karigar <orders@shop.example>';
    expect(faultsOf({ ...production, SMTP_URL, MAIL_FROM, SHOP_URL: 'https://shop.example' })).toEqual([]);
  });

  it('takes no other server than one of mail', () => {
    expect(faultsOf({ ...demo, SMTP_URL: 'https://mail.example' })).toEqual([
      'SMTP_URL must be an smtp:// or smtps:// address',
    ]);
  });
});
