import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getTools } from '../../shared/api/calls.ts';
import { forgetIndex } from '../../shared/finding/tool-search.ts';
import { clearPublicData, showPublicData } from '../../shared/testing/public-data.ts';
import { renderInShop } from '../../shared/testing/render.tsx';
import { toolNamed } from '../../shared/testing/tool.ts';
import { Component as ToolsPage } from './tools-page.tsx';

vi.mock('../../shared/api/calls.ts');

const tools = [
  toolNamed('Trowel', { createdAt: '2026-01-05T00:00:00.000Z', description: 'Never a hammer.' }),
  toolNamed('Plane', { createdAt: '2026-01-04T00:00:00.000Z' }),
  toolNamed('Hand Saw', { createdAt: '2026-01-03T00:00:00.000Z', otherNames: 'panel saw, করাত' }),
  toolNamed('Claw Hammer', { createdAt: '2026-01-02T00:00:00.000Z', category: 'Hammers', price: 30 }),
  toolNamed('C-clamp', { createdAt: '2026-01-01T00:00:00.000Z' }),
];

beforeEach(() => {
  // The index comes when it likes.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  vi.stubGlobal('requestIdleCallback', queueMicrotask);
  vi.mocked(getTools).mockResolvedValue({ items: null, etag: '"t"' });
  showPublicData('tools', tools, { etag: '"t"' });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await clearPublicData();
  await clearPublicData();
  forgetIndex();
});

const listed = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
const said = () => screen.getByRole('status').textContent;

async function openPage(path = '/tools') {
  renderInShop(<ToolsPage />, { path });
  await waitFor(() => expect(said()).toBeTruthy());
  return userEvent.setup();
}

it('finds a mistyped word, best match first, and a Bangla name, and says how many', async () => {
  const user = await openPage();
  expect(listed()).toEqual(['Trowel', 'Plane', 'Hand Saw', 'Claw Hammer', 'C-clamp']);
  const box = screen.getByRole('searchbox', { name: 'Search' });
  await user.type(box, 'hamer');
  await waitFor(() => expect(listed()).toEqual(['Claw Hammer', 'Trowel']));
  expect(said()).toBe('2 tools');
  expect(screen.getByLabelText('Sort')).toHaveProperty('value', '');
  await user.selectOptions(screen.getByLabelText('Sort'), 'Newest first');
  expect(listed()).toEqual(['Trowel', 'Claw Hammer']);

  await user.clear(box);
  await user.type(box, 'করাত');
  await waitFor(() => expect(listed()).toEqual(['Hand Saw']));
  expect(said()).toBe('1 tool');
});

it('says that nothing fits, shows similar tools, and leads back to all tools', async () => {
  const user = await openPage('/tools?search=clampett');
  expect(said()).toBe('0 tools; 1 similar');
  expect(screen.getByText('No tools match “clampett”. Similar tools are below.')).toBeTruthy();
  expect(listed()).toEqual(['C-clamp']);
  await user.click(screen.getByRole('button', { name: 'Show all tools' }));
  expect(listed()).toHaveLength(5);
  expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveProperty('value', '');
});

it('offers no tool for a text that is like none', async () => {
  await openPage('/tools?search=qwxzvk');
  expect(screen.getByText('No tools match “qwxzvk”. Check the spelling or try another word.')).toBeTruthy();
  expect(screen.queryAllByRole('heading', { level: 2 })).toEqual([]);
});

it('finds within a category', async () => {
  await openPage('/tools?search=hammer&category=Hammers');
  expect(listed()).toEqual(['Claw Hammer']);
});

it('shows the nearest of the whole shop where the category leaves nothing', async () => {
  await openPage('/tools?search=saw&category=Hammers');
  expect(screen.getByText('No tools match “saw” with these filters. Similar tools are below.')).toBeTruthy();
  expect(listed()[0]).toBe('Hand Saw');
});
