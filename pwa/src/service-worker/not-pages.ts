/**
 * Addresses that the shell never answers for: the API, pictures, the services passed through, and anything that looks
 * like a file. A missing file is an error, not a page.
 */
export const notPages: RegExp[] = [
  /^\/(api|images|simulator|inbox|metrics|emulator|__)(\/|$|\?)/,
  /^\/(identitytoolkit|securetoken)\.googleapis\.com\//,
  /^[^?]*\/[^/?]+\.[a-z0-9]+(\?|$)/i,
];
