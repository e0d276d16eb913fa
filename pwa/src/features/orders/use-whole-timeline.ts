import type { Order, OrderTimelineEntry } from '@karigar/bff/contracts';
import { useEffect, useRef } from 'react';
import type { Saved } from '../../shared/saved/saved-data.ts';

/**
 * Reads an order again when live news has brought it further than its saved timeline, for news tells how the order stands, not
 * what happened; and when its timeline holds more than the order, because the shop has lost the rest. Once for each state of the order; a reading on its way is waited for, as it may bring the rest.
 */
export function useWholeTimeline(
  { data, revalidating, revalidate }: Pick<Saved<Order | null>, 'data' | 'revalidating' | 'revalidate'>,
  timeline: readonly OrderTimelineEntry[] | undefined,
): void {
  const asked = useRef(0);
  const version = data?.version ?? 0;
  const told = timeline?.at(-1)?.version ?? version;
  useEffect(() => {
    if (told === version || revalidating || asked.current === version) return;
    asked.current = version;
    void revalidate();
  });
}
