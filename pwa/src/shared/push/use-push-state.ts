import { useCallback, useEffect, useState } from 'react';
import { isFailure } from '../api/failure.ts';
import { likelyPushState, type PushState, pushState } from './this-device.ts';

/** Why this browser tells nothing, and who can change that. */
export const blockedWords =
  'Your browser blocks notifications from this shop. Allow them in your browser’s site settings, then come back.';

/** What to do when notifications could not be switched (`isUnreached`). */
export const unreachedWords = 'That didn’t work. Check your connection and try again later.';

/** Tells whether notifications could not be switched because the shop or the browser's push service was out of reach; else it is a fault of the page. */
export const isUnreached = (error: unknown): boolean => isFailure(error) || error instanceof DOMException;

/** Whether notifications come to this browser, followed: looked at anew when the person comes back, as from the browser's settings. */
export function usePushState(uid: string): { state: PushState; look: () => void } {
  // A page without a service worker gets none: to offer them first and then not would move the page.
  const [state, setState] = useState<PushState>(() => {
    const likely = likelyPushState(uid);
    return likely === 'off' && navigator.serviceWorker.controller === null ? 'unsupported' : likely;
  });
  const look = useCallback(() => {
    pushState(uid).then(setState, () => setState('unsupported'));
  }, [uid]);
  useEffect(() => {
    look();
    const returned = () => {
      if (document.visibilityState === 'visible') look();
    };
    document.addEventListener('visibilitychange', returned);
    return () => document.removeEventListener('visibilitychange', returned);
  }, [look]);
  return { state, look };
}
