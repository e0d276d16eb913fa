/** The oldest browsers that the shop is built for and checked against, by MDN's names. */
const oldestBrowsers = { safari: '16.4', firefox: '115', chrome: '111' } as const;

/** The same browsers as the bundler names them, such as `safari16.4`: it lowers syntax and styles for them. */
export const buildTarget: string[] = Object.entries(oldestBrowsers).map(([name, version]) => name + version);

/** What is checked: those browsers and, by the same numbers, their phones' editions, which lack other interfaces. */
export const checkedBrowsers: Record<string, string> = {
  ...oldestBrowsers,
  safari_ios: oldestBrowsers.safari,
  chrome_android: oldestBrowsers.chrome,
};
