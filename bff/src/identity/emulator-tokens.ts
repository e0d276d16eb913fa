import type { Auth, DecodedIdToken } from 'firebase-admin/auth';

/**
 * Gives the claims of a token that the emulator calls revoked by mistake. It stores the time of a sign-up twice, in whole seconds;
 * when the second changes in between, the token that it has just issued looks older than the account's last change. Accepts
 * a difference of one second, of an account that is not disabled; throws any other error as it came. The real service
 * does not do this.
 */
export async function claimsDespiteRevocation(
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
