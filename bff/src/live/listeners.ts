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

/** The open streams, found by whose order there is news of: its cost is that of the streams that hear it, not of all. */
export function listenersByOwner() {
  const all = new Set<Listener>();
  const seeAll = new Set<Listener>();
  const byAccount = new Map<string, Set<Listener>>();
  return {
    all,
    /** Adds a stream and gives what removes it. */
    add(listener: Listener): () => void {
      const own = listener.seesAll ? [] : listener.accounts;
      all.add(listener);
      if (listener.seesAll) seeAll.add(listener);
      for (const uid of own) byAccount.set(uid, (byAccount.get(uid) ?? new Set()).add(listener));
      return () => {
        all.delete(listener);
        seeAll.delete(listener);
        for (const uid of own) {
          const others = byAccount.get(uid);
          others?.delete(listener);
          if (others?.size === 0) byAccount.delete(uid);
        }
      };
    },
    /** Finds the streams that may hear of an order of `owner`, each once. */
    of(owner: string): Set<Listener> {
      return new Set([...seeAll, ...(byAccount.get(owner) ?? [])]);
    },
  };
}
