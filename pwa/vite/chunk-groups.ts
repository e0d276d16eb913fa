import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the build: takes in the modules that fit and what these import, as far as no group before it has it. */
interface ChunkGroup {
  name: string;
  test: RegExp | ((id: string) => boolean);
  /** Only what the entry itself imports. */
  tags?: ['$initial'];
}

const source = join(import.meta.dirname, '..', 'src');
const packages = (...names: string[]) => new RegExp(`[\\\\/]node_modules[\\\\/](${names.join('|')})[\\\\/]`);

/** Fits the named modules of `src`. Throws for one that does not exist, so that a moved file cannot change its chunk unseen. */
function modules(...files: string[]): (id: string) => boolean {
  const ids = files.map((file) => join(source, file));
  const missing = ids.find((id) => !existsSync(id));
  if (missing !== undefined) throw new Error(`There is no ${missing}`);
  return (id) => ids.includes(id);
}

/**
 * What goes together into one file, each group by its roots. A phone pays for each file of a page with a part of a round trip,
 * six at a time, so what is needed together travels together instead of in forty files of 1 kB.
 */
export const chunkGroups: ChunkGroup[] = [
  // The entry waits for nothing else, and itself stays outside: nothing may import what waits for the whole shop.
  { name: 'entry', tags: ['$initial'], test: /^(?!.*\/(index\.html|main\.tsx))/ },
  { name: 'react', test: packages('react', 'react-dom', 'react-router', 'react-router-dom', 'scheduler') },
  { name: 'firebase', test: packages('@firebase', 'firebase', 'idb') },
  {
    // The shop's frame, and what most pages are made of.
    name: 'shop',
    test: modules(
      'app/boot/open-shop.tsx',
      'shared/saved/saved-view.tsx',
      'shared/ui/blocks.tsx',
      'shared/ui/empty-state.tsx',
      'shared/ui/error-panel.tsx',
      'shared/ui/page-title.tsx',
      'shared/tools/stars.tsx',
      'shared/tools/tool-card.tsx',
      'shared/tools/tool-card-skeleton.tsx',
    ),
  },
  {
    name: 'signed-in',
    test: modules(
      'app/background-work.tsx',
      'app/layout/dashboard-layout.tsx',
      'app/layout/menu-drawer.tsx',
      'app/layout/outbox-badge.tsx',
      'app/layout/waiting-count.tsx',
      'shared/orders/timeline-words.ts',
    ),
  },
  { name: 'device', test: modules('shared/saved/device-tables.ts') },
  {
    name: 'fields',
    test: /@mantine\/(form|core\/esm\/components\/(TextInput|Textarea|NativeSelect)|hooks\/esm\/use-network)\//,
  },
  { name: 'questions', test: modules('shared/dialog/confirm-question.tsx') },
];
