// Runs before the first paint, so that a dark page never flashes light, and the menu of somebody who is not signed in is not
// shown to somebody who is. A file, because inline scripts are not allowed.
(() => {
  let choice = 'auto';
  try {
    document.documentElement.toggleAttribute(
      'data-signed-in',
      localStorage.getItem('karigar.person') !== null && localStorage.getItem('accessToken') !== null,
    );
    choice = localStorage.getItem('mantine-color-scheme-value') ?? 'auto';
  } catch {
    // A browser without storage follows the system.
  }
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
