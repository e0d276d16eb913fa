import { useCallback, useEffect, useState } from 'react';
import { likelyPushState, type PushState, pushState } from './this-device.ts';

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
