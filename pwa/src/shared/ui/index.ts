/** The building blocks of every page. */
export { ConfirmModal } from './confirm-modal.tsx';
export { EmptyState } from './empty-state.tsx';
export { ErrorPanel } from './error-panel.tsx';
export { formatMoney, Money } from './money.tsx';
export { PageTitle, usePageTitle } from './page-title.tsx';
export { SavedCopyNote } from './saved-copy-note.tsx';
export { CardSkeletons, RowSkeletons } from './skeletons.tsx';
export { ago, dateTime } from './time.ts';
export { notifyFailure, notifyInfo, notifySuccess } from './toast.ts';
export { ToolPicture } from './tool-picture.tsx';
