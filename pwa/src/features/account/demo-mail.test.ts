import { afterEach, describe, expect, it, vi } from 'vitest';
import { newestMailCode, resetPassword, verifyAddress } from './demo-mail.ts';

const auth = { apiKey: 'demo key', authDomain: '', projectId: 'demo-karigar', emulator: true };
const answerWith = (body: unknown, status = 200) => {
  const asked = vi.fn<typeof fetch>(async () => Response.json(body, { status }));
  vi.stubGlobal('fetch', asked);
  return asked;
};

afterEach(() => vi.unstubAllGlobals());

describe('the mails of the demo', () => {
  it('are read by kind: the newest one to that address', async () => {
    const asked = answerWith({
      oobCodes: [
        { email: 'rahima@karigar.example', requestType: 'PASSWORD_RESET', oobCode: 'first' },
        { email: 'Rahima@karigar.example', requestType: 'PASSWORD_RESET', oobCode: 'second' },
        { email: 'rahima@karigar.example', requestType: 'VERIFY_EMAIL', oobCode: 'other' },
        { email: 'karim@karigar.example', requestType: 'PASSWORD_RESET', oobCode: 'foreign' },
      ],
    });
    expect(await newestMailCode(auth, 'rahima@karigar.example', 'PASSWORD_RESET')).toBe('second');
    expect(await newestMailCode(auth, 'rahima@karigar.example', 'VERIFY_EMAIL')).toBe('other');
    expect(asked.mock.calls[0]?.[0]).toBe('/emulator/v1/projects/demo-karigar/oobCodes');
  });

  it('are absent when none was sent', async () => {
    answerWith({});
    expect(await newestMailCode(auth, 'rahima@karigar.example', 'PASSWORD_RESET')).toBeNull();
  });

  it('set a new password, or gives the refusal in the provider’s words', async () => {
    const asked = answerWith({ email: 'rahima@karigar.example' });
    await resetPassword(auth, 'second', 'new-pass!');
    expect(asked.mock.calls[0]?.[1]?.body).toBe(
      JSON.stringify({ oobCode: 'second', newPassword: 'new-pass!' }),
    );
    answerWith({ error: { message: 'INVALID_OOB_CODE' } }, 400);
    await expect(resetPassword(auth, 'second', 'new-pass!')).rejects.toThrow('INVALID_OOB_CODE');
  });

  it('prove an address', async () => {
    const asked = answerWith({ email: 'rahima@karigar.example' });
    await verifyAddress(auth, 'other');
    expect(asked.mock.calls[0]?.[0]).toBe(
      '/identitytoolkit.googleapis.com/v1/accounts:update?key=demo%20key',
    );
    expect(asked.mock.calls[0]?.[1]?.body).toBe(JSON.stringify({ oobCode: 'other' }));
  });
});
