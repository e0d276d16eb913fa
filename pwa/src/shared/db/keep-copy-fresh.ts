import { currentSession, onSessionChange } from '../session/session-store.ts';
import { refreshReviews, refreshTools } from './catalogue.ts';
import { refreshMyOrders } from './my-orders.ts';
import { refreshProfile } from './my-profile.ts';
import { loadConfig } from './shop-config.ts';
import { warmPictures } from './warm-pictures.ts';

const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 5_000 }) : setTimeout(work, 2_000);

/**
 * Fetches what a person may see, so that after one visit every page opens without a network: the catalogue and its
 * pictures, and after signing in their orders and profile.
 */
export function keepCopyFresh(): void {
  const everything = async () => {
    await Promise.all([loadConfig().catch(() => undefined), refreshTools(), refreshReviews()]);
    await warmPictures();
  };
  const mine = (uid: string) => Promise.all([refreshMyOrders(uid), refreshProfile(uid)]);
  let uid = currentSession().user?.uid;
  whenIdle(() => {
    void everything();
    if (uid !== undefined) void mine(uid);
  });
  onSessionChange(() => {
    const now = currentSession().user?.uid;
    if (now !== undefined && now !== uid) void mine(now);
    uid = now;
  });
}
