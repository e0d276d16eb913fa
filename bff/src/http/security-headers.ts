/**
 * The one Content-Security-Policy of every configuration: a page that a service worker has cached keeps its old header,
 * so the header must not depend on what is configured. Scripts: ours, Stripe's and Google's sign-in, never inline.
 * Styles may be inline because Mantine computes style elements at run time. Pictures may come from any https host
 * because the image host and account photos are configured later.
 */
export const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' https://js.stripe.com https://*.js.stripe.com https://apis.google.com",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https:",
  "font-src 'self' data:",
  "connect-src 'self' https://api.stripe.com https://js.stripe.com https://*.js.stripe.com" +
    ' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com https://apis.google.com' +
    ' https://www.googleapis.com',
  "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com" +
    ' https://*.firebaseapp.com https://*.web.app https://accounts.google.com',
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Makes the headers of API answers. They are data, never a page (the one page among them sets its own policy), so the
 * long policy of pages would only be weight on each of them.
 */
export const apiHeaders = (production: boolean): readonly (readonly [string, string])[] => [
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
  ...transport(production),
];

const transport = (production: boolean): readonly (readonly [string, string])[] =>
  production ? [['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']] : [];

/**
 * Makes the headers of every page, picture and file. Strict-Transport-Security is added where the shop runs for real, behind
 * https. The opener policy leaves the sign-in popup its way back.
 */
export const pageHeaders = (production: boolean): readonly (readonly [string, string])[] => [
  ['Content-Security-Policy', contentSecurityPolicy],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['X-Frame-Options', 'DENY'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")'],
  ...transport(production),
];
