/** The news of one order, ready to be sent to everybody who may hear of it. */
export interface OrderNews {
  seq: number;
  /** Account that placed it. */
  owner: string;
  /** The message as it goes over the wire to admins. */
  text: string;
  /** The same for the owner. */
  ownText: string;
}

/** One open stream. */
export interface Listener {
  /** Who listens. */
  uid: string;
  /** Whose orders it hears of, as its person owned them when it was opened. */
  accounts: readonly string[];
  /** An admin's: it hears of every order. */
  seesAll: boolean;
  tell(news: OrderNews): void;
  /** Ends the stream; its client reconnects and resumes after its last event. */
  end(): void;
}

/** Tells whether a stream may hear of an order. */
export const mayHear = ({ accounts, seesAll }: Listener, owner: string): boolean =>
  seesAll || accounts.includes(owner);

/** Under which the streams of admins are found. */
const everybody = '*';

/** The open streams, found by whose order there is news of: its cost is that of the streams that hear it, not of all. */
export function listenersByOwner() {
  const all = new Set<Listener>();
  const byOwner = new Map<string, Set<Listener>>();
  return {
    all,
    /** Adds a stream and gives what removes it. */
    add(listener: Listener): () => void {
      const owners = listener.seesAll ? [everybody] : listener.accounts;
      all.add(listener);
      for (const uid of owners) byOwner.set(uid, (byOwner.get(uid) ?? new Set()).add(listener));
      return () => {
        all.delete(listener);
        for (const uid of owners) {
          const others = byOwner.get(uid);
          others?.delete(listener);
          if (others?.size === 0) byOwner.delete(uid);
        }
      };
    },
    /** Finds the streams that may hear of an order of `owner`, each once. */
    of: (owner: string) => new Set([everybody, owner].flatMap((uid) => [...(byOwner.get(uid) ?? [])])),
  };
}
