import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { endFailures, endOffers } from '../../shared/ui/toast.ts';
import { Toasts } from '../../shared/ui/toasts.tsx';
import classes from '../notice/notices.module.css';
import { OfflineNotice, StorageNotice } from '../notice/notices.tsx';
import { UpdateNotice } from '../update/update-notice.tsx';
import { Header } from './header.tsx';
import { LogoutQuestion } from './logout-button.tsx';
import { useScrollMemory } from './scroll-memory.ts';
import { ShopFrame } from './shop-frame.tsx';

/** What the page has to say about itself: no network, a new version, storage in trouble. */
const notices = (
  <>
    <div className={`${classes.place} no-print`}>
      <OfflineNotice />
      <UpdateNotice />
      <StorageNotice />
    </div>
    <Toasts />
    <LogoutQuestion />
  </>
);

/** The frame of every page, with the page of this address in it. */
export function ShopLayout() {
  useScrollMemory();
  const { pathname } = useLocation();
  // What failed on a page ends with the page, and an offer ends where it leads.
  useEffect(() => {
    endFailures();
    endOffers(pathname);
  }, [pathname]);
  return (
    <ShopFrame header={<Header />} notices={notices}>
      <Outlet />
    </ShopFrame>
  );
}
