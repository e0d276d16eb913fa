import { notifications } from '@mantine/notifications';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { addTool } from '../../../shared/api/calls.ts';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { Component as AddToolPage } from './add-tool-page.tsx';

vi.mock('../../../shared/api/calls.ts');
vi.mock('./upload-image.ts', () => ({ uploadImage: () => Promise.resolve('/images/plane.webp') }));

afterEach(() => act(() => notifications.clean()));

test.each([
  ['no id', { insertedId: '' }],
  ['nothing', undefined],
])('an answer with %s is a failure that keeps what was typed', async (_name, answer) => {
  vi.mocked(addTool).mockResolvedValue(answer as { insertedId: string });
  renderInShop(<AddToolPage />);
  const user = userEvent.setup();
  for (const [label, typed] of [
    ['Tools name', 'Plane'],
    ['Unit price', '12'],
    ['Minimum order quantity', '2'],
    ['Available quantity', '40'],
    ['Description', 'Smooths wood.'],
  ] as const) {
    await user.type(screen.getByLabelText(new RegExp(label)), typed);
  }
  const file = new File(['p'], 'plane.webp', { type: 'image/webp' });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('The form has no field for a picture');
  await user.upload(input, file);
  await user.click(screen.getByRole('button', { name: 'Add tool' }));
  expect(await screen.findByText('Failed to add a Product.')).toBeTruthy();
  expect(screen.getByLabelText(/Tools name/)).toHaveProperty('value', 'Plane');
});
