import { randomUUID } from 'node:crypto';
import type { Auth, DecodedIdToken } from 'firebase-admin/auth';
import { accountName } from '../contracts/written-text.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { withTimeout } from '../with-timeout.ts';
import { type Identity, isPlainAddress, normalEmail, type ProvenIdentity } from './person.ts';

const timeoutMs = 5_000;

/** The identity service: checks its tokens and removes accounts. */
export type IdentityService = ReturnType<typeof firebaseIdentity>;

/** How the identity service is reached. */
export interface IdentityOptions {
  projectId: string;
  /** Whether `FIREBASE_AUTH_EMULATOR_HOST` is in the environment: the emulator is asked instead of Google. */
  emulated: boolean;
  /** Whether there is a service account. Without one, accounts that were disabled since are not refused, and none can be removed. */
  hasCredentials: boolean;
}

/** Opens the identity service; nothing is loaded or asked before the first call. */
export function firebaseIdentity({ projectId, emulated, hasCredentials }: IdentityOptions) {
  const mayManage = emulated || hasCredentials;
  let loading: ReturnType<typeof loadFirebase> | undefined;
  /** Asks the service within the timeout; `refusal` makes an error of what it threw, of nothing when it does not answer. */
  const ask = async <T>(work: (auth: Auth) => Promise<T>, refusal: (cause?: unknown) => ProblemError) => {
    loading ??= loadFirebase(projectId);
    const { auth } = await loading;
    const answer = work(auth).catch((error: unknown) => {
      throw refusal(error);
    });
    return withTimeout(timeoutMs, answer, () => {
      throw refusal();
    });
  };
  return {
    /** Answers who the bearer is. Throws ProblemError 401 for a token that is not good, 503 when the service cannot be asked. */
    async verify(idToken: string): Promise<ProvenIdentity> {
      const { claims, validAfter } = await ask(
        async (auth) => {
          const claims = await auth.verifyIdToken(idToken, mayManage).catch((error: unknown) => {
            if (!emulated) throw error;
            return claimsDespiteRevocation(auth, idToken, error);
          });
          const { tokensValidAfterTime } = mayManage ? await auth.getUser(claims.uid) : {};
          return { claims, validAfter: Date.parse(tokensValidAfterTime ?? '') };
        },
        (error) => (error === undefined ? away() : refusalFor(error)),
      );
      if (!claims.email) throw new ProblemError('UNAUTHENTICATED', 'The account has no email address.');
      if (!isPlainAddress(claims.email))
        throw new ProblemError(
          'UNAUTHENTICATED',
          'The email address of this account contains spaces or invisible characters. Sign up without them.',
        );
      return {
        uid: claims.uid,
        email: normalEmail(claims.email),
        emailVerified: claims.email_verified === true,
        name: nameIn(claims.name),
        signedInAt: claims.auth_time,
        credentialsSince: Number.isNaN(validAfter) ? null : validAfter / 1_000,
      };
    },
    /**
     * Finds an account as it is now; null when it is gone, 'unknown' without a service account. Throws ProblemError
     * PROVIDER_UNAVAILABLE when the service cannot be asked.
     */
    async find(uid: string): Promise<Identity | null | 'unknown'> {
      if (!mayManage) return 'unknown';
      const account = await ask((auth) => auth.getUser(uid).catch(ifGone), away);
      if (account === null) return null;
      const { email = '', emailVerified, displayName } = account;
      // With blanks it is another address, which may have been taken to look like this one.
      return { uid, email: email.toLowerCase(), emailVerified, name: nameIn(displayName), signedInAt: 0 };
    },
    /** Whether accounts can be removed: not without a service account. */
    mayRemove: mayManage,
    /**
     * Removes an account; one that is gone already counts as removed. Throws ProblemError PROVIDER_UNAVAILABLE for any other fault,
     * so that the caller that has to remove it tries again later.
     */
    async removeAccount(uid: string): Promise<void> {
      if (!mayManage) throw notRemoved(new Error('There is no service account.'));
      await ask((auth) => auth.deleteUser(uid).catch(ifGone), notRemoved);
    },
    async close(): Promise<void> {
      await (await loading)?.close();
    },
  };
}

const nameIn = (name: unknown): string => (typeof name === 'string' ? accountName(name) : '');

/** Loads the SDK with the first sign-in: an idle server goes without its memory. */
async function loadFirebase(projectId: string) {
  const [{ deleteApp, initializeApp }, { getAuth }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/auth'),
  ]);
  const app = initializeApp({ projectId }, `karigar-${randomUUID()}`);
  return { auth: getAuth(app), close: () => deleteApp(app) };
}

const away = (cause?: unknown, what = 'Sign-in cannot be checked') =>
  new ProblemError('PROVIDER_UNAVAILABLE', `${what} right now. Try again in a moment.`, { cause });

const notRemoved = (cause?: unknown) => away(cause, 'The account cannot be removed');

/** Gives the code by which Firebase names a fault; empty for other errors. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Takes an account that is gone for null; throws any other fault. */
const ifGone = (error: unknown): null => {
  if (codeOf(error) === 'auth/user-not-found') return null;
  throw error;
};

/**
 * Makes the refusal for what Firebase threw: 503 for a fault of the service or the network, which must sign nobody out, else
 * 401.
 */
export function refusalFor(error: unknown): ProblemError {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : '';
  const ofTheService =
    /^auth\/(internal-error|network|unknown|quota-exceeded|insufficient-permission|invalid-credential)|^app\//.test(
      code,
    ) || /fetching public keys|ECONNREFUSED|ENOTFOUND|ETIMEDOUT|ECONNRESET|network/i.test(message);
  return ofTheService
    ? away(error)
    : new ProblemError('UNAUTHENTICATED', 'Your sign-in has expired. Sign in again.', {
        cause: error,
      });
}

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
