import { useCallback, useEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { refreshAdmin } from '../../shared/identity/admin-check.ts';
import { signOut } from '../../shared/identity/sign-out.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { ErrorPanel } from '../../shared/ui/error-panel.tsx';
import { PageSpinner } from '../layout/page-spinner.tsx';

type Answer =
  | { state: 'asking' }
  | { state: 'answered'; admin: boolean }
  | { state: 'failed'; error: unknown };

/**
 * Lets admins through. Only the shop's own "not an admin" signs a person out and sends them to /login; a question that
 * fails does not, and someone who was an admin at the last answer goes on working meanwhile.
 */
export function RequireAdmin() {
  const { user } = useSession();
  const [answer, setAnswer] = useState<Answer>({ state: 'asking' });
  const ask = useCallback(async () => {
    setAnswer({ state: 'asking' });
    try {
      setAnswer({ state: 'answered', admin: await refreshAdmin() });
    } catch (error) {
      setAnswer({ state: 'failed', error });
    }
  }, []);
  useEffect(() => {
    void ask();
  }, [ask]);
  const refused = answer.state === 'answered' && !answer.admin;
  useEffect(() => {
    if (refused) void signOut();
  }, [refused]);

  if (refused || user === null) return <PageSpinner />;
  if (user.admin === true || answer.state === 'answered') return <Outlet />;
  if (answer.state === 'asking') return <PageSpinner />;
  return (
    <ErrorPanel
      error={answer.error}
      title="We can’t check your access right now"
      onRetry={() => void ask()}
    />
  );
}
