/** Shows on the icon of the installed shop how many orders wait; 0 takes the count away. Does nothing where the browser has none. */
export function showOnIcon(waiting: number): void {
  if (!('setAppBadge' in navigator)) return;
  // A browser may refuse it, as in a window that is not installed.
  void (waiting > 0 ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()).catch(() => undefined);
}
