/** What rolldown tells about a chunk when it asks for its file name. */
interface ChunkInfo {
  facadeModuleId: string | null;
  moduleIds: string[];
}

/** Admin pages, Stripe, the sign-in service and an erasure do nothing without a network. */
const onlineOnly =
  /features\/admin\/|features\/account\/privacy\/erase-|@stripe\/|cards\/stripe-|@firebase\/|node_modules\/firebase\//;
const isOurs = (id: string) => id.includes('/pwa/src/');

/**
 * The file name of a chunk. What does nothing without a network goes to `assets/online/`, which the service worker does
 * not store; everything else belongs to the customer pages and is stored at install.
 */
export function chunkFileName({ facadeModuleId, moduleIds }: ChunkInfo): string {
  const ours = moduleIds.filter(isOurs);
  const deciding = facadeModuleId === null ? (ours.length > 0 ? ours : moduleIds) : [facadeModuleId];
  const online = deciding.length > 0 && deciding.every((id) => onlineOnly.test(id));
  return online ? 'assets/online/[name]-[hash].js' : 'assets/[name]-[hash].js';
}
