import { useEffect } from 'react';
import { refreshAdmin } from '../shared/identity/admin-check.ts';
import { keepLive } from '../shared/live/live-orders.ts';
import { isFollowed } from '../shared/outbox/outbox.ts';
import { keepSending } from '../shared/outbox/sender.ts';
import { tellAccepted } from '../shared/outbox/tell-accepted.ts';
import { revalidateMyOrders } from '../shared/saved/my-orders.ts';
import { revalidateProfile } from '../shared/saved/my-profile.ts';
import { whenIdle } from '../shared/saved/when-idle.ts';
import { PushWork } from './push-work.tsx';

/**
 * What runs beside the pages while somebody is signed in; loaded then. The outbox sends, live news comes in, and the
 * person's orders and profile are fetched once, so that they open without a network; notifications and the icon's count are kept true.
 */
export function BackgroundWork({ uid }: { uid: string }) {
  useEffect(
    () =>
      keepSending(({ id, work }, orderId) => {
        if (!isFollowed(id)) tellAccepted(work, orderId);
      }),
    [],
  );
  useEffect(() => keepLive(uid), [uid]);
  useEffect(() => {
    void refreshAdmin().catch(() => undefined);
    whenIdle(() => void Promise.all([revalidateMyOrders(uid), revalidateProfile(uid)]));
  }, [uid]);
  return <PushWork uid={uid} />;
}
