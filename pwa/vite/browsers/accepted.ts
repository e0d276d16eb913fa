/** A use of what an oldest browser lacks that harms nobody there. */
export interface Accepted {
  feature: string;
  /** Only in files, and beside text, like this; everywhere if absent. */
  where?: RegExp;
  /** Why nobody misses it. */
  why: string;
}

const ownMethod = 'the same name of a library for a method of its own';
const looks = 'the page looks plainer, and all of it can be read and used';
const noPointer = 'a phone has no pointer, no wheel and no corner to pull';
const reactAsks = 'React asks for it in another function, or catches that it is missing';
const byHand = 'the menu tells by words how to install where the browser never asks (app/install)';

/** All that is accepted, looked at by hand. Nothing on the list may be out of use. */
export const accepted: Accepted[] = [
  { feature: '.toArray', why: ownMethod },
  { feature: '.isActive', why: ownMethod },
  { feature: '.createContext', why: ownMethod },
  { feature: 'the event touchstart', why: 'a Mac has no touch screen; its wheel is listened to as well' },
  { feature: 'the event touchmove', why: 'a Mac has no touch screen; its wheel is listened to as well' },
  { feature: '.startViewTransition', where: /assets\/react-/, why: reactAsks },
  { feature: '.skipTransition', where: /assets\/react-/, why: reactAsks },
  { feature: 'the event navigate', where: /assets\/react-/, why: reactAsks },
  { feature: 'the event navigatesuccess', where: /assets\/react-/, why: reactAsks },
  { feature: 'the event navigateerror', where: /assets\/react-/, why: reactAsks },
  { feature: 'navigator.clearAppBadge', why: 'comes with setAppBadge, which is asked for' },
  { feature: 'the event beforeinstallprompt', why: byHand },
  { feature: 'the event appinstalled', why: byHand },
  {
    feature: 'the event pushsubscriptionchange',
    why: 'the page tells the shop its subscription again at each start (app/background-work.tsx)',
  },
  {
    feature: 'the event notificationclick',
    why: 'by the word of MDN an iPhone opens the shop without telling it which notification was tapped',
  },
  { feature: ':has', where: /\.m_[0-9a-f]{8}[^{]*:has/, why: `Mantine's fine points: ${looks}` },
  {
    feature: ':has',
    where: /:root:has\((\[data-bottom-bar\]|\._actions)/,
    why: 'another rule keeps the room where there is no :has()',
  },
  { feature: ':has', where: /\._(grid|bar|row|ways)_\w+( label)?:has/, why: looks },
  {
    feature: ':has',
    where: /html:has\(dialog/,
    why: 'Firefox before 121 scrolls the page behind an open dialog',
  },
  {
    feature: ':has',
    where: /(body|dialog):has\(/,
    why: 'Firefox before 121 prints the page around a slip or list as well: more paper, nothing missing',
  },
  ...['pointer', 'not-allowed', 'default', 'zoom-in'].map((cursor) => ({
    feature: `cursor: ${cursor}`,
    why: noPointer,
  })),
  { feature: 'resize', why: noPointer },
  { feature: 'the event wheel', why: noPointer },
  { feature: 'text-wrap', why: looks },
  { feature: 'text-box-trim', why: looks },
  { feature: 'text-box-edge', why: looks },
  { feature: 'scrollbar-width', why: looks },
  { feature: 'forced-color-adjust', why: 'Safari has no forced colours' },
  { feature: '@page', why: 'Safari before 18.2 prints on the paper and margins that the person chose' },
  { feature: 'rx', where: /sales-chart/, why: looks },
  ...['.changedTouches', 'the event touchend'].map((feature) => ({
    feature,
    where: /sales-chart/,
    why: 'a Mac has no touch screen',
  })),
  { feature: ':view-transition', why: looks },
  { feature: ':view-transition-group', why: looks },
];
