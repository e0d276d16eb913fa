import { afterEach, expect, test } from 'vitest';
import { showOnIcon } from './icon-badge.ts';

afterEach(() => {
  for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name);
});

test.each([0, 3])('a browser that counts nothing on the icon is not asked to show %i', (waiting) => {
  expect('setAppBadge' in navigator).toBe(false);
  expect(() => showOnIcon(waiting)).not.toThrow();
});

test('the icon shows how many wait, and nothing when none does', () => {
  const shown: string[] = [];
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void shown.push(`${count}`),
    clearAppBadge: async () => void shown.push('nothing'),
  });
  showOnIcon(2);
  showOnIcon(0);
  expect(shown).toEqual(['2', 'nothing']);
});
