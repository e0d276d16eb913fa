import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { NoAnswerError } from '../../../shared/api/failure.ts';
import { clearPublicData, showPublicData } from '../../../shared/testing/public-data.ts';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { shopConfig } from '../../../shared/testing/shop-config.ts';
import { privacyTopics } from './privacy-content.ts';
import { Component as PrivacyPage } from './privacy-page.tsx';

vi.mock('../../../shared/api/calls.ts', () => ({
  getConfig: () => Promise.reject(new NoAnswerError('unreachable')),
}));

const shopThat = (keepInvoicesYears: number) =>
  showPublicData(
    'config',
    shopConfig({
      privacy: { keepInvoicesYears },
      contact: { email: 'hello@karigar.example', phone: '', address: '12 Kazi Nazrul Islam Avenue' },
    }),
  );

beforeEach(async () => {
  await clearPublicData();
});

test('the privacy page says what is kept, where and how long, and whom to ask', async () => {
  await shopThat(0);
  renderInShop(<PrivacyPage />);
  for (const { title, facts } of privacyTopics(0)) {
    expect(await screen.findByRole('heading', { level: 2, name: title })).toBeDefined();
    for (const text of Object.values(facts)) expect(screen.getByText(text)).toBeDefined();
  }
  expect(screen.getByRole('link', { name: 'hello@karigar.example' }).getAttribute('href')).toBe(
    'mailto:hello@karigar.example',
  );
});

test.each([
  [0, /never delay erasing your account/],
  [1, /for 1 year after an order is paid/],
  [10, /for 10 years after an order is paid/],
])('a shop that keeps invoices for %d years says so', async (years, words) => {
  await shopThat(years);
  renderInShop(<PrivacyPage />);
  expect(await screen.findByText(words)).toBeDefined();
});
