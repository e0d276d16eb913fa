import type { Tool } from '@karigar/bff/contracts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureText } from '../../shared/api/failure.ts';
import { messages } from '../../shared/messages.ts';
import {
  changeOutboxEntry,
  discardOutboxEntry,
  enqueueOrder,
  newIntentId,
  type OrderWork,
  type OutboxEntry,
  useOutboxEntry,
} from '../../shared/outbox/outbox.ts';
import { rereadTools } from '../../shared/saved/catalogue.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { notifyFailure, notifySuccess } from '../../shared/ui/toast.ts';
import { placedOrderPath } from './placed-order-path.ts';
import type { Destination } from './purchase-draft.ts';

/** What the person has decided: where to, how many, and the price per piece that they saw. */
export type OrderChoice = Destination & { quantity: number; unitPrice: number };

interface Submission {
  tool: Tool;
  openEntry: OutboxEntry | undefined;
  onPlaced: () => Promise<void>;
}

interface OrderSubmission {
  /** An answer of the shop may come any moment. */
  working: boolean;
  /** An order of this tool is with the shop or waits for it; the form waits too. */
  onTheWay: boolean;
  /** An order that got through without leading on. */
  accepted: OutboxEntry | null;
  /** What the person wanted to change was already on its way from another tab, as it was. */
  tooLate: boolean;
  place: (choice: OrderChoice) => Promise<void>;
  discard: () => Promise<void>;
  /** The person works on the form again: what gets through now must not take them away from it. */
  stay: () => void;
}

const isOnTheWay = (entry: OutboxEntry | null | undefined): boolean =>
  entry?.status === 'sending' || entry?.status === 'saved';

/**
 * Hands orders to the outbox and follows them. One visit of the form is one intent, so that a double tap is one order;
 * a refused or still unsent entry is changed, never doubled. "Placed" is said only after the shop has accepted. Only an
 * order sent from this visit leads on to its page: one that was on its way before may get through at any moment, and
 * must not take the person away from the next one.
 */
export function useOrderSubmission({ tool, openEntry, onPlaced }: Submission): OrderSubmission {
  const { user } = useSession();
  const navigate = useNavigate();
  const intent = useRef(newIntentId());
  const [placedHere, setPlacedHere] = useState<string | null>(null);
  const [followed, setFollowed] = useState(openEntry?.id ?? null);
  // The shop's word ends an open entry: it is followed beyond that, to hear it.
  if (openEntry && openEntry.id !== followed) setFollowed(openEntry.id);
  const [late, setLate] = useState<string | null>(null);
  const entry = useOutboxEntry(openEntry?.id ?? followed);
  const tooLate = late !== null && late === entry?.id && entry.status !== 'refused';
  const working =
    (entry?.status === 'sending' || (entry?.status === 'saved' && navigator.onLine !== false)) &&
    entry.delay === null;

  // A refusal says that the saved copy of the tool is stale: stock or price have moved.
  const refused = entry?.status === 'refused';
  useEffect(() => {
    if (refused) void rereadTools();
  }, [refused]);

  const leadsOn = entry?.status === 'accepted' && entry.id === placedHere;
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (entry?.status !== 'accepted' || done.current === entry.id) return;
    done.current = entry.id;
    intent.current = newIntentId();
    // What was typed too late is not in that order, and stays.
    if (entry.id !== late) void onPlaced();
    void notifySuccess(messages.purchase.placed);
    if (leadsOn) void navigate(placedOrderPath(entry), { state: { placed: true } });
  }, [entry, late, leadsOn, navigate, onPlaced]);

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
      const work = { order, picture: tool.image };
      const taken = openEntry
        ? await changeOutboxEntry(id, { kind: 'order', ...work })
        : (await enqueueOrder(id, work)) !== null;
      setLate(taken ? null : id);
      setPlacedHere(taken ? id : null);
      setFollowed(id);
    } catch (error) {
      void notifyFailure(failureText(error));
    }
  }

  async function discard(): Promise<void> {
    if (openEntry === undefined) return;
    if (!(await discardOutboxEntry(openEntry.id))) {
      setLate(openEntry.id);
      return;
    }
    intent.current = newIntentId();
    setPlacedHere(null);
    setFollowed(null);
  }

  // The list and the one entry are two questions: the form opens only when both have heard of the shop's answer.
  const onTheWay = leadsOn || isOnTheWay(openEntry) || isOnTheWay(entry);
  const accepted = entry?.status === 'accepted' && !leadsOn ? entry : null;

  const stay = () => {
    setPlacedHere(null);
    setLate(null);
  };
  return { working, onTheWay, accepted, tooLate, place, discard, stay };
}
