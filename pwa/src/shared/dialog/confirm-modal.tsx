import { lazyPart } from '../ui/lazy.tsx';

/**
 * Asks before something that cannot be undone (props of ConfirmQuestion). Its code comes after the page that may ask, which
 * shows its content first.
 */
export const ConfirmModal = lazyPart(() => import('./confirm-question.tsx'), 'ConfirmQuestion');
