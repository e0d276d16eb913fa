import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInShop } from '../../shared/testing/render.tsx';
import { shopConfig } from '../../shared/testing/shop-config.ts';
import { Component as PortfolioPage } from './portfolio-page.tsx';

afterEach(() => vi.unstubAllGlobals());

test('the portfolio has a biography, contact, skills and three projects that lead out of the shop', async () => {
  const contact = { phone: '+880 1700 000000', email: 'hello@x.com', address: 'Dhaka' };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(shopConfig({ contact }))));
  renderInShop(<PortfolioPage />);
  expect(screen.getByRole('heading', { level: 1, name: 'My Portfolio' })).toBeDefined();
  const phone = await screen.findByRole('link', { name: contact.phone });
  expect(phone.getAttribute('href')).toBe('tel:+8801700000000');
  expect(screen.getByRole('link', { name: contact.email }).getAttribute('href')).toBe('mailto:hello@x.com');
  expect(screen.getByRole('region', { name: 'Skills' })).toBeDefined();
  const projects = within(screen.getByRole('region', { name: 'Projects' })).getAllByRole('link');
  expect(projects).toHaveLength(3);
  for (const link of projects) {
    expect(link.getAttribute('href')).toMatch(/^https:\/\//);
    expect(link.getAttribute('rel')).toContain('noopener');
  }
});
