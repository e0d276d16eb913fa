import { expect, it, vi } from 'vitest';
import type { Role } from '../contracts/people.ts';
import { accessTokens } from './access-token.ts';
import { personFinder } from './session.ts';

const tokens = accessTokens('a secret of more than thirty-two characters');
const owner = { uid: 'u1', email: 'u1@session.test', emailVerified: true, name: '', signedInAt: 0 };
const records = (rolesOf = async (): Promise<Role[]> => []) => ({
  rolesOf,
  accountsFor: async () => ['u1', 'before'],
});
const noneEnded = { has: () => false };
const bearer = async () => `Bearer ${(await tokens.issue(owner, 1_000)).token}`;

it('finds nobody behind no token or a bad one', async () => {
  const find = personFinder(tokens, records(), new Set(), noneEnded);
  expect(await find(undefined)).toBeNull();
  expect(await find('Bearer garbage')).toBeNull();
});

it.each<[Role[], Record<Role, boolean>]>([
  [[], { admin: false, packer: false, editor: false }],
  [['packer'], { admin: false, packer: true, editor: false }],
  [['editor', 'packer'], { admin: false, packer: true, editor: true }],
  [['admin'], { admin: true, packer: true, editor: true }],
])('looks the roles %j up each time that they are asked for', async (roles, rights) => {
  const rolesOf = vi.fn(async () => roles);
  const person = await personFinder(tokens, records(rolesOf), new Set(), noneEnded)(await bearer());
  expect(person).toMatchObject(owner);
  expect(rolesOf).not.toHaveBeenCalled();
  for (const [role, may] of Object.entries(rights)) expect(await person?.may(role as Role)).toBe(may);
  expect(await person?.accounts()).toEqual(['u1', 'before']);
  expect(rolesOf).toHaveBeenCalledTimes(3);
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
