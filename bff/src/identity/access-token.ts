import { sign, verify } from 'hono/jwt';
import { z } from 'zod';

const Claims = z.object({
  iss: z.literal('karigar'),
  sub: z.string().min(1),
  email: z.string().min(3),
  verified: z.boolean(),
  name: z.string().default(''),
  exp: z.number(),
});

/** What the shop's own access token says of a person. Never the role: that is looked up at each request. */
export interface TokenOwner {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** The display name; may be empty. */
  readonly name: string;
}

/** Makes and checks the shop's own short-lived access tokens (HS256). */
export interface AccessTokens {
  /** A new token and when it ends. */
  issue(owner: TokenOwner): Promise<{ token: string; expiresAt: Date }>;
  /** The owner, or null for a token that is forged, expired, garbage or another shop's. */
  check(token: string): Promise<TokenOwner | null>;
}

/** An hour: long enough for a shopping trip on a bad network, short enough that a lost phone's token soon ends. */
export const accessTokenSeconds = 3600;
const rememberMs = 30_000;
const rememberAtMost = 5_000;

/** `secret` has at least 32 characters; `now` gives ms since 1970. Checked tokens are remembered for half a minute. */
export function accessTokens(secret: string, now: () => number = Date.now): AccessTokens {
  const remembered = new Map<string, { owner: TokenOwner; until: number }>();
  const remember = (token: string, owner: TokenOwner, expiresAtMs: number) => {
    if (remembered.size >= rememberAtMost) {
      const oldest = remembered.keys().next();
      if (!oldest.done) remembered.delete(oldest.value);
    }
    remembered.set(token, { owner, until: Math.min(expiresAtMs, now() + rememberMs) });
  };
  return {
    async issue(owner) {
      const exp = Math.floor(now() / 1000) + accessTokenSeconds;
      const claims = {
        iss: 'karigar',
        sub: owner.uid,
        email: owner.email,
        verified: owner.emailVerified,
        name: owner.name,
        exp,
      };
      return { token: await sign(claims, secret, 'HS256'), expiresAt: new Date(exp * 1000) };
    },
    async check(token) {
      const known = remembered.get(token);
      if (known && known.until > now()) return known.owner;
      remembered.delete(token);
      const claims = await claimsOf(token, secret);
      if (!claims || claims.exp * 1000 <= now()) return null;
      const owner = {
        uid: claims.sub,
        email: claims.email,
        emailVerified: claims.verified,
        name: claims.name,
      };
      remember(token, owner, claims.exp * 1000);
      return owner;
    },
  };
}

async function claimsOf(token: string, secret: string): Promise<z.infer<typeof Claims> | null> {
  try {
    // The expiry is compared with our own clock afterwards, which tests may set.
    const payload = await verify(token, secret, { alg: 'HS256', exp: false });
    const claims = Claims.safeParse(payload);
    return claims.success ? claims.data : null;
  } catch {
    return null;
  }
}
