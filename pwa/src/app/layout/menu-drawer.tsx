import { IconDots, IconMenu2, IconX } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useBackCloses } from '../../shared/dialog/use-back-closes.ts';
import menu from './dashboard-menu.module.css';
import { DashboardMenu } from './dashboard-menu.tsx';
import classes from './menu-drawer.module.css';
import { ShopLinks } from './shop-links.tsx';

/**
 * The whole menu of somebody who is signed in, on a phone: a button, and a dialog of the browser's own, which keeps the focus in and
 * closes with Escape. `labelled`: the button has a word below its sign, as in the bottom bar.
 */
export function MenuDrawer({ className, labelled = false }: { className: string; labelled?: boolean }) {
  const [open, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement | null>(null);
  const { pathname } = useLocation();
  const show = useCallback((element: HTMLDialogElement | null) => {
    dialog.current = element;
    element?.showModal();
  }, []);
  const close = () => dialog.current?.close();
  useBackCloses(open, close);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(close, [pathname]);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-label={labelled ? undefined : 'Open the menu'}
        onClick={() => setOpen(true)}
      >
        {labelled ? (
          <>
            <IconDots size={24} stroke={1.75} aria-hidden />
            <span>More</span>
          </>
        ) : (
          <IconMenu2 size={22} aria-hidden />
        )}
      </button>
      {open && (
        <dialog ref={show} className={classes.drawer} aria-label="Menu" onClose={() => setOpen(false)}>
          <button type="button" className={classes.close} aria-label="Close the menu" onClick={close}>
            <IconX size={22} aria-hidden />
          </button>
          <DashboardMenu onChoose={close} replace />
          <nav aria-label="Shop" className={classes.shop}>
            <ShopLinks
              className={`${menu.link} ${classes.link}`}
              besideDashboardMenu
              replace
              onLogout={close}
            />
          </nav>
        </dialog>
      )}
    </>
  );
}
