import { type Owned, owns } from '../identity/ownership.ts';
import { normalEmail, type Person } from '../identity/person.ts';

/** The news of one order, ready to be sent to everybody who may hear of it. */
export interface OrderNews {
  readonly seq: number;
  readonly owner: Owned;
  /** The message as it goes over the wire. */
  readonly text: string;
}

/** One open stream. */
export interface Listener {
  readonly person: Person;
  /** An admin's: it hears of every order. */
  readonly seesAll: boolean;
  tell(news: OrderNews): void;
  /** Ends the stream; its client reconnects and resumes after its last event. */
  end(): void;
}

/** Tells whether a stream may hear of an order. */
export const mayHear = ({ person, seesAll }: Listener, owner: Owned): boolean =>
  seesAll || owns(person, owner);

/** The open streams, found by whose order there is news of: its cost is that of the streams that hear it, not of all. */
export function listenersByOwner() {
  const all = new Set<Listener>();
  const seeAll = new Set<Listener>();
  const byKey = new Map<string, Set<Listener>>();
  return {
    all,
    /** Adds a stream and gives what removes it. */
    add(listener: Listener): () => void {
      const own = listener.seesAll ? [] : keysOf(listener.person);
      all.add(listener);
      if (listener.seesAll) seeAll.add(listener);
      for (const key of own) byKey.set(key, (byKey.get(key) ?? new Set()).add(listener));
      return () => {
        all.delete(listener);
        seeAll.delete(listener);
        for (const key of own) {
          const others = byKey.get(key);
          others?.delete(listener);
          if (others?.size === 0) byKey.delete(key);
        }
      };
    },
    /** Finds the streams that may hear of an order of `owner`, each once. */
    of(owner: Owned): Set<Listener> {
      const found = new Set(seeAll);
      for (const key of keysOf(owner))
        for (const listener of byKey.get(key) ?? []) if (mayHear(listener, owner)) found.add(listener);
      return found;
    },
  };
}

/** What may tie an order to a person; `owns` decides whether it does. */
const keysOf = ({ uid, email }: Owned): string[] => [`uid ${uid}`, `email ${normalEmail(email)}`];
