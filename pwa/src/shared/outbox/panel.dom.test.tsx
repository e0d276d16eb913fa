import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { OutboxEntry } from '../saved/outbox-entry.ts';
import { entries } from '../testing/outbox-entries.ts';
import { renderInShop } from '../testing/render.tsx';
import { changeOutboxEntry, discardOutboxEntry } from './outbox.ts';
import { EntryRow } from './panel.tsx';

vi.mock('./outbox.ts');

/** A refused order that another tab begins to send again at the very moment when something is pressed here. */
function RacedRow() {
  const [entry, setEntry] = useState<OutboxEntry>(entries.refused);
  const lose = async () => {
    setEntry(entries.sending);
  };
  vi.mocked(changeOutboxEntry).mockImplementation(async () => {
    await lose();
    return null;
  });
  vi.mocked(discardOutboxEntry).mockImplementation(async () => {
    await lose();
    return false;
  });
  return <EntryRow entry={entry} />;
}

test.each(['Order 1 instead', 'Discard'])('"%s" that comes after another tab is answered', async (button) => {
  renderInShop(<RacedRow />);
  await userEvent.click(screen.getByRole('button', { name: button }));
  if (button === 'Discard') {
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }));
  }
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This has already been sent and can’t be changed.',
  );
});

test.each(['Order 1 instead', 'Discard'])('"%s" says so when the device does not keep it', async (button) => {
  const full = new DOMException('full', 'QuotaExceededError');
  vi.mocked(changeOutboxEntry).mockRejectedValue(full);
  vi.mocked(discardOutboxEntry).mockRejectedValue(full);
  renderInShop(<EntryRow entry={entries.refused} />);
  await userEvent.click(screen.getByRole('button', { name: button }));
  if (button === 'Discard') {
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }));
  }
  expect((await screen.findByRole('alert')).textContent).toBe('We couldn’t save your change on this device.');
});
