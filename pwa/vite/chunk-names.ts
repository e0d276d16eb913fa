/** What rolldown tells about a chunk when it asks for its file name. */
interface ChunkInfo {
  /** Of a chunk that is a group: the group's (`chunk-groups.ts`). */
  name: string;
  facadeModuleId: string | null;
  moduleIds: string[];
}

/** Admin pages, card forms, the demo's accounts, the sign-in service, an erasure and the switches of notifications do nothing without a network. */
const onlineOnly =
  /features\/admin\/|app\/demo-account-|features\/account\/(privacy\/erase-|notifications\/)|@stripe\/|cards\/(stripe|simulator)-|shared\/identity\/firebase-/;
/** The sign-in service's SDK with whatever it brings along, and the database in memory that only answers of the shop fill. */
const onlineGroups = ['firebase', 'memory-database'];
const isOurs = (id: string) => id.includes('/pwa/src/');

/** Files that are no modules of ours and do nothing without a network: the worker that makes a picture smaller before an upload. */
const onlineAssets = ['pica_worker.js'];

/** The file name of a file that is taken as it is; the same folders as those of chunks. */
export const assetFileName = ({ names }: { names: string[] }): string =>
  names.some((name) => onlineAssets.includes(name))
    ? 'assets/online/[name]-[hash][extname]'
    : 'assets/[name]-[hash][extname]';

/**
 * The file name of a chunk. What does nothing without a network goes to `assets/online/`, which the service worker does
 * not store; everything else belongs to the customer pages and is stored at install.
 */
export function chunkFileName({ name, facadeModuleId, moduleIds }: ChunkInfo): string {
  const ours = moduleIds.filter(isOurs);
  const deciding = facadeModuleId === null ? (ours.length > 0 ? ours : moduleIds) : [facadeModuleId];
  const online =
    onlineGroups.includes(name) || (deciding.length > 0 && deciding.every((id) => onlineOnly.test(id)));
  return online ? 'assets/online/[name]-[hash].js' : 'assets/[name]-[hash].js';
}
