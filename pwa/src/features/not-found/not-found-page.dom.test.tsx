import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInShop } from '../../shared/testing/render.tsx';
import { Component as NotFoundPage } from './not-found-page.tsx';

test('an unknown address shows its sentence, a picture and a way back', () => {
  renderInShop(<NotFoundPage />, { path: '/nowhere' });
  expect(screen.getByRole('heading', { level: 1, name: 'Oops! page Not Found.' })).toBeDefined();
  expect(screen.getByRole('img', { name: /one tool is missing/ })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
});
