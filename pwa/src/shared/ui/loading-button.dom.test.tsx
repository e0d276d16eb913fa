import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FormEvent, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderInShop } from '../testing/render.tsx';
import { LoadingButton } from './loading-button.tsx';

/** A form whose work never ends on its own; `onEnd` takes what ends it. */
function Form({ onSend, onEnd }: { onSend: () => void; onEnd: (end: () => void) => void }) {
  const [working, setWorking] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend();
    setWorking(true);
    onEnd(() => setWorking(false));
  };
  return (
    <form onSubmit={submit}>
      <input aria-label="Name" />
      <LoadingButton type="submit" loading={working}>
        Send
      </LoadingButton>
    </form>
  );
}

test('keeps the focus while its work runs, and takes neither a press nor Enter meanwhile', async () => {
  const onSend = vi.fn();
  let end = () => {};
  renderInShop(<Form onSend={onSend} onEnd={(done) => (end = done)} />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });
  await userEvent.click(button);
  expect(onSend).toHaveBeenCalledOnce();

  expect(document.activeElement).toBe(button);
  expect(button.isConnected && !button.disabled).toBe(true);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await userEvent.keyboard('{Enter}');
  await userEvent.click(button);
  await userEvent.type(screen.getByLabelText('Name'), 'Rahima{Enter}');
  expect(onSend).toHaveBeenCalledOnce();

  end();
  await vi.waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
  await userEvent.click(button);
  expect(onSend).toHaveBeenCalledTimes(2);
});
