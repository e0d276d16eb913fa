import type { Role } from '@karigar/bff/contracts';
import { useCallback, useEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { refreshRights } from '../../shared/identity/rights.ts';
import { signOut } from '../../shared/identity/sign-out.ts';
import { may, useSession } from '../../shared/session/session-store.ts';
import { ErrorPanel } from '../../shared/ui/error-panel.tsx';
import { PageSpinner } from '../layout/page-spinner.tsx';

type Answer =
  | { state: 'asking' }
  | { state: 'answered'; allowed: boolean }
  | { state: 'failed'; error: unknown };

/**
 * Lets people with a role through, and admins. Only the shop's own "not allowed" signs a person out and sends them to /login; a question
 * that fails does not, and someone who had the role at the last answer goes on working meanwhile.
 */
export function RequireRole({ needs }: { needs: Role }) {
  const { user } = useSession();
  const [answer, setAnswer] = useState<Answer>({ state: 'asking' });
  const ask = useCallback(async () => {
    setAnswer({ state: 'asking' });
    try {
      setAnswer({ state: 'answered', allowed: may(await refreshRights(), needs) });
    } catch (error) {
      setAnswer({ state: 'failed', error });
    }
  }, [needs]);
  useEffect(() => {
    void ask();
  }, [ask]);
  const refused = answer.state === 'answered' && !answer.allowed;
  useEffect(() => {
    if (refused) void signOut();
  }, [refused]);

  if (refused || user === null) return <PageSpinner />;
  if (may(user, needs) || answer.state === 'answered') return <Outlet />;
  if (answer.state === 'asking') return <PageSpinner />;
  return (
    <ErrorPanel
      error={answer.error}
      title="We can’t check your access right now"
      onRetry={() => void ask()}
    />
  );
}
