/** The saved copy: the front door for pages. Screens read from here, the network writes to here. */
export { rereadTools, useReviews, useTool, useTools } from './catalogue.ts';
export { type Draft, useDraft } from './draft.ts';
export {
  type MyOrders,
  rereadMyOrder,
  rereadMyOrders,
  useMyOrder,
  useMyOrders,
  useOrderTimeline,
} from './my-orders.ts';
export { rereadProfile, useProfile } from './my-profile.ts';
export type { Saved } from './refresher.ts';
export { useConfig } from './shop-config.ts';
