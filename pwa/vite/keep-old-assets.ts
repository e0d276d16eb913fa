import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const keptFor = 30 * 24 * 60 * 60 * 1000;

/**
 * Keeps the hashed files of earlier builds for 30 days after they were last current, so that a page of the previous
 * release can still load its lazy parts. `names` is filled with the current build's files ('assets/x.js').
 */
export function keepOldAssets(names: Set<string>): Plugin {
  let folder = '';
  return {
    name: 'karigar-keep-old-assets',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    generateBundle(_options, bundle) {
      for (const name of Object.keys(bundle)) names.add(name);
    },
    async writeBundle() {
      const now = new Date();
      const files = await readdir(join(folder, 'assets'), { recursive: true, withFileTypes: true });
      for (const file of files.filter((entry) => entry.isFile())) {
        const path = join(file.parentPath, file.name);
        const name = path.slice(folder.length + 1).replaceAll('\\', '/');
        if (names.has(name)) await utimes(path, now, now);
        else if (now.getTime() - (await stat(path)).mtimeMs > keptFor) await rm(path);
      }
    },
  };
}
