import { useEffect } from 'react';
import { isAwaited } from '../../shared/db/outbox.ts';
import { messages } from '../../shared/messages.ts';
import { onAccepted } from '../../shared/outbox/sender.ts';
import { notifySuccess } from '../../shared/ui/toast.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { StorageNotice } from './storage-notice.tsx';
import { UpdateNotice } from './update-notice.tsx';

/** What the page has to say about itself, between header and content: no network, a new version, storage in trouble. */
export function Notices() {
  useNewsOfLateWork();
  return (
    <div className="no-print">
      <OfflineNotice />
      <UpdateNotice />
      <StorageNotice />
    </div>
  );
}

/** Tells of work that the shop has accepted after the page that made it was left. */
function useNewsOfLateWork(): void {
  useEffect(
    () =>
      onAccepted(({ id, work }) => {
        if (isAwaited(id)) return;
        void notifySuccess(work.kind === 'order' ? messages.purchase.placed : messages.reviews.added);
      }),
    [],
  );
}
