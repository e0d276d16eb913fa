import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetPerson, leavingTo } from '../session/session-store.ts';
import { signInAs } from '../testing/person.ts';
import { newestDraft, saveDraft } from './draft.ts';
import { mirrorDraft, mirroredDraft } from './draft-mirror.ts';
import { personDb, removePersonDb } from './person-db.ts';

const kept = () => personDb('u1').read((tables) => newestDraft(tables, 'u1', 'review'));

beforeEach(() => {
  localStorage.clear();
  signInAs();
});
afterEach(() => removePersonDb('u1'));

test('a draft is kept before the database has it, and only there once it has', async () => {
  await saveDraft('u1', 'review', 'shar', 1);
  const saving = saveDraft('u1', 'review', 'sharp', 2);
  expect(mirroredDraft('u1', 'review')).toEqual({ value: 'sharp', savedAt: 2 });
  expect(await kept()).toBe('sharp');
  await saving;
  expect(mirroredDraft('u1', 'review')).toBeNull();
  expect(await kept()).toBe('sharp');
});

test('of two keys in one millisecond the second stays', async () => {
  await Promise.all([saveDraft('u1', 'review', 's', 1), saveDraft('u1', 'review', 'sh', 1)]);
  expect(await kept()).toBe('sh');
});

test('an older mirror does not undo what another tab has saved since', async () => {
  mirrorDraft('u1', 'review', { value: 'old', savedAt: 1 });
  await personDb('u1').write(({ drafts }) => drafts.put({ key: 'review', value: 'new', savedAt: 2 }));
  expect(await kept()).toBe('new');
});

test('what is mirrored goes with the person, and nothing late brings it back', async () => {
  mirrorDraft('u1', 'review', { value: 'mine', savedAt: 1 });
  mirrorDraft('u2', 'review', { value: 'other', savedAt: 1 });
  forgetPerson(leavingTo('/login'));
  await removePersonDb('u1');
  await saveDraft('u1', 'review', 'late', 2).catch(() => undefined);
  expect(mirroredDraft('u1', 'review')).toBeNull();
  expect(mirroredDraft('u2', 'review')?.value).toBe('other');
});

test('what is typed here after a sign-out elsewhere is not mirrored', async () => {
  for (const key of Object.keys(localStorage)) localStorage.removeItem(key);
  await saveDraft('u1', 'review', 'late', 2).catch(() => undefined);
  expect(mirroredDraft('u1', 'review')).toBeNull();
});

test('the mirror is bounded in length and number', () => {
  mirrorDraft('u1', 'review', { value: 'short', savedAt: 1 });
  mirrorDraft('u1', 'review', { value: 'x'.repeat(30_000), savedAt: 2 });
  expect(mirroredDraft('u1', 'review')).toBeNull();
  for (let form = 0; form < 30; form += 1) mirrorDraft('u1', `purchase.${form}`, { value: form, savedAt: 1 });
  expect(Object.keys(localStorage).filter((key) => key.startsWith('karigar.draft.u1.'))).toHaveLength(10);
});
