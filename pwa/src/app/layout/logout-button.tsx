import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { signOut } from '../../shared/identity/sign-out.ts';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { countUnsent } from '../../shared/saved/person-db.ts';
import { currentSession } from '../../shared/session/session-store.ts';
import { lazyPart } from '../../shared/ui/lazy.tsx';

const UnsentQuestion = lazyPart(async () => (await import('./unsent-question.tsx')).UnsentQuestion);

/** Signs out and goes to /login; asks first when work has not reached the shop. */
export function LogoutButton({ className }: { className: string }) {
  const navigate = useNavigate();
  const [unsent, setUnsent] = useState(0);
  const leave = (choice: 'keep' | 'discard') => {
    setUnsent(0);
    const gone = signOut({ unsent: choice });
    navigate(paths.login);
    return gone;
  };
  const ask = async () => {
    const uid = currentSession().user?.uid;
    const waiting = uid === undefined ? 0 : await countUnsent(uid).catch(() => 0);
    if (waiting > 0) setUnsent(waiting);
    else await leave('discard');
  };
  return (
    <>
      <button type="button" className={className} onClick={() => void ask()}>
        {messages.menu.logout}
      </button>
      {unsent > 0 && <UnsentQuestion count={unsent} onChoice={leave} onClose={() => setUnsent(0)} />}
    </>
  );
}
