import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { paths, type RememberedOrigin } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { useStore } from '../../shared/store.ts';
import { timeZone } from '../../shared/ui/time.ts';
import { PageSpinner } from '../layout/page-spinner.tsx';

/**
 * Lets signed-in people through. Others go to /login with this page remembered; the history entry is replaced, so that
 * "back" does not lead into the guard again. A person who has just signed out here is sent where they asked to go.
 * All pages with dates are behind this guard: they are drawn anew when the shop's time zone turns out to be another one.
 */
export function RequireSession() {
  const session = useSession();
  const location = useLocation();
  const zone = useStore(timeZone);
  if (session.status === 'loading') return <PageSpinner />;
  if (session.status === 'signed-in') return <Outlet key={zone} />;
  if (session.leaving?.pageKey === location.key)
    return <Navigate to={session.leaving.goTo} replace state={session.leaving.origin} />;
  const state: RememberedOrigin = { from: location.pathname + location.search + location.hash };
  return <Navigate to={paths.login} replace state={state} />;
}
