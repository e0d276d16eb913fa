/** The building blocks of every page. */
export { ConfirmModal } from './confirm-modal.tsx';
export { EmailText } from './email-text.tsx';
export { EmptyState } from './empty-state.tsx';
export { ErrorPanel } from './error-panel.tsx';
export { Money } from './money.tsx';
export { PageTitle } from './page-title.tsx';
export { RowSkeletons } from './skeletons.tsx';
export { dateTime } from './time.ts';
export { notifyFailure, notifyInfo, notifySuccess } from './toast.ts';
export { ToolName } from './tool-name.tsx';
export { ToolPicture } from './tool-picture.tsx';
