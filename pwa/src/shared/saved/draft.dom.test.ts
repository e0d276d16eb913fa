import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { forgetPerson, leavingTo } from '../session/session-store.ts';
import { signInAs } from '../testing/person.ts';
import { keptDraft, saveDraft, useDraft } from './draft.ts';
import { removePersonDb } from './person-db.ts';

const kept = () => keptDraft('u1', 'review');

beforeEach(() => {
  localStorage.clear();
  signInAs();
});

test('a draft is kept at once, and gone when it is discarded', () => {
  const { result } = renderHook(() => useDraft('review'));
  expect(result.current.draft).toBeNull();
  act(() => result.current.save({ reviews: 'sharp' }));
  expect(result.current.draft).toEqual({ reviews: 'sharp' });
  expect(kept()).toEqual({ reviews: 'sharp' });
  act(() => result.current.discard());
  expect(result.current.draft).toBeNull();
  expect(kept()).toBeNull();
});

test('drafts go with the person, and nothing late brings one back', async () => {
  saveDraft('u1', 'review', 'mine');
  localStorage.setItem('karigar.draft.u2.review', '"other"');
  forgetPerson(leavingTo('/login'));
  await removePersonDb('u1');
  saveDraft('u1', 'review', 'late');
  expect(kept()).toBeNull();
  expect(keptDraft('u2', 'review')).toBe('other');
});

test('what is typed here after a sign-out elsewhere is not kept', () => {
  for (const key of Object.keys(localStorage)) localStorage.removeItem(key);
  saveDraft('u1', 'review', 'late');
  expect(kept()).toBeNull();
});
