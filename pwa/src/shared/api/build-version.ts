/** The version of this build, sent with each call so that the shop can name a build too old to talk to. */
export const buildVersion: string = typeof __BUILD_VERSION__ === 'undefined' ? 'test' : __BUILD_VERSION__;
