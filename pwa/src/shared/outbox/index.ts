/** The outbox on the screen; enqueueing is in `shared/db/outbox.ts`. */
export { OutboxPanel } from './outbox-panel.tsx';
