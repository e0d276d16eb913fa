import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInShop } from '../../shared/testing/render.tsx';
import { blogEntries } from './blog-content.ts';
import { Component as BlogPage } from './blog-page.tsx';

test('the blog answers five questions, each reachable from the list at its top', () => {
  renderInShop(<BlogPage />);
  expect(blogEntries).toHaveLength(5);
  const contents = within(screen.getByRole('navigation', { name: 'Questions on this page' }));
  for (const { id, question, lead } of blogEntries) {
    expect(contents.getByRole('link', { name: question }).getAttribute('href')).toBe(`#${id}`);
    expect(screen.getByRole('heading', { level: 2, name: question }).id).toBe(id);
    expect(screen.getByText(lead)).toBeDefined();
  }
});
