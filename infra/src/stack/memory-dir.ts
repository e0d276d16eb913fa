import { statfsSync } from 'node:fs';

const memory = '/dev/shm';
const roomy = 512 * 1024 * 1024;

/**
 * A folder with room for `bytes` that this machine keeps in memory; null if there is none. Every write is flushed before it
 * is answered: on a disk that others keep busy a flush can outlast the shop's patience, and a test of pages would then see
 * the shop being away. What a kill leaves behind is tested elsewhere, on the disk.
 */
export function memoryDir(bytes: number = roomy): string | null {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > bytes ? memory : null;
  } catch {
    return null;
  }
}
