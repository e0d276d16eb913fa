import { MantineProvider } from '@mantine/core';
import { lazy, StrictMode, Suspense } from 'react';
import { useDemoAccountAsked } from '../shared/identity/demo-account.ts';
import { useSession } from '../shared/session/session-store.ts';
import { useToastsWanted } from '../shared/ui/toast.ts';
import { Router } from './router.tsx';
import { cssVariables, theme } from './theme/theme.ts';

const ToastHost = lazy(() => import('../shared/ui/toast-host.tsx'));
const SignedIn = lazy(() => import('./signed-in.tsx'));
const DemoAccountList = lazy(() => import('./demo-account-list.tsx'));

/** What belongs to no page and is loaded when it is first needed. */
function OnDemand() {
  const toastsWanted = useToastsWanted();
  const { user } = useSession();
  const demoAccountAsked = useDemoAccountAsked();
  return (
    <Suspense>
      {user && <SignedIn uid={user.uid} />}
      {toastsWanted && <ToastHost />}
      {demoAccountAsked && <DemoAccountList />}
    </Suspense>
  );
}

/** The whole shop. */
export function App() {
  return (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <Router />
        <OnDemand />
      </MantineProvider>
    </StrictMode>
  );
}
