import type { Role } from '@karigar/bff/contracts';
import { useCallback, useEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { refreshRights } from '../../shared/identity/rights.ts';
import { signOut } from '../../shared/identity/sign-out.ts';
import { may, useSession } from '../../shared/session/session-store.ts';
import { ErrorPanel } from '../../shared/ui/error-panel.tsx';
import { PageSpinner } from '../layout/page-spinner.tsx';

/**
 * Lets people with a role through, and admins. Only the shop's own "not allowed" signs a person out and sends them to /login; a question
 * that fails does not, and someone who had the role at the last answer goes on working meanwhile.
 */
export function RequireRole({ needs }: { needs: Role }) {
  const { user } = useSession();
  const [allowed, setAllowed] = useState<boolean>();
  const [error, setError] = useState<unknown>(null);
  const ask = useCallback(() => {
    setAllowed(undefined);
    setError(null);
    refreshRights().then((person) => setAllowed(may(person, needs)), setError);
  }, [needs]);
  useEffect(ask, [ask]);
  useEffect(() => {
    if (allowed === false) void signOut();
  }, [allowed]);

  if (allowed === false || user === null) return <PageSpinner />;
  if (allowed || may(user, needs)) return <Outlet />;
  if (error === null) return <PageSpinner />;
  return <ErrorPanel error={error} title="We can’t check your access right now" onRetry={ask} />;
}
