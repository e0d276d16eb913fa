import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { useDemoAccountAsked } from '../shared/identity/demo-account.ts';
import { useSession } from '../shared/session/session-store.ts';
import { ErrorBoundary } from '../shared/ui/error-boundary.tsx';
import { lazyPart } from '../shared/ui/lazy.tsx';
import { ShopFault } from './layout/shop-fault.tsx';
import { Router } from './router.tsx';
import { cssVariables, theme } from './theme/theme.ts';

const BackgroundWork = lazyPart(async () => (await import('./background-work.tsx')).BackgroundWork);
const DemoAccountList = lazyPart(async () => (await import('./demo-account-list.tsx')).DemoAccountList);

/** What belongs to no page and is loaded when it is first needed. */
function OnDemand() {
  const { user } = useSession();
  const demoAccountAsked = useDemoAccountAsked();
  return (
    <>
      {user && <BackgroundWork uid={user.uid} />}
      {demoAccountAsked && <DemoAccountList />}
    </>
  );
}

/** The whole shop. */
export function App() {
  return (
    <StrictMode>
      <ErrorBoundary fallback={() => <ShopFault />}>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
          <Router />
          <OnDemand />
        </MantineProvider>
      </ErrorBoundary>
    </StrictMode>
  );
}
