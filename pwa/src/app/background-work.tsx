import { useThrottledCallback } from '@mantine/hooks';
import { useEffect } from 'react';
import { getParcels } from '../shared/api/calls.ts';
import { refreshRights } from '../shared/identity/rights.ts';
import { keepLive, useLiveOrders } from '../shared/live/live-orders.ts';
import { keepSending } from '../shared/outbox/sender.ts';
import { showOnIcon } from '../shared/push/icon-badge.ts';
import { keepPush } from '../shared/push/this-device.ts';
import { revalidateMyOrders, useWaitingOrders } from '../shared/saved/my-orders.ts';
import { revalidateProfile } from '../shared/saved/my-profile.ts';
import { loadConfig } from '../shared/saved/shop-config.ts';
import { may, useSession } from '../shared/session/session-store.ts';
import { whenIdle } from '../shared/ui/when-idle.ts';

/** Keeps the notifications of this browser and the count on the icon true while somebody is signed in. */
export function PushWork({ uid }: { uid: string }) {
  const { user } = useSession();
  useEffect(() => {
    const keep = () =>
      void loadConfig()
        .then(({ push }) => (push.publicKey ? keepPush(uid, push.publicKey) : undefined))
        .catch(() => undefined);
    whenIdle(keep);
    const heard = ({ data }: MessageEvent<{ type?: unknown } | null>) => {
      if (data?.type === 'PUSH_SUBSCRIPTION_CHANGED') keep();
    };
    navigator.serviceWorker?.addEventListener('message', heard);
    return () => navigator.serviceWorker?.removeEventListener('message', heard);
  }, [uid]);
  if (!('setAppBadge' in navigator)) return null;
  return may(user, 'packer') ? <ParcelsOnIcon /> : <OrdersOnIcon />;
}

/** Counts what waits for a customer: orders that have not reached the shop, or are not paid. */
function OrdersOnIcon() {
  const waiting = useWaitingOrders();
  useEffect(() => showOnIcon(waiting), [waiting]);
  return null;
}

/** A busy shop has news each second; the icon may be that much (ms) behind. */
const quiet = 5_000;

/** Counts what waits for a packer or an admin: parcels. */
function ParcelsOnIcon() {
  const count = useThrottledCallback(() => {
    getParcels({ limit: 1 }).then(
      ({ total }) => showOnIcon(total),
      () => undefined,
    );
  }, quiet);
  useEffect(() => count(), [count]);
  useLiveOrders(count, count);
  return null;
}

/**
 * What runs beside the pages while somebody is signed in; loaded then. The outbox sends, live news comes in, and the
 * person's orders and profile are fetched once, so that they open without a network; notifications and the icon's count are kept true.
 */
export function BackgroundWork({ uid }: { uid: string }) {
  useEffect(keepSending, []);
  useEffect(() => keepLive(uid), [uid]);
  useEffect(() => {
    void refreshRights().catch(() => undefined);
    whenIdle(() => void Promise.all([revalidateMyOrders(uid), revalidateProfile(uid)]));
    // An admin may have given or taken a role while the person was away: their menu follows when they come back.
    const returned = () => {
      if (document.visibilityState === 'visible') void refreshRights(true).catch(() => undefined);
    };
    document.addEventListener('visibilitychange', returned);
    return () => document.removeEventListener('visibilitychange', returned);
  }, [uid]);
  return <PushWork uid={uid} />;
}
