import { createRequire } from 'node:module';

/**
 * The staircases of the rooms: which folder may import which.
 *
 * Each list runs from the lowest step to the highest. A folder imports only folders on lower steps; folders that share a step do not know each other.
 * Files that stand directly in a room (its entries and its composition root) are above all steps, unless they are named on one.
 * Tests and what only tests use are left aside. `npm run verify` checks it and prints the offending import with its rule.
 */
const staircases = {
  'events/src': [
    ['orders', 'objects'],
    ['log'],
    ['model'],
    ['commands', 'queries', 'rebuild'],
    ['verify'],
    ['records'],
    ['archive'],
  ],
  'bff/src': [
    ['ops.ts'],
    ['contracts', 'audit.ts', 'lease.ts', 'with-timeout.ts'],
    ['problem'],
    ['identity'],
    ['personal'],
    ['http'],
    ['tools', 'people', 'images', 'payments'],
    ['jobs'],
    ['customers', 'notices'],
    ['push'],
    ['orders', 'reviews'],
    ['mail'],
    ['live', 'operations', 'erasure', 'openapi', 'static'],
    ['archive'],
    ['config'],
    ['doctor'],
    ['operator'],
  ],
  'pwa/src': [
    ['shared', 'service-worker'],
    [
      'features/home',
      'features/catalogue',
      'features/checkout',
      'features/orders',
      'features/reviews',
      'features/account',
      'features/admin',
      'features/blog',
      'features/portfolio',
      'features/not-found',
    ],
    ['app'],
  ],
  'pwa/src/shared': [
    ['messages.ts', 'paths.ts', 'store.ts', 'device.ts'],
    ['web-storage.ts', 'public-pages.ts'],
    ['api'],
    ['ui', 'session'],
    ['bottom', 'dialog', 'fields', 'tools', 'orders', 'queries'],
    ['writes'],
    ['quantity', 'delivery', 'finding'],
    ['saved', 'push'],
    ['identity', 'outbox', 'live'],
  ],
  'pwa/src/app': [
    ['theme', 'pages.ts'],
    ['notice', 'page-at.ts'],
    ['lazy-pages.ts', 'install', 'update'],
    ['layout'],
    ['guards', 'background-work.tsx', 'demo-account-list.tsx'],
    ['router.tsx'],
    ['app.tsx'],
    ['boot'],
  ],
  'infra/src': [
    ['stack', 'simulator', 's3-simulator', 'inbox'],
    ['cluster'],
    ['seed'],
    ['measuring'],
    ['bench', 'faults', 'checks', 'report', 'screenshots', 'start'],
    ['rehearse'],
  ],
};

// swc's walk through a file does not know `using` yet: what is declared there is walked like any other declaration.
const { Visitor } = createRequire(import.meta.url)('@swc/core/Visitor.js');
const { visitStatement } = Visitor.prototype;
Visitor.prototype.visitStatement = function visit(statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
  for (const { init } of statement.decls) this.visitExpression(init);
  return statement;
};

const tests = '[.](test|integration|spec)[.]tsx?$|/testing/|/fixtures/|/test-setup[.]ts$|/testing-[^/]+$';

/** A regular expression for a folder, or for a file where the step has an extension. */
const within = (room, step) =>
  /[.]/.test(step) ? `^${room}/${step.replace('.', '[.]')}$` : `^${room}/${step}/`;

/** One rule per step and folder: it must not import what stands beside or above it. */
function rulesOf([room, steps]) {
  const listed = steps.flat();
  const entries = `^${room}/(?!(${listed.join('|')})(/|$))[^/]+$`;
  const perFolder = steps.flatMap((step, height) =>
    step.map((folder) => {
      const forbidden = steps
        .slice(height)
        .flat()
        .filter((other) => other !== folder);
      return {
        name: `${room}/${folder} imports only lower steps`,
        comment: `${room} is a staircase: ${steps.map((s) => s.join(' | ')).join(' < ')}. "${folder}" may import only what stands before it there.`,
        severity: 'error',
        from: { path: within(room, folder) },
        to: { path: [...forbidden.map((other) => within(room, other)), entries] },
      };
    }),
  );
  const unlisted = {
    name: `${room}: every folder has its step`,
    comment: `Give the folder a step in .dependency-cruiser.mjs, so that it is known what it may import.`,
    severity: 'error',
    from: { path: `^${room}/(?!(${listed.join('|')})/)[^/]+/` },
    to: {},
  };
  return [...perFolder, unlisted];
}

export default {
  forbidden: [
    ...Object.entries(staircases).flatMap(rulesOf),
    {
      name: 'no circle of files',
      comment: 'Files that import each other in a circle cannot be understood or moved one at a time.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    // TypeScript 7 offers no parser to JavaScript programs; swc reads type-only imports as well.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: tests },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js'], exportsFields: ['exports'] },
  },
};
