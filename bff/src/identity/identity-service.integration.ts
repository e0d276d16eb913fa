import { afterAll, expect, it } from 'vitest';
import { AuthEmulator } from '../testing/auth-emulator.ts';
import { firebaseIdentity } from './identity-service.ts';

const emulator = await AuthEmulator.start();
process.env.FIREBASE_AUTH_EMULATOR_HOST = emulator.host;
const identity = firebaseIdentity({ projectId: 'demo-karigar', emulated: true, hasCredentials: false });
afterAll(async () => {
  await identity.close();
  await emulator.empty();
});

it('says when somebody signed in, and a renewed token keeps that time', async () => {
  const signedIn = await emulator.signIn('rahim@identity.test');
  const first = await identity.verify(signedIn.idToken);
  expect(Math.abs(first.signedInAt - Date.now() / 1000)).toBeLessThan(60);
  const renewed = await emulator.renewed(signedIn.refreshToken);
  expect(await identity.verify(renewed)).toEqual(first);
});

it('removes an account, whose tokens are worth nothing then; a second time changes nothing', async () => {
  const { idToken } = await emulator.signIn('karim@identity.test');
  const { uid } = await identity.verify(idToken);
  await identity.removeAccount(uid);
  await expect(identity.verify(idToken)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  await identity.removeAccount(uid);
  const again = await identity.verify((await emulator.signIn('karim@identity.test')).idToken);
  expect(again.uid).not.toBe(uid);
});

it('finds an account under the address that it has now, and none that is gone', async () => {
  const { uid } = await identity.verify(await emulator.idToken('rina@identity.test'));
  await emulator.move('rina@identity.test', 'Rina@moved.test');
  expect(await identity.find(uid)).toMatchObject({ uid, email: 'rina@moved.test', emailVerified: true });
  await emulator.free('rina@moved.test');
  expect(await identity.find(uid)).toBeNull();
  const unable = firebaseIdentity({ projectId: 'demo-karigar', emulated: false, hasCredentials: false });
  expect(await unable.find(uid)).toBe('unknown');
});

it.each([
  ' admin@identity.test',
  'admin@identity.test ',
  'ad\u200bmin@identity.test',
  '\u2800admin@identity.test',
  'admin@identity.test\u00ad',
])('refuses an account whose address only looks like that of another: %j', async (address) => {
  await expect(identity.verify(await emulator.idToken(address))).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
    message: expect.stringContaining('invisible'),
  });
});

it('leaves an account for later where it cannot be removed now', async () => {
  const options = { projectId: 'demo-karigar', emulated: false, hasCredentials: false };
  const unable = firebaseIdentity(options);
  expect(unable.mayRemove).toBe(false);
  await expect(unable.removeAccount('u1')).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  process.env.FIREBASE_AUTH_EMULATOR_HOST = '127.0.0.1:9';
  const away = firebaseIdentity({ ...options, emulated: true });
  await expect(away.removeAccount('u1')).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  await away.close();
});
