import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { useDemoAccountAsked } from '../shared/identity/demo-account.ts';
import { paths } from '../shared/paths.ts';
import { useSession } from '../shared/session/session-store.ts';
import { ErrorBoundary } from '../shared/ui/error-boundary.tsx';
import { lazyPart } from '../shared/ui/lazy.tsx';
import classes from './layout/shop-fault.module.css';
import { Router } from './router.tsx';
import { cssVariables, theme } from './theme/theme.ts';

/** Stands in the place of the whole shop when its frame breaks; built without the library, which may be what broke. */
function ShopFault() {
  return (
    <main className={classes.fault} role="alert">
      <h1>Something went wrong</h1>
      <p>Your orders and anything you typed are saved on this device. Reload the page to continue.</p>
      <p>
        <button type="button" onClick={() => location.reload()}>
          Reload the page
        </button>{' '}
        <a href={paths.home}>Go to the home page</a>
      </p>
    </main>
  );
}

const BackgroundWork = lazyPart(() => import('./background-work.tsx'), 'BackgroundWork');
const DemoAccountList = lazyPart(() => import('./demo-account-list.tsx'), 'DemoAccountList');

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
