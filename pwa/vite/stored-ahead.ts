import { pageNames, pages, roleOf } from '../src/app/pages.ts';
import { filesOf, type Manifest } from './first-visit-html.ts';

/** Parts that do nothing without a network, beside the pages of the shop's people, by their keys in the build's manifest. */
const onlineParts = [
  'src/app/theme/mantine-admin.css',
  'src/app/demo-account-list.tsx',
  'src/features/account/notifications/notifications-box.tsx',
  'src/features/account/privacy/erase-dialog.tsx',
  'src/features/checkout/cards/simulator-card.tsx',
  'src/features/checkout/cards/stripe-card.tsx',
  'src/shared/identity/firebase-identity.ts',
];

/**
 * The scripts and styles that the service worker stores at install: those of every page but those of the shop's people, with their parts, as
 * far as these work without a network. Throws for a part that the build does not have.
 */
export function storedAhead(manifest: Manifest): Set<string> {
  for (const part of onlineParts) {
    if (manifest[part] === undefined) throw new Error(`The build has no ${part}`);
  }
  const left = new Set(onlineParts);
  for (const name of pageNames) {
    if (roleOf(pages[name]) !== null) left.add(`src/features/${pages[name].file}`);
  }
  const { scripts, styles } = filesOf(manifest, ['index.html'], left);
  return new Set([...scripts, ...styles]);
}
