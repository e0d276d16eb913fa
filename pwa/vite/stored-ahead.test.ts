import { expect, test } from 'vitest';
import { pages } from '../src/app/pages.ts';
import type { Manifest } from './first-visit-html.ts';
import { storedAhead } from './stored-ahead.ts';

const stripe = 'src/features/checkout/cards/stripe-card.tsx';
const parts = [
  'src/app/demo-account-list.tsx',
  'src/app/theme/mantine-admin.css',
  'src/features/account/notifications/notifications-box.tsx',
  'src/features/account/privacy/erase-dialog.tsx',
  'src/features/checkout/cards/simulator-card.tsx',
  stripe,
  'src/shared/identity/firebase-identity.ts',
];
const payment = `src/features/${pages.payment.file}`;
const users = `src/features/${pages.users.file}`;
const built: Manifest = {
  ...Object.fromEntries(parts.map((part) => [part, { file: `${part}.js` }])),
  'index.html': { file: 'index.js', imports: ['_shop.js'], dynamicImports: [payment, users] },
  '_shop.js': { file: 'shop.js', css: ['shop.css'] },
  [payment]: { file: 'payment.js', css: ['payment.css'], imports: ['_shop.js'], dynamicImports: [stripe] },
  [users]: { file: 'users.js', css: ['users.css'], imports: ['_table.js'] },
  '_table.js': { file: 'table.js' },
};

test('the service worker stores the pages of customers, without what needs a network and without the pages of admins', () => {
  expect([...storedAhead(built)].sort()).toEqual([
    'index.js',
    'payment.css',
    'payment.js',
    'shop.css',
    'shop.js',
  ]);
});

test('the build fails where a part that needs a network is not found', () => {
  const { [stripe]: _, ...rest } = built;
  expect(() => storedAhead(rest)).toThrow(stripe);
});
