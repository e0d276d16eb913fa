import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteAnswer, noteSilence } from '../../shared/api/reachability.ts';
import { signUp } from '../../shared/identity/sign-in.ts';
import { forgetPerson } from '../../shared/session/session-store.ts';
import { signInAs } from '../../shared/testing/person.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { Component as SignupPage } from './signup-page.tsx';

vi.mock('../../shared/identity/sign-in.ts', async (original) => ({
  ...(await original<typeof import('../../shared/identity/sign-in.ts')>()),
  prepareSignIn: () => Promise.resolve(),
  signUp: vi.fn(),
}));

beforeEach(() => {
  forgetPerson();
  sessionStorage.clear();
});
afterEach(() => act(() => noteAnswer()));

const typedIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

async function fill() {
  const user = userEvent.setup();
  const page = renderInShop(<SignupPage />);
  await user.type(screen.getByLabelText('Name'), 'Rahima');
  await user.type(screen.getByLabelText('Email'), 'rahima@karigar.example');
  await user.type(screen.getByLabelText('Password'), 'Karigar-user!');
  return { user, page };
}

test('name and email outlast a reload; the password is never stored', async () => {
  const { page } = await fill();
  page.unmount();
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('Karigar-user!');
  renderInShop(<SignupPage />);
  expect(typedIn('Name')).toBe('Rahima');
  expect(typedIn('Email')).toBe('rahima@karigar.example');
  expect(typedIn('Password')).toBe('');
});

test('what was typed is removed once the person is signed in', async () => {
  vi.mocked(signUp).mockImplementation(async () => signInAs());
  const { user, page } = await fill();
  expect(JSON.stringify({ ...sessionStorage })).toContain('Rahima');
  await user.click(screen.getByRole('button', { name: 'SIGNUP' }));
  expect(signUp).toHaveBeenCalledWith('Rahima', 'rahima@karigar.example', 'Karigar-user!');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Rahima');
  page.unmount();
  act(() => forgetPerson());
  renderInShop(<SignupPage />);
  expect(typedIn('Name')).toBe('');
});

test('says offline that signing up needs a connection', () => {
  noteSilence();
  renderInShop(<SignupPage />);
  expect(screen.getByText(/You need to be online to sign up\./)).toBeTruthy();
});
