import { afterEach, describe, expect, it, vi } from 'vitest';
import { newestResetCode, resetPassword } from './demo-reset.ts';

const auth = { apiKey: 'demo key', authDomain: '', projectId: 'demo-karigar', emulator: true };
const answerWith = (body: unknown, status = 200) => {
  const asked = vi.fn<typeof fetch>(async () => Response.json(body, { status }));
  vi.stubGlobal('fetch', asked);
  return asked;
};

afterEach(() => vi.unstubAllGlobals());

describe('the reset mail of the demo', () => {
  it('is the newest one to that address', async () => {
    const asked = answerWith({
      oobCodes: [
        { email: 'rahima@karigar.example', requestType: 'PASSWORD_RESET', oobCode: 'first' },
        { email: 'Rahima@karigar.example', requestType: 'PASSWORD_RESET', oobCode: 'second' },
        { email: 'rahima@karigar.example', requestType: 'VERIFY_EMAIL', oobCode: 'other' },
        { email: 'karim@karigar.example', requestType: 'PASSWORD_RESET', oobCode: 'foreign' },
      ],
    });
    expect(await newestResetCode(auth, 'rahima@karigar.example')).toBe('second');
    expect(asked.mock.calls[0]?.[0]).toBe('/emulator/v1/projects/demo-karigar/oobCodes');
  });

  it('is absent when none was sent', async () => {
    answerWith({});
    expect(await newestResetCode(auth, 'rahima@karigar.example')).toBeNull();
  });

  it('sets a new password, or gives the refusal in the provider’s words', async () => {
    const asked = answerWith({ email: 'rahima@karigar.example' });
    await resetPassword(auth, 'second', 'new-pass!');
    expect(asked.mock.calls[0]?.[1]?.body).toBe(
      JSON.stringify({ oobCode: 'second', newPassword: 'new-pass!' }),
    );
    answerWith({ error: { message: 'INVALID_OOB_CODE' } }, 400);
    await expect(resetPassword(auth, 'second', 'new-pass!')).rejects.toThrow('INVALID_OOB_CODE');
  });
});
