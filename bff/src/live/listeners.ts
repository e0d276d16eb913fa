/** The news of one order, ready to be sent to everybody who may hear of it. */
export interface OrderNews {
  /** Account that placed it. */
  owner: string;
  /** The message as it goes over the wire to admins. */
  text: string;
  /** The same for the owner. */
  ownText: string;
  /** What packers hear; empty for what is not theirs to see. */
  parcelText: string;
}

/** Makes news that has the same words for everybody. */
export const newsForAll = (owner: string, text: string): OrderNews => ({
  ...{ owner, text, ownText: text, parcelText: text },
});

/** What somebody sees of orders that are not their own. */
export type Sight = 'orders' | 'parcels' | 'nothing';

/** One open stream. */
export interface Listener {
  /** Who listens. */
  uid: string;
  /** Whose orders are sent to it, as its person owned them when it was opened. */
  accounts: readonly string[];
  /** What it hears besides: an admin's every order, a packer's every parcel. */
  sees: Sight;
  tell(news: OrderNews): void;
  /** Ends the stream; its client reconnects and resumes after its last event. */
  end(): void;
}

/** Tells whether a stream may hear of an order. */
export const mayHear = ({ accounts, sees }: Listener, owner: string): boolean =>
  sees !== 'nothing' || accounts.includes(owner);

/** Gives the words of some news for a stream that may hear it; empty where it is told nothing. */
export function wordsFor({ accounts, sees }: Pick<Listener, 'accounts' | 'sees'>, news: OrderNews): string {
  if (sees === 'orders') return news.text;
  if (sees === 'nothing') return news.ownText;
  const own = accounts.includes(news.owner) ? news.ownText : '';
  // A resync has the same words for everybody.
  return own === news.parcelText ? own : own + news.parcelText;
}

/** Under which the streams of admins and packers are found. */
const everybody = '*';

/** The open streams, found by whose order there is news of: its cost is that of the streams that hear it, not of all. */
export function listenersByOwner() {
  const all = new Set<Listener>();
  const byOwner = new Map<string, Set<Listener>>();
  return {
    all,
    /** Adds a stream and gives what removes it. */
    add(listener: Listener): () => void {
      const owners = listener.sees === 'nothing' ? listener.accounts : [everybody];
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
