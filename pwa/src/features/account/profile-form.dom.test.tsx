import type { Profile } from '@karigar/bff/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { getProfile, putProfile } from '../../shared/api/calls.ts';
import { NoAnswerError } from '../../shared/api/failure.ts';
import { noteAnswer, noteSilence } from '../../shared/api/reachability.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { ProfileForm } from './profile-form.tsx';

vi.mock('../../shared/api/calls.ts');
beforeEach(() => localStorage.clear());

const user = { uid: 'u1', email: 'r@karigar.example', name: 'Rahima', photoURL: null };
const profile = { phone: '+880 1700 000000', education: 'Diploma', country: 'Bangladesh' } as Profile;

/** The form before and after the profile has come. */
function LateProfile() {
  const [known, setKnown] = useState<Profile>();
  return (
    <>
      <button type="button" onClick={() => setKnown(profile)}>
        It comes
      </button>
      <ProfileForm profile={known} user={user} />
    </>
  );
}

it('fills in what comes late, and keeps what was typed meanwhile', async () => {
  renderInShop(<LateProfile />);
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  await userEvent.type(screen.getByLabelText('Phone'), '+880 1811');
  await userEvent.click(screen.getByRole('button', { name: 'It comes' }));
  expect(value('Education')).toBe('Diploma');
  expect(value('Country')).toBe('Bangladesh');
  expect(value('Phone')).toBe('+880 1811');
});

it('clears nothing of a profile that could not be read before it is saved', async () => {
  vi.mocked(getProfile).mockResolvedValue({
    ...profile,
    city: 'Dhaka',
    zip: '1207',
    linkedin: '',
  } as Profile);
  renderInShop(<ProfileForm profile={undefined} user={user} />);
  await userEvent.type(screen.getByLabelText('Phone'), '+880 1811');
  await userEvent.type(screen.getByLabelText('Education'), 'Master');
  await userEvent.type(screen.getByLabelText('Country'), 'Bangladesh');
  await userEvent.click(screen.getByRole('button', { name: 'Update Profile' }));
  await waitFor(() =>
    expect(putProfile).toHaveBeenCalledWith(
      user.email,
      expect.objectContaining({ phone: '+880 1811', education: 'Master', city: 'Dhaka', zip: '1207' }),
    ),
  );
});

it.each([
  { at: 'has it', phone: '+880 1811', words: 'Your Profile updated successfully.' },
  { at: 'has not got it', phone: profile.phone, words: 'Your profile was not updated. Please try again.' },
])('an unanswered change is asked for, and the shop $at', async ({ phone, words }) => {
  vi.mocked(putProfile).mockImplementation(async () => {
    noteSilence();
    throw new NoAnswerError('timeout');
  });
  vi.mocked(getProfile).mockResolvedValue({ ...profile, phone });
  renderInShop(<ProfileForm profile={profile} user={user} />);
  const field = screen.getByLabelText<HTMLInputElement>('Phone');
  await userEvent.clear(field);
  await userEvent.type(field, '+880 1811');
  await userEvent.click(screen.getByRole('button', { name: 'Update Profile' }));
  await screen.findByText(/We couldn’t confirm that your profile was updated/);
  act(() => noteAnswer());
  await screen.findByText(words);
  expect(field.value).toBe('+880 1811');
});
