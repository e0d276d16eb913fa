import { type RedisClient, redisKeys } from '@karigar/events';
import { type AuditOrigin, changeAudited } from '../audit.ts';
import { notYours } from '../http/authorisation.ts';
import type { Identity } from '../identity/person.ts';
import type { Personal } from '../personal/personal.ts';
import { decodeUser, isUserAdmin, type UserRecord } from './user-record.ts';

/** What a change of somebody's rights needs. */
export interface RoleParts {
  readonly redis: RedisClient;
  readonly personal: Pick<Personal, 'nameOf'>;
  readonly adminEmails: ReadonlySet<string>;
}

/**
 * Gives somebody the rights of an admin or takes them away, and records it in the same step, in which the admin who does it must
 * still be one: of two admins who take each other's rights one comes first, so that the last one stays. Answers false when
 * nothing had to change, null when nobody with this email has ever signed in. Throws ProblemError FORBIDDEN.
 */
export async function setRole(
  { redis, personal, adminEmails }: RoleParts,
  email: string,
  role: UserRecord['role'],
  admin: Identity,
  by: AuditOrigin,
): Promise<boolean | null> {
  const keyOf = (address: string) => redisKeys.user(personal.nameOf(address));
  const read = (address: string) => redis.run((connection) => connection.get(keyOf(address)));
  for (;;) {
    const stored = await read(email);
    if (stored === null) return null;
    const user = decodeUser(stored);
    if (user.role === role) return false;
    const acting = await read(admin.email);
    const isListed = admin.emailVerified && adminEmails.has(admin.email);
    if (!isListed && !isUserAdmin(acting, admin.uid)) throw notYours();
    const changes = [
      { key: keyOf(email), seen: stored, value: JSON.stringify({ ...user, role }) },
      ...(isListed ? [] : [{ key: keyOf(admin.email), seen: acting }]),
    ];
    const kind = role === 'admin' ? 'admin.made' : 'admin.removed';
    if (await changeAudited(redis, changes, by, { kind, subject: user.uid })) return true;
  }
}
