import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getConfig } from '../../shared/api/calls.ts';
import { noteAnswer, noteSilence } from '../../shared/api/reachability.ts';
import { signInWithPassword } from '../../shared/identity/sign-in.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { Component as LoginPage } from './login-page.tsx';

vi.mock('../../shared/api/calls.ts');
vi.mock('../../shared/identity/sign-in.ts', async (original) => ({
  ...(await original<typeof import('../../shared/identity/sign-in.ts')>()),
  prepareSignIn: () => Promise.resolve(),
  signInWithPassword: vi.fn(() => Promise.resolve()),
}));

const show = () => {
  vi.mocked(getConfig).mockReturnValue(new Promise(() => undefined));
  renderInShop(<LoginPage />, { path: '/login' });
  return userEvent.setup();
};

const logIn = async (user: ReturnType<typeof show>) => {
  await user.type(screen.getByLabelText('Email'), ' rahima@karigar.example ');
  await user.type(screen.getByLabelText('Password'), 'Karigar-user!');
  await user.click(screen.getByRole('button', { name: 'LOGIN' }));
};

afterEach(() => vi.clearAllMocks());

describe('the login page', () => {
  it('says what is missing and signs nobody in', async () => {
    const user = show();
    await user.click(screen.getByRole('button', { name: 'LOGIN' }));
    expect(await screen.findByText('Email is required')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    expect(signInWithPassword).not.toHaveBeenCalled();
  });

  it('signs in with what was typed', async () => {
    const user = show();
    await logIn(user);
    expect(signInWithPassword).toHaveBeenCalledWith('rahima@karigar.example', 'Karigar-user!');
  });

  it('says offline that logging in needs a connection', () => {
    noteSilence();
    show();
    expect(screen.getByText(/You need to be online to log in\./)).toBeTruthy();
    act(() => noteAnswer());
    expect(screen.queryByText(/You need to be online/)).toBeNull();
  });

  it('shows the words of a refusal', async () => {
    const user = show();
    vi.mocked(signInWithPassword).mockRejectedValueOnce(new Error('🚫 Wrong Password.'));
    await logIn(user);
    expect(await screen.findByText('🚫 Wrong Password.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  });
});
