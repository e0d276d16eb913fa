import { OfflineNotice } from './offline-notice.tsx';
import { StorageNotice } from './storage-notice.tsx';
import { UpdateNotice } from './update-notice.tsx';

/** What the page has to say about itself, between header and content: no network, a new version, storage in trouble. */
export function Notices() {
  return (
    <div className="no-print">
      <OfflineNotice />
      <UpdateNotice />
      <StorageNotice />
    </div>
  );
}
