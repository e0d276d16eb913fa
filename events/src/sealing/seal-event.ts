import { recordedEvent, type StoredEvent } from '../log/event-fields.ts';
import type { EventNote, RecordedEvent } from '../orders/order-event.ts';
import type { OrderOwners } from './order-owners.ts';
import { emailOfAdmin, type NotedEvent, type Sealer, sealedActor } from './sealer.ts';

/** An event of the sealed log, before its hash is known. */
export type UnchainedEvent = Omit<StoredEvent, 'hash'>;

/** Whether somebody can be read in an event, as releases wrote it before persons were sealed. */
export function isClear({ type, schema, actor }: StoredEvent): boolean {
  return isOfFirstSchema(type, schema) || emailOfAdmin(actor) !== null;
}

/** Whether an event was written by a release that seals: nothing behind it is clear, for two releases never write to one log. */
export function isOfSealingRelease({ type, schema, actor }: StoredEvent): boolean {
  return (
    type === 'log.sealed' ||
    (withPerson.has(type) && schema !== '1') ||
    (actor.startsWith('admin:') && emailOfAdmin(actor) === null)
  );
}

const withPerson: ReadonlySet<string> = new Set(['order.created', 'order.deleted']);
const isOfFirstSchema = (type: string, schema: string): boolean => withPerson.has(type) && schema === '1';

/** Makes the events of the sealed log, given those of the old one in their order. */
export class EventSealer {
  readonly #sealer: Sealer;
  readonly #owners: OrderOwners;

  /**
   * @param sealer seals for this room
   * @param owners tells whose each event is
   */
  constructor(sealer: Sealer, owners: OrderOwners) {
    this.#sealer = sealer;
    this.#owners = owners;
  }

  /** Seals the next event. Throws what `recordedEvent` and the sealer throw. */
  async seal(stored: StoredEvent): Promise<UnchainedEvent> {
    const event = recordedEvent(stored);
    const owner = await this.#owners.take(event);
    const { hash: _, ...old } = stored;
    const moved = { ...old, seq: stored.seq + 1, actor: sealedActor(stored.actor, this.#sealer) };
    if (event.type === 'event.voided') {
      const { seq, reason, note } = event.data;
      const sealed = await this.#sealNote(event, owner, note);
      return { ...moved, schema: '2', data: JSON.stringify({ seq: seq + 1, reason, note: sealed }) };
    }
    if (!isOfFirstSchema(stored.type, stored.schema)) return moved;
    return { ...moved, ...(await this.#sealData(event, owner)) };
  }

  async #sealData(event: RecordedEvent, owner: string): Promise<Partial<UnchainedEvent>> {
    const { subject, requestHash } = event;
    if (event.type === 'order.created' && typeof event.data.person !== 'string') {
      const person = await this.#sealer.sealPerson(owner, subject, event.data.person);
      return {
        schema: '2',
        data: JSON.stringify({ ...event.data, person }),
        requestHash: requestHash === '' ? '' : this.#sealer.hashOf(requestHash),
      };
    }
    if (event.type === 'order.deleted') {
      const { reason, note } = event.data;
      return {
        schema: '2',
        data: JSON.stringify({ reason, note: await this.#sealNote(event, owner, note) }),
      };
    }
    return {};
  }

  async #sealNote(event: NotedEvent, owner: string, note: EventNote): Promise<string | null> {
    if (note === null || typeof note === 'string') return note;
    // Without a first event nobody knows whose key it were: such an event cannot have happened.
    return owner === '' ? null : this.#sealer.sealNote(owner, event, note.text);
  }
}
