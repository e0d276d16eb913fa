import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureText, NoAnswerError } from '../../../shared/api/failure.ts';
import { Dialog } from '../../../shared/dialog/dialog.tsx';
import { leaveErased } from '../../../shared/identity/erased-person.ts';
import { paths } from '../../../shared/paths.ts';
import { isSignedIn, useSession } from '../../../shared/session/session-store.ts';
import { useBusy } from '../../../shared/ui/busy.ts';
import { type EraseOutcome, eraseMe } from './erase-call.ts';
import { ErasureWaits, OrdersOpen, SignInTooOld } from './erase-outcomes.tsx';
import { EraseQuestion } from './erase-question.tsx';
import { signInAgain } from './sign-in-again.ts';
import { rereadErasure } from './waiting-erasure.tsx';

const titles: Record<EraseOutcome['kind'], string> = {
  erased: 'Erase your account',
  'wrong-email': 'Erase your account',
  waits: 'Your account will be erased',
  'sign-in-too-old': 'Please sign in again',
  'orders-open': 'You have a paid order that has not shipped yet',
};

/** Nobody knows then whether the shop has begun; asking once more does no harm. */
const faultWords = (error: unknown): string =>
  error instanceof NoAnswerError ? `${error.message} You can safely try again.` : failureText(error);

/** Erases the person's account after they have typed their email address; says what stands in the way, and what to do about it. */
export function EraseDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<EraseOutcome | null>(null);
  const [fault, setFault] = useState('');
  const [working, setWorking] = useState(false);
  useBusy('form', working);
  if (user === null) return null;

  const erase = async (confirm: string) => {
    setWorking(true);
    setFault('');
    setOutcome(null);
    try {
      const answer = await eraseMe(confirm);
      setOutcome(answer);
      if (answer.kind === 'waits') void rereadErasure(user.uid);
      if (answer.kind === 'erased') {
        const left = leaveErased(user.uid);
        // The session is over by now. The database goes when the other tabs have let go of it.
        navigate(paths.home, { replace: true });
        await left;
      }
    } catch (error) {
      // The live stream, or another tab, may tell of the erasure before the answer comes.
      if (!isSignedIn(user.uid)) navigate(paths.home, { replace: true });
      setFault(faultWords(error));
    }
    setWorking(false);
  };

  const body = () => {
    switch (outcome?.kind) {
      case 'waits':
        return <ErasureWaits until={outcome.until} onClose={onClose} />;
      case 'orders-open':
        return <OrdersOpen ids={outcome.orders} onClose={onClose} />;
      case 'sign-in-too-old':
        return <SignInTooOld onSignIn={() => signInAgain(navigate)} onClose={onClose} />;
      default:
        return (
          <EraseQuestion
            email={user.email}
            working={working}
            fault={fault}
            emailFault={outcome?.kind === 'wrong-email' ? outcome.words : ''}
            onErase={(confirm) => void erase(confirm)}
            onClose={onClose}
          />
        );
    }
  };
  return (
    <Dialog
      opened
      onClose={working ? () => undefined : onClose}
      title={titles[outcome?.kind ?? 'erased']}
      size="lg"
    >
      {body()}
    </Dialog>
  );
}
