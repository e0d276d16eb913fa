/**
 * The oldest browsers that the shop is built for and checked against, by MDN's names: the build lowers syntax and styles for
 * them, and a check looks into what was built for interfaces that one of them lacks. Their phones' editions share the numbers.
 */
export const oldestBrowsers = { safari: '16.4', firefox: '115', chrome: '111' } as const;

/** The same browsers as the bundler names them, such as `safari16.4`. */
export const buildTarget: string[] = Object.entries(oldestBrowsers).map(([name, version]) => name + version);
