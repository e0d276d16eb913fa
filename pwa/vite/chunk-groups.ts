/** A file of the build that takes in all modules whose path fits. */
interface ChunkGroup {
  name: string;
  test: RegExp;
}

const any = (...parts: string[]) => new RegExp(parts.join('|').replaceAll('/', String.raw`[\\/]`));
const ours = (folder: string, ...names: string[]) => `pwa/src/${folder}/(${names.join('|')})\\.tsx?$`;
const mantine = (...components: string[]) => `@mantine/core/esm/components/(${components.join('|')})/`;

/**
 * What goes together into one file. A phone pays for each file of a page with a part of a round trip, six at a time, so
 * what is needed together travels together instead of in forty files of 1 kB.
 */
export const chunkGroups: ChunkGroup[] = [
  // Needed by the entry, which waits for nothing else.
  {
    name: 'load-part',
    test: any(
      'vite/preload-helper',
      ours('shared/api', 'build-version', 'preloaded-response'),
      ours('shared/saved', 'startup-cache'),
    ),
  },
  {
    name: 'react',
    test: any('node_modules/(react|react-dom|react-router|react-router-dom|scheduler)/'),
  },
  { name: 'dexie', test: any('node_modules/(dexie|dexie-react-hooks)/') },
  { name: 'firebase', test: any('node_modules/(@firebase|firebase|idb)/') },
  {
    // What nearly every page needs.
    name: 'shared',
    test: any(
      ours('shared/api', 'calls', 'failure', 'http', 'reachability', 'probe'),
      ours(
        'shared/saved',
        ...[
          'catalogue',
          'database-guard',
          'revalidate-public-data',
          'memory-cache',
          'lost-connection',
          'merge-orders',
          'order-rows',
          'saved-copy-note',
        ],
        ...['my-orders', 'my-profile', 'person-db', 'person-query', 'person-refresh', 'public-db'],
        ...['revalidation', 'replace-rows', 'shop-config', 'draft', 'warm-pictures', 'when-idle'],
      ),
      ours(
        'shared/(session|identity)',
        'session-store',
        'demo-account',
        'identity',
        'identity-error',
        'redirect',
        'renewal',
        'sign-out',
      ),
      ours(
        'shared/ui',
        ...['busy', 'empty-state', 'error-panel', 'money', 'page-title', 'picture-sources'],
        ...[
          'stars',
          'stock',
          'time',
          'toast',
          'tool-card',
          'tool-card-skeleton',
          'tool-picture',
          'waiting-picture',
        ],
      ),
      ours('shared', 'paths', 'messages'),
      '@mantine/core/esm/core/',
      '@mantine/hooks/esm/(?!use-(drag|focus-trap|focus-return|debounced-callback|uncontrolled|merged-ref)/)',
      mantine(
        'ActionIcon',
        'Alert',
        'Button',
        'Center',
        'CloseButton',
        'Container',
        'CopyButton',
        'Loader',
        'Skeleton',
        'Stack',
        'UnstyledButton',
      ),
      ours('app/layout', 'page-spinner'),
      ours('app/install', 'install-store'),
      '@tabler/icons-react/dist/esm/(createReactComponent|defaultAttributes|icons/(IconDownload|IconPhone|IconMail|IconMapPin|IconSearch|IconAlertTriangle|IconX)\\.)',
    ),
  },
  {
    // What begins to work when somebody is signed in.
    name: 'signed-in',
    test: any(
      'pwa/src/shared/(outbox|live)/(?!testing|panel|entry-|submission|use-submission|[^/]*test)',
      ours('shared/api', 'live-call'),
      ours('shared/identity', 'admin-check', 'sign-in'),
      ours('app', 'signed-in'),
      'node_modules/eventsource-parser/',
      '@tabler/icons-react/dist/esm/icons/(IconCloudUp|IconDeviceMobile)\\.',
    ),
  },
  {
    // Fields that are filled in.
    name: 'fields',
    test: any(
      mantine('Input', 'InputBase', 'InputsGroupFieldset', 'NativeSelect', 'Textarea', 'TextInput'),
      '@mantine/hooks/esm/use-uncontrolled/',
      'node_modules/@mantine/form/',
    ),
  },
  {
    // Questions in front of a page.
    name: 'questions',
    test: any(
      mantine('FocusTrap', 'Modal', 'ModalBase', 'Overlay', 'Paper', 'Portal'),
      'node_modules/(react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|get-nonce)/',
      '@mantine/hooks/esm/use-(focus-trap|focus-return|merged-ref)/',
      ours('shared/ui', 'confirm-modal'),
    ),
  },
  {
    // Lists in the dashboard.
    name: 'lists',
    test: any(mantine('Badge', 'Card', 'Table'), ours('shared/ui', 'skeletons')),
  },
  {
    // The dashboard's frame.
    name: 'dashboard',
    test: any('pwa/src/app/layout/(dashboard-|outbox-badge)', mantine('Avatar')),
  },
];
