import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useReachability } from '../../shared/api/reachability.ts';
import { paths, type RememberedOrigin } from '../../shared/paths.ts';
import { publicPages } from '../../shared/public-pages.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { Card, Note } from '../../shared/ui/blocks.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import classes from './account-card.module.css';

/**
 * What login and signup stand in. Once somebody is signed in, here or in another tab, it goes on to the remembered
 * page; the history entry is replaced, and the two link to each other without a new one, so that "back" does not return to a form that has
 * done its work.
 */
export function AccountCard({ page, children }: { page: 'login' | 'signup'; children: ReactNode }) {
  const { status } = useSession();
  const state = useLocation().state as RememberedOrigin | null;
  const { reachable } = useReachability();
  if (status === 'signed-in') return <Navigate to={state?.from ?? paths.dashboard} replace />;
  return (
    <div className={classes.page}>
      <Card className={classes.card}>
        <PageTitle {...publicPages[page]} />
        {!reachable && (
          <Note tone="ask" role="status">
            <p>
              You need to be online to log in.{' '}
              {state?.from && 'After you log in, we’ll take you back to where you were going.'}
            </p>
          </Note>
        )}
        {children}
      </Card>
    </div>
  );
}
