import { IconDots, IconMenu2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Dialog } from '../../shared/dialog/dialog.tsx';
import menu from './dashboard-menu.module.css';
import { DashboardMenu } from './dashboard-menu.tsx';
import classes from './menu-drawer.module.css';
import { ShopLinks } from './shop-links.tsx';

/**
 * The whole menu of somebody who is signed in, on a phone: a button, and a dialog. `labelled`: the button has a word below its sign, as in
 * the bottom bar.
 */
export function MenuDrawer({ className, labelled = false }: { className: string; labelled?: boolean }) {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const close = () => setOpen(false);
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
      <Dialog opened={open} onClose={close} title="Menu" closeLabel="Close the menu" size="side">
        <DashboardMenu onChoose={close} replace />
        <nav aria-label="Shop" className={classes.shop}>
          <ShopLinks
            className={`${menu.link} ${classes.link}`}
            besideDashboardMenu
            replace
            onLogout={close}
          />
        </nav>
      </Dialog>
    </>
  );
}
