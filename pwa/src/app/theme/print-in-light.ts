const attribute = 'data-mantine-color-scheme';

/** Shows the page in its light colours while it is printed, because paper is white. */
export function printInLight(): void {
  const { documentElement: root } = document;
  let before: string | null = null;
  const toPaper = () => {
    before ??= root.getAttribute(attribute);
    root.setAttribute(attribute, 'light');
  };
  const toScreen = () => {
    if (before !== null) root.setAttribute(attribute, before);
    before = null;
  };
  window.addEventListener('beforeprint', toPaper);
  window.addEventListener('afterprint', toScreen);
  // A preview may stay open for longer than the events say.
  matchMedia('print').addEventListener('change', ({ matches }) => (matches ? toPaper : toScreen)());
}
