import { notSignedIn, notYours } from '../http/authorisation.ts';
import type { Handlers } from '../http/call.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { demoClosed, isFromThisMachine } from '../http/this-machine.ts';
import type { AccessTokens } from '../identity/access-token.ts';
import type { EndedSessions } from '../identity/ended-sessions.ts';
import type { IdentityService } from '../identity/identity-service.ts';
import { normalEmail } from '../identity/person.ts';
import { bearerOf } from '../identity/session.ts';
import { personErased } from '../problem/problem-of.ts';
import {
  type AddressParts,
  type EndedBySignIn,
  endedBySignIn,
  letOthersMove,
  refuseUnprovenAddress,
} from './sign-in.ts';

/** What the calls about signing in need. */
export interface TokenCallParts extends AddressParts {
  identity: IdentityService;
  tokens: AccessTokens;
  sessions: Pick<EndedSessions, 'now'>;
  /** Ends what was there before, and answers when (µs, by Redis). */
  startAnew: (ended: EndedBySignIn, correlationId: string) => Promise<number>;
  config: { rehearsal: boolean; auth: { emulatorHost: string | null } };
  limits: Pick<RateLimits, 'person'> | null;
}

/** The calls that exchange an identity token for the shop's own, and that tell whether somebody is an admin. */
export function tokenCalls(parts: TokenCallParts) {
  const { identity, tokens, users, erased, sessions, startAnew, limits, config } = parts;
  return {
    async 'PUT /user/:email'({ c, params, body }) {
      if (config.auth.emulatorHost !== null && !isFromThisMachine(c, config.rehearsal)) throw demoClosed();
      const idToken = bearerOf(c.req.header('authorization'));
      if (idToken === null) throw notSignedIn();
      // Before the proof is checked: a sign-in that is ended meanwhile is older than its end.
      const begun = await sessions.now();
      const person = await identity.verify(idToken);
      limits?.person('token', person.uid);
      // The identity service may still know the account: it is removed last.
      if (erased.has(person.uid)) throw personErased();
      const asked = [params.email, body.email ?? person.email].map(normalEmail);
      if (asked.some((email) => email !== person.email)) throw notYours();
      await letOthersMove(parts, person);
      await refuseUnprovenAddress(parts, person);
      const continues = body.token !== undefined && (await tokens.madeFor(body.token)) === person.uid;
      const ended = endedBySignIn(await users.find(person.email), person, continues);
      const since = ended.sessions.length === 0 ? begun : await startAnew(ended, c.get('requestId'));
      const outcome = await users.signedIn(person);
      const { token, expiresAt } = await tokens.issue(person, since);
      return {
        token,
        expiresAt: expiresAt.toISOString(),
        modifiedCount: outcome === 'changed' ? 1 : 0,
        upsertedCount: outcome === 'created' ? 1 : 0,
      };
    },
    async 'GET /admin/:email'({ params, person }) {
      const email = normalEmail(params.email);
      if (email === person.email) return { admin: await person.may('admin') };
      const user = await users.find(email);
      return { admin: user?.verified === true && user.roles.includes('admin') };
    },
  } satisfies Partial<Handlers>;
}
