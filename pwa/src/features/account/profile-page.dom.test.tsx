import type { Profile } from '@karigar/bff/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { getProfile, putProfile } from '../../shared/api/calls.ts';
import { keptDraft } from '../../shared/saved/draft.ts';
import { personDb } from '../../shared/saved/person-db.ts';
import { signInAs } from '../../shared/testing/person.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { Component as ProfilePage } from './profile-page.tsx';

vi.mock('../../shared/api/calls.ts');
vi.mock('./notifications/notifications-box.tsx', () => ({ NotificationsBox: () => null }));
vi.mock('./privacy/personal-data-box.tsx', () => ({ PersonalDataBox: () => null }));

const profile = { phone: '+880 1700', education: 'Diploma', country: 'Bangladesh', city: 'Dhaka' } as Profile;
let person = 0;

beforeEach(() => {
  person += 1;
  signInAs({ uid: `u${person}` });
  vi.mocked(getProfile).mockResolvedValue(profile);
});

const field = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label);
const draft = () => keptDraft(`u${person}`, 'profile');

test('what is typed outlasts a reload; unchanged fields follow the shop', async () => {
  const user = userEvent.setup();
  const page = renderInShop(<ProfilePage />);
  await user.clear(await field(/^City/));
  await user.clear(await field('Education'));
  await user.type(await field('Education'), 'Master');
  page.unmount();
  const newer = { ...profile, phone: '+880 1811' };
  vi.mocked(getProfile).mockResolvedValue(newer);
  await personDb(`u${person}`).write(({ facts }) =>
    facts.put({ key: 'profile', value: newer, savedAt: Date.now() }),
  );
  renderInShop(<ProfilePage />);
  expect((await field('Education')).value).toBe('Master');
  expect((await field(/^City/)).value).toBe('');
  expect((await field('Phone')).value).toBe('+880 1811');
  expect(draft()).toEqual({ education: 'Master', city: '' });
});

test('a draft is gone once the shop has it, and when it is typed back', async () => {
  const user = userEvent.setup();
  renderInShop(<ProfilePage />);
  await user.type(await field('Education'), '!');
  expect(draft()).toEqual({ education: 'Diploma!' });
  await user.type(await field('Education'), '{Backspace}');
  expect(draft()).toBeNull();

  await user.type(await field('Education'), '?');
  expect(draft()).not.toBeNull();
  vi.mocked(getProfile).mockResolvedValue({ ...profile, education: 'Diploma?' });
  await user.click(screen.getByRole('button', { name: 'Update Profile' }));
  await screen.findByText('Your Profile updated successfully.');
  expect(putProfile).toHaveBeenCalledOnce();
  await waitFor(() => expect(draft()).toBeNull());
  expect((await field('Education')).value).toBe('Diploma?');
});
