import { describe, expect, it } from 'vitest';
import { isHostPattern, isPushAddress } from './push-hosts.ts';

const real = { added: ['push.shop.example', '*.more.example', '127.0.0.1:4567'] };

describe('the addresses that pushes go to', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/QGf',
    'https://api.push.apple.com/x',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://push.shop.example/x',
    'https://a.more.example/x',
    'http://127.0.0.1:4567/send/x',
  ])('may be %s', (address) => expect(isPushAddress(address, real)).toBe(true));

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evilpush.apple.com/x',
    'https://x@fcm.googleapis.com/x',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:127.0.0.1]/x',
    'http://127.0.0.1:9/x',
    'http://127.0.0.1/x',
    'https://127.0.0.1:4567/x',
    'http://127.0.0.1:4567@fcm.googleapis.com/x',
    'http://localhost:4567/x',
    'https://localhost/x',
    'https://more.example/x',
    'file:///etc/passwd',
    'no address',
  ])('are never %s', (address) => expect(isPushAddress(address, real)).toBe(false));

  it('are widened by host names only', () => {
    expect(['push.example.org', '*.example.org'].map(isHostPattern)).toEqual([true, true]);
    expect(['*', '*.', 'https://a.b', 'a', '127.0.0.1', 'A.b'].map(isHostPattern)).toEqual(
      Array(6).fill(false),
    );
  });
});
