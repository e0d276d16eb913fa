import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderInShop } from '../testing/render.tsx';
import { BackLink } from './back-link.tsx';

test.each([true, false])('leads back only where the shop is installed (%s)', (installed) => {
  const matchMedia = window.matchMedia.bind(window);
  const spy = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) =>
      query === '(display-mode: standalone)'
        ? ({ ...matchMedia(query), matches: installed } as MediaQueryList)
        : matchMedia(query),
    );
  renderInShop(<BackLink to="/tools/t1" label="Back to the tool" />);
  const links = screen.queryAllByRole('link', { name: 'Back to the tool' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(installed ? ['/tools/t1'] : []);
  spy.mockRestore();
});
