import { sign, verify } from 'hono/jwt';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { TokenOwner } from './ended-sessions.ts';
import type { Identity } from './person.ts';

const Claims = z.object({
  iss: z.literal('karigar'),
  sub: z.string().min(1),
  email: z.string().min(3),
  verified: z.boolean(),
  name: z.string().default(''),
  auth_time: z.number(),
  since: z.number(),
  exp: z.number(),
});

/** An hour: long enough for a shopping trip on a bad network, short enough that a lost phone's token soon ends. */
const lifetimeSeconds = 3600;
const maxCached = 5_000;

/** Makes and checks the shop's own short-lived access tokens. */
export type AccessTokens = ReturnType<typeof accessTokens>;

/**
 * Signs tokens (HS256) with `secret`, which has at least 32 characters; `now` gives ms since 1970. The claims of checked tokens are
 * cached.
 */
export function accessTokens(secret: string, now: () => number = Date.now) {
  const checked = new LRUCache<string, z.infer<typeof Claims>>({ max: maxCached });
  const claimsOf = async (token: string): Promise<z.infer<typeof Claims> | undefined> => {
    const known = checked.get(token);
    if (known !== undefined) return known;
    // The expiry is compared with our own clock afterwards, which tests may set.
    const payload = await verify(token, secret, { alg: 'HS256', exp: false }).catch(() => null);
    const claims = Claims.safeParse(payload).data;
    if (claims !== undefined) checked.set(token, claims);
    return claims;
  };
  return {
    /** Makes a new token of a sign-in that was proven at `since` (µs), and says when it ends. */
    async issue(owner: Identity, since: number): Promise<{ token: string; expiresAt: Date }> {
      const { uid: sub, email, emailVerified: verified, name, signedInAt: auth_time } = owner;
      const exp = Math.floor(now() / 1000) + lifetimeSeconds;
      const claims = { iss: 'karigar', sub, email, verified, name, auth_time, since, exp };
      return { token: await sign(claims, secret, 'HS256'), expiresAt: new Date(exp * 1000) };
    },
    /** Answers the owner, or null for a token that is forged, expired, garbage or another shop's. */
    async check(token: string): Promise<(Identity & TokenOwner) | null> {
      const claims = await claimsOf(token);
      if (claims === undefined || claims.exp * 1000 <= now()) return null;
      const { sub: uid, email, verified: emailVerified, name, auth_time: signedInAt, since } = claims;
      return { uid, email, emailVerified, name, signedInAt, since };
    },
    /** Answers the uid that a token was made for, also after its end; null for one that is forged, garbage or another shop's. */
    async madeFor(token: string): Promise<string | null> {
      return (await claimsOf(token))?.sub ?? null;
    },
  };
}
