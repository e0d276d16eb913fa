import { expect, test } from 'vitest';
import { assetFileName, chunkFileName } from './chunk-names.ts';

const shop = '/shop/pwa/src';
const library = '/shop/node_modules';

test.each([
  ['an admin page', `${shop}/features/admin/users/users-page.tsx`, []],
  ['the card of Stripe', null, [`${library}/@stripe/stripe-js/dist/pure.mjs`]],
  ['the dialog of an erasure', `${shop}/features/account/privacy/erase-dialog.tsx`, []],
  ['what talks to the sign-in service', `${shop}/shared/identity/firebase-identity.ts`, []],
])('%s is not stored ahead', (_what, facadeModuleId, moduleIds) => {
  expect(chunkFileName({ name: 'part', facadeModuleId, moduleIds })).toMatch(/^assets\/online\//);
});

test('the SDK of the sign-in service is not stored ahead, whatever it brings along', () => {
  const moduleIds = [`${library}/@firebase/auth/dist/index.js`, `${library}/idb/build/index.js`];
  expect(chunkFileName({ name: 'firebase', facadeModuleId: null, moduleIds })).toMatch(/^assets\/online\//);
});

test.each([
  ['a page of a customer', `${shop}/features/catalogue/tools-page.tsx`, []],
  [
    'what admins and customers share',
    null,
    [`${shop}/features/admin/pager.tsx`, `${shop}/shared/ui/skeletons.tsx`],
  ],
  ['a library that a customer needs', null, [`${library}/dexie/dist/dexie.mjs`]],
])('%s is stored ahead', (_what, facadeModuleId, moduleIds) => {
  expect(chunkFileName({ name: 'part', facadeModuleId, moduleIds })).toBe('assets/[name]-[hash].js');
});

test('the worker that makes pictures smaller is not stored ahead; a font is', () => {
  expect(assetFileName({ names: ['pica_worker.js'] })).toMatch(/^assets\/online\//);
  expect(assetFileName({ names: ['figtree.woff2'] })).toBe('assets/[name]-[hash][extname]');
});
