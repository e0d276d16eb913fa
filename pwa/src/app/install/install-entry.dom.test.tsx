import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetPerson } from '../../shared/session/session-store.ts';
import { signInAs } from '../../shared/testing/person.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { InstallEntry } from './install-entry.tsx';
import { keepInstallPrompt } from './install-store.ts';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 16_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.4 Mobile/15E148 Safari/604.1';
const firefox = 'Mozilla/5.0 (Windows NT 6.1; Win64; x64; rv:115.0) Gecko/20100101 Firefox/115.0';
const entry = () => screen.queryByRole('button', { name: 'Install app' });

beforeEach(() => {
  signInAs();
});
afterEach(() => {
  cleanup();
  forgetPerson();
  vi.restoreAllMocks();
});

test('an iPhone, which never asks to install, is told by words how to', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(iPhone);
  renderInShop(<InstallEntry className="" />);
  await userEvent.click(entry() as HTMLElement);
  expect(await screen.findByText('Choose “Add to Home Screen”.')).toBeDefined();
});

test('a browser that neither asks nor can install by hand offers nothing', () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(firefox);
  renderInShop(<InstallEntry className="" />);
  expect(entry()).toBeNull();
});

test('a browser that can ask does so', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(firefox);
  keepInstallPrompt();
  renderInShop(<InstallEntry className="" />);
  const ask = vi.fn(async () => ({ outcome: 'accepted' }));
  act(() => void window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: ask })));
  await userEvent.click(entry() as HTMLElement);
  expect(ask).toHaveBeenCalledOnce();
  expect(entry()).toBeNull();
});
