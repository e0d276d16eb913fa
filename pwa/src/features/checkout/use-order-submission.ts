import type { Tool } from '@karigar/bff/contracts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureText } from '../../shared/api/failure.ts';
import { refreshTools } from '../../shared/db/index.ts';
import {
  changeOutboxEntry,
  discardOutboxEntry,
  enqueueOrder,
  newIntentId,
  type OrderWork,
  type OutboxEntry,
  useOutboxEntry,
} from '../../shared/db/outbox.ts';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/index.ts';
import { notifyFailure, notifySuccess } from '../../shared/ui/toast.ts';
import type { Destination } from './purchase-draft.ts';

/** What the person has decided: where to, how many, and the price per piece that they saw. */
export type OrderChoice = Destination & { quantity: number; unitPrice: number };

interface Submission {
  tool: Tool;
  openEntry: OutboxEntry | undefined;
  onPlaced: () => Promise<void>;
}

/**
 * Hands orders to the outbox and follows them. One visit of the form is one intent, so that a double tap is one order;
 * a refused or still unsent entry is changed, never doubled. "Placed" is said only after the shop has accepted.
 */
export function useOrderSubmission({ tool, openEntry, onPlaced }: Submission) {
  const { user } = useSession();
  const navigate = useNavigate();
  const intent = useRef(newIntentId());
  const [placed, setPlaced] = useState<string | null>(null);
  const entry = useOutboxEntry(openEntry?.id ?? placed);
  const working =
    (entry?.status === 'sending' || (entry?.status === 'saved' && navigator.onLine !== false)) &&
    entry.delay === null;

  // A refusal says that the saved copy of the tool is stale: stock or price have moved.
  const refused = entry?.status === 'refused';
  useEffect(() => {
    if (refused) void refreshTools();
  }, [refused]);

  const done = useRef(false);
  useEffect(() => {
    if (entry?.status !== 'accepted' || done.current) return;
    done.current = true;
    void onPlaced();
    void notifySuccess(messages.purchase.placed);
    void navigate(entry.orderId === null ? paths.myOrders : paths.order(entry.orderId), {
      state: { placed: true },
    });
  }, [entry, navigate, onPlaced]);

  async function place({ quantity, unitPrice, ...destination }: OrderChoice): Promise<void> {
    if (user === null || working) return;
    const { address, city, zip } = destination;
    const order: OrderWork['order'] = {
      address: address.trim(),
      city: city.trim(),
      zip: zip.trim(),
      toolId: tool._id,
      toolsName: tool.name,
      email: user.email,
      name: user.name,
      quantity,
      unitPrice,
    };
    try {
      const id = openEntry?.id ?? intent.current;
      if (openEntry) await changeOutboxEntry(id, { kind: 'order', order, picture: tool.image });
      else await enqueueOrder(id, { order, picture: tool.image });
      setPlaced(id);
    } catch (error) {
      void notifyFailure(failureText(error));
    }
  }

  async function discard(): Promise<void> {
    if (openEntry === undefined || !(await discardOutboxEntry(openEntry.id))) return;
    intent.current = newIntentId();
    setPlaced(null);
  }

  return { working, place, discard };
}
