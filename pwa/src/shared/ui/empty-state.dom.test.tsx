import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInShop } from '../testing/render.tsx';
import { EmptyState } from './empty-state.tsx';

test('an empty place says so, leads on, and has a drawing that no screen reader stops at', () => {
  renderInShop(
    <EmptyState picture="parcel" text="No orders." link={{ to: '/tools', label: 'Browse tools' }} />,
  );
  expect(screen.getByText('No orders.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Browse tools' }).getAttribute('href')).toBe('/tools');
  expect(document.querySelector('svg')?.dataset.drawing).toBe('parcel');
  expect(screen.queryByRole('img')).toBeNull();
});
