/** What rolldown tells about a chunk when it asks for its file name. */
interface ChunkInfo {
  name: string;
  moduleIds: string[];
}

const rarelyNeeded = /features\/admin\/|@stripe\//;

/**
 * The file name of a chunk. What only admins or the card form need goes to `assets/online/`, which the service worker
 * does not store; everything else belongs to the customer pages and is stored at install.
 */
export function chunkFileName(chunk: ChunkInfo): string {
  const online = chunk.moduleIds.length > 0 && chunk.moduleIds.every((id) => rarelyNeeded.test(id));
  return online ? 'assets/online/[name]-[hash].js' : 'assets/[name]-[hash].js';
}
