import type { Auth, DecodedIdToken } from 'firebase-admin/auth';

/**
 * The emulator notes the moment of a sign-up twice, in whole seconds. When a second turns in between, it takes the very
 * token that it has just issued for one from before the account's last change, and calls it revoked. This gives the
 * claims of such a token: of an account that is not disabled, and at most one second "too old". Any other error is
 * thrown as it came. For the emulator only; the real service does not do this.
 */
export async function claimsAtTurnOfSecond(
  auth: Pick<Auth, 'getUser'>,
  idToken: string,
  error: unknown,
): Promise<DecodedIdToken> {
  const revoked = error instanceof Error && 'code' in error && error.code === 'auth/id-token-revoked';
  if (!revoked) throw error;
  // Everything else about the token was checked before it was called revoked.
  const payload = Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8');
  const claims = JSON.parse(payload) as DecodedIdToken;
  const user = await auth.getUser(claims.sub);
  const validSince = new Date(user.tokensValidAfterTime ?? 0).getTime();
  if (user.disabled || validSince - claims.auth_time * 1000 > 1000) throw error;
  return { ...claims, uid: claims.sub };
}
