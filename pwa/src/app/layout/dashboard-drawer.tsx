import { IconLayoutSidebarLeftExpand, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import classes from './dashboard-drawer.module.css';
import { DashboardMenu } from './dashboard-menu.tsx';

/** The dashboard's menu on a phone: a dialog of the browser's own, which keeps the focus in and closes with Escape. */
export function DashboardDrawer() {
  const dialog = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(() => dialog.current?.close(), [pathname]);
  return (
    <>
      <button
        type="button"
        className={classes.toggle}
        aria-label="Open the dashboard menu"
        onClick={() => dialog.current?.showModal()}
      >
        <IconLayoutSidebarLeftExpand size={22} aria-hidden />
      </button>
      <dialog ref={dialog} className={classes.drawer} aria-label="Dashboard menu">
        <button
          type="button"
          className={classes.close}
          aria-label="Close the dashboard menu"
          onClick={() => dialog.current?.close()}
        >
          <IconX size={22} aria-hidden />
        </button>
        <DashboardMenu onChoose={() => dialog.current?.close()} />
      </dialog>
    </>
  );
}
