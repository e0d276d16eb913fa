import { statfsSync } from 'node:fs';

const memory = '/dev/shm';
const roomy = 512 * 1024 * 1024;

/**
 * Finds a folder with room for `bytes` that this machine keeps in memory; gives null if there is none. A flush on a busy disk can take
 * longer than the shop's timeouts, which a test of pages would see as an outage; what a kill leaves behind is tested on the disk.
 */
export function memoryDir(bytes: number = roomy): string | null {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > bytes ? memory : null;
  } catch {
    return null;
  }
}
