import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { NoAnswerError } from '../../../shared/api/failure.ts';
import { renderInShop } from '../../../shared/testing/render.tsx';
import { PicturesField, usePictureUpload } from './pictures-field.tsx';
import type { Picture } from './tool-draft.ts';
import { uploadImage } from './upload-image.ts';

vi.mock('./upload-image.ts', { spy: true });

const file = (name: string) => new File([name], name, { type: 'image/webp', lastModified: 1 });
let uploaded: string[] | null;
beforeEach(() => {
  uploaded = null;
  vi.mocked(uploadImage).mockReset();
  vi.mocked(uploadImage).mockImplementation(async ({ name }) => `/images/${name}`);
});

function Form() {
  const [pictures, setPictures] = useState<Picture[]>(['/images/a.webp']);
  const { progress, upload } = usePictureUpload();
  const send = () =>
    upload(pictures).then(
      (addresses) => {
        uploaded = addresses;
      },
      () => undefined,
    );
  return (
    <>
      <PicturesField value={pictures} onChange={setPictures} progress={progress} />
      <button type="button" onClick={() => void send()}>
        Send
      </button>
    </>
  );
}

async function openWith(...files: File[]) {
  renderInShop(<Form />);
  const user = userEvent.setup();
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('There is no field for pictures');
  await user.upload(input, files);
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  return { press, choose: (...more: File[]) => user.upload(input, more) };
}
const shown = () => screen.getAllByRole('img').map((picture) => picture.getAttribute('alt'));
const sent = async () => {
  await waitFor(() => expect(uploaded).not.toBeNull());
  return uploaded;
};

test('pictures are added, put in order and removed; a file that is chosen twice is there once', async () => {
  const { press, choose } = await openWith(file('b.webp'), file('c.webp'));
  await choose(file('c.webp'));
  expect(shown()).toEqual(['Current picture 1', 'Preview of b.webp', 'Preview of c.webp']);
  await press('Move picture 3 forward');
  await press('Move picture 2 forward');
  expect(shown()).toEqual(['Preview of c.webp', 'Current picture 2', 'Preview of b.webp']);
  // The first cannot go further, and keeps the focus there.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move picture 1 forward' }));
  await press('Move picture 1 forward');
  await press('Move picture 1 back');
  await press('Remove picture 1');
  expect(shown()).toEqual(['Preview of c.webp', 'Preview of b.webp']);
  await press('Send');
  expect(await sent()).toEqual(['/images/c.webp', '/images/b.webp']);
});

test('what has been uploaded is not uploaded again after a failure', async () => {
  vi.mocked(uploadImage)
    .mockResolvedValueOnce('/images/b.webp')
    .mockRejectedValueOnce(new NoAnswerError('unreachable'));
  const { press } = await openWith(file('b.webp'), file('c.webp'));
  await press('Send');
  await press('Send');
  expect(await sent()).toEqual(['/images/a.webp', '/images/b.webp', '/images/c.webp']);
  expect(vi.mocked(uploadImage).mock.calls.map(([{ name }]) => name)).toEqual(['b.webp', 'c.webp', 'c.webp']);
});
