/** A file of the build: takes in the modules that fit and what these import, as far as no group before it has it. */
interface ChunkGroup {
  name: string;
  test: RegExp;
  /** Only what the entry itself imports. */
  tags?: ['$initial'];
}

const packages = (...names: string[]) => new RegExp(`[\\\\/]node_modules[\\\\/](${names.join('|')})[\\\\/]`);
const ours = (...paths: string[]) => new RegExp(`/pwa/src/(${paths.join('|')})`);

/**
 * What goes together into one file, each group by its roots. A phone pays for each file of a page with a part of a round trip,
 * six at a time, so what is needed together travels together instead of in forty files of 1 kB.
 */
export const chunkGroups: ChunkGroup[] = [
  // The entry waits for nothing else, and itself stays outside: nothing may import what waits for the whole shop.
  { name: 'entry', tags: ['$initial'], test: /^(?!.*\/(index\.html|main\.tsx))/ },
  { name: 'react', test: packages('react', 'react-dom', 'react-router', 'react-router-dom', 'scheduler') },
  { name: 'dexie', test: packages('dexie', 'dexie-react-hooks') },
  { name: 'memory-database', test: packages('fake-indexeddb') },
  { name: 'firebase', test: packages('@firebase', 'firebase', 'idb') },
  // The shop's frame, and what most pages are made of.
  {
    name: 'shop',
    test: ours(
      'app/boot/open-shop',
      'shared/ui/(tool-|error-panel|empty-state|page-title|stars)',
      'shared/saved/saved-(view|age-note)',
    ),
  },
  {
    name: 'signed-in',
    test: ours(
      'app/(background-work|layout/(dashboard-|menu-drawer|outbox-badge|waiting-count))',
      'shared/ui/timeline-words',
    ),
  },
  {
    name: 'fields',
    test: /@mantine\/(form|core\/esm\/components\/(TextInput|Textarea|NativeSelect)|hooks\/esm\/use-network)\/|shared\/ui\/text-rules/,
  },
  {
    name: 'lists',
    test: /@mantine\/core\/esm\/components\/(Badge|Card|Table)\/|shared\/ui\/(order-state|refund-badge|cancellation-words)/,
  },
  { name: 'questions', test: ours('shared/ui/confirm-question') },
];
