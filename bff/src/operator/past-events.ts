import { type ObjectStore, type PastEvents, pastSegments } from '@karigar/events';

/** Gives the events that have left Redis out of a storage that is opened by whoever needs one: most commands work without. */
export function pastEventsIn(objects: () => Promise<ObjectStore>): PastEvents {
  let opening: Promise<PastEvents> | undefined;
  const opened = () => (opening ??= objects().then(pastSegments));
  return {
    read: async (...args) => (await opened()).read(...args),
    hashesAt: async (...args) => (await opened()).hashesAt(...args),
  };
}
