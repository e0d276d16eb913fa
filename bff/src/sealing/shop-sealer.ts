import { randomBytes } from 'node:crypto';
import type { Sealer } from '@karigar/events';
import { normalEmail } from '../identity/person.ts';
import { openSealedBuyer, sealBuyer } from '../personal/buyer.ts';
import { openNote, sealNote } from '../personal/event-note.ts';
import type { Personal } from '../personal/personal.ts';
import { seal } from '../personal/seal.ts';
import { isProblemError } from '../problem/problem-error.ts';

/** Seals the past also for those who are erased: with a key that nobody keeps, so that it is gone like the rest of them. */
export function alsoForErased(personal: Personal): Personal {
  const sealFor: Personal['sealFor'] = (uid, context, value) =>
    personal.sealFor(uid, context, value).catch((error: unknown) => {
      if (!isProblemError(error) || error.code !== 'PERSON_ERASED') throw error;
      return seal(randomBytes(32), context, value);
    });
  // Nobody in the past comes for the first time.
  return { ...personal, sealFor, sealFirst: sealFor };
}

/** What the log is sealed with. `accounts` finds the account of an address (lower case). */
export function shopSealer(personal: Personal, accounts: ReadonlyMap<string, string>): Sealer {
  const lenient = alsoForErased(personal);
  return {
    sealPerson: (uid, orderId, person) => sealBuyer(lenient, uid, orderId, person),
    async openPerson(uid, orderId, sealed) {
      const opened = await openSealedBuyer(personal, uid, orderId, sealed);
      if (opened === 'erased') return opened;
      // It is compared with a log of the time before the seals, in which nobody gave a telephone.
      const { phone: _, ...person } = opened;
      return person;
    },
    sealNote: (uid, event, note) => sealNote(lenient, uid, event, note),
    openNote: (uid, event, sealed) => openNote(personal, uid, event, sealed),
    hashOf: personal.hashOf,
    adminOf: (email) => accounts.get(normalEmail(email)) ?? null,
  };
}
