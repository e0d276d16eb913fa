import { expect, it, vi } from 'vitest';
import { accessTokens } from './access-token.ts';
import { personFinder } from './session.ts';

const tokens = accessTokens('a secret of more than thirty-two characters');
const owner = { uid: 'u1', email: 'u1@session.test', emailVerified: true, name: '', signedInAt: 0 };
const records = (isAdmin = async () => false) => ({ isAdmin, accountsFor: async () => ['u1', 'before'] });
const noneEnded = { has: () => false };
const bearer = async () => `Bearer ${(await tokens.issue(owner, 1_000)).token}`;

it('finds nobody behind no token or a bad one', async () => {
  const find = personFinder(tokens, records(), new Set(), noneEnded);
  expect(await find(undefined)).toBeNull();
  expect(await find('Bearer garbage')).toBeNull();
});

it('looks the role up once, and only when it is asked for', async () => {
  const isAdmin = vi.fn(async () => true);
  const person = await personFinder(tokens, records(isAdmin), new Set(), noneEnded)(await bearer());
  expect(person).toMatchObject(owner);
  expect(isAdmin).not.toHaveBeenCalled();
  expect([await person?.isAdmin(), await person?.isAdmin()]).toEqual([true, true]);
  expect(await person?.accounts()).toEqual(['u1', 'before']);
  expect(isAdmin).toHaveBeenCalledOnce();
});

it('refuses the tokens of an erased person from the moment at which this process knows', async () => {
  const erased = new Set<string>();
  const find = personFinder(tokens, records(), erased, noneEnded);
  const authorization = await bearer();
  expect(await find(authorization)).toMatchObject({ uid: 'u1' });
  erased.add('u1');
  await expect(find(authorization)).rejects.toMatchObject({ code: 'PERSON_ERASED', status: 401 });
});

it('tells a device that was away for long that its person was erased, though the token has ended', async () => {
  const later = accessTokens('a secret of more than thirty-two characters', () => Date.now() + 86_400_000);
  const authorization = await bearer();
  expect(await personFinder(later, records(), new Set(), noneEnded)(authorization)).toBeNull();
  const find = personFinder(later, records(), new Set(['u1']), noneEnded);
  await expect(find(authorization)).rejects.toMatchObject({ code: 'PERSON_ERASED' });
});

it('finds nobody behind a token whose sign-in was ended', async () => {
  const sessions = { has: ({ since }: { since: number }) => since < 1_001 };
  const find = personFinder(tokens, records(), new Set(), sessions);
  expect(await find(await bearer())).toBeNull();
  expect(await find(`Bearer ${(await tokens.issue(owner, 1_001)).token}`)).toMatchObject({ uid: 'u1' });
});
