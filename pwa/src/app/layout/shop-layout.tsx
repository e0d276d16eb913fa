import { Outlet } from 'react-router-dom';
import { OfflineNotice } from '../notice/offline-notice.tsx';
import { StorageNotice } from '../notice/storage-notice.tsx';
import { ToastNotice } from '../notice/toast-notice.tsx';
import { UpdateNotice } from '../update/update-notice.tsx';
import { Header } from './header.tsx';
import { useScrollMemory } from './scroll-memory.ts';
import { ShopFrame } from './shop-frame.tsx';

/** What the page has to say about itself, between header and content: no network, a new version, storage in trouble. */
const notices = (
  <div className="no-print">
    <OfflineNotice />
    <UpdateNotice />
    <StorageNotice />
    <ToastNotice />
  </div>
);

/** What every page stands in, with the page of this address in it. */
export function ShopLayout() {
  useScrollMemory();
  return (
    <ShopFrame header={<Header />} notices={notices}>
      <Outlet />
    </ShopFrame>
  );
}
