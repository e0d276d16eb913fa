import { useNavigate } from 'react-router-dom';
import { signOut } from '../../shared/identity/sign-out.ts';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { countUnsent } from '../../shared/saved/person-db.ts';
import { currentSession } from '../../shared/session/session-store.ts';
import { createStore, useStore } from '../../shared/store.ts';
import { lazyPart } from '../../shared/ui/lazy.tsx';

const UnsentQuestion = lazyPart(() => import('./unsent-question.tsx'), 'UnsentQuestion');

/** How much work of the person who asked to log out has not reached the shop; 0 where no question is open. */
const unsentWork = createStore(0);

/** Signs out and goes to /login; asks first when work has not reached the shop. `onClick` is told of the click itself. */
export function LogoutButton({
  className,
  onClick,
}: {
  className: string;
  onClick?: (() => void) | undefined;
}) {
  const navigate = useNavigate();
  const ask = async () => {
    onClick?.();
    const uid = currentSession().user?.uid;
    const waiting = uid === undefined ? 0 : await countUnsent(uid).catch(() => 0);
    if (waiting > 0) return unsentWork.set(waiting);
    const gone = signOut({ unsent: 'discard' });
    navigate(paths.login);
    await gone;
  };
  return (
    <button type="button" className={className} onClick={() => void ask()}>
      {messages.menu.logout}
    </button>
  );
}

/** The question of LogoutButton. It is no part of the menu that holds the button, which has closed by then. */
export function LogoutQuestion() {
  const navigate = useNavigate();
  const unsent = useStore(unsentWork);
  const leave = (choice: 'keep' | 'discard') => {
    unsentWork.set(0);
    const gone = signOut({ unsent: choice });
    navigate(paths.login);
    return gone;
  };
  if (unsent === 0) return null;
  return <UnsentQuestion count={unsent} onChoice={leave} onClose={() => unsentWork.set(0)} />;
}
