import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openNewestMail } from './demo-mail.ts';

const auth = { apiKey: 'demo key', authDomain: '', projectId: 'demo-karigar', emulator: true };
const asked = vi.fn<typeof fetch>();
let oobCodes: object[] | undefined;
let used: Response;

beforeEach(() => {
  oobCodes = [
    { email: 'rahima@karigar.example', requestType: 'PASSWORD_RESET', oobCode: 'first' },
    { email: 'Rahima@karigar.example', requestType: 'PASSWORD_RESET', oobCode: 'second' },
    { email: 'rahima@karigar.example', requestType: 'VERIFY_EMAIL', oobCode: 'other' },
    { email: 'karim@karigar.example', requestType: 'PASSWORD_RESET', oobCode: 'foreign' },
  ];
  used = Response.json({ email: 'rahima@karigar.example' });
  asked
    .mockReset()
    .mockImplementation(async (address) =>
      address === '/emulator/v1/projects/demo-karigar/oobCodes' ? Response.json({ oobCodes }) : used,
    );
  vi.stubGlobal('fetch', asked);
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['resetPassword', 'new-pass!', { oobCode: 'second', newPassword: 'new-pass!' }],
  ['update', undefined, { oobCode: 'other' }],
] as const)('the newest mail to an address is used: %s', async (verb, password, body) => {
  await openNewestMail(auth, 'rahima@karigar.example', verb, password);
  const [address, init] = asked.mock.calls[1] ?? [];
  expect(address).toBe(`/identitytoolkit.googleapis.com/v1/accounts:${verb}?key=demo%20key`);
  expect(init?.body).toBe(JSON.stringify(body));
});

it('says that no mail was sent, and gives a refusal in the provider’s words', async () => {
  used = Response.json({ error: { message: 'INVALID_OOB_CODE' } }, { status: 400 });
  await expect(openNewestMail(auth, 'rahima@karigar.example', 'update')).rejects.toThrow('INVALID_OOB_CODE');
  oobCodes = undefined;
  await expect(openNewestMail(auth, 'rahima@karigar.example', 'update')).rejects.toThrow(/has not sent/);
});
