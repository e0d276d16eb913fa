import { randomUUID } from 'node:crypto';
import type { Auth } from 'firebase-admin/auth';
import { ProblemError } from '../problem/problem-error.ts';
import { withTimeout } from '../with-timeout.ts';
import { claimsDespiteRevocation } from './emulator-tokens.ts';
import { type Identity, normalEmail } from './person.ts';

const timeoutMs = 5_000;

/** Checks the tokens of the identity service. */
export type IdentityVerifier = ReturnType<typeof firebaseVerifier>;

/**
 * Checks Google's signature, or asks the emulator when `FIREBASE_AUTH_EMULATOR_HOST` is in the environment. `checkRevoked` also
 * refuses accounts that were disabled since, and needs service credentials.
 */
export function firebaseVerifier(options: { projectId: string; checkRevoked: boolean; emulated: boolean }) {
  let loading: ReturnType<typeof loadFirebase> | undefined;
  const claimsOf = async (auth: Auth, idToken: string) => {
    try {
      return await auth.verifyIdToken(idToken, options.checkRevoked);
    } catch (error) {
      if (!options.emulated) throw error;
      return claimsDespiteRevocation(auth, idToken, error);
    }
  };
  return {
    /** Answers who the bearer is. Throws ProblemError 401 for a token that is not good, 503 when the service cannot be asked. */
    async verify(idToken: string): Promise<Identity> {
      loading ??= loadFirebase(options.projectId);
      const { auth } = await loading;
      const verified = claimsOf(auth, idToken).catch((error: unknown) => {
        throw refusalFor(error);
      });
      const claims = await withTimeout(timeoutMs, verified, () => {
        throw away();
      });
      if (!claims.email) throw new ProblemError('UNAUTHENTICATED', 'The account has no email address.');
      return {
        uid: claims.uid,
        email: normalEmail(claims.email),
        emailVerified: claims.email_verified === true,
        name: typeof claims.name === 'string' ? claims.name.replaceAll('\0', '').slice(0, 120) : '',
      };
    },
    async close(): Promise<void> {
      await (await loading)?.close();
    },
  };
}

/** Loads the SDK with the first sign-in: an idle server goes without its memory. */
async function loadFirebase(projectId: string) {
  const [{ deleteApp, initializeApp }, { getAuth }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/auth'),
  ]);
  const app = initializeApp({ projectId }, `karigar-${randomUUID()}`);
  return { auth: getAuth(app), close: () => deleteApp(app) };
}

const away = (cause?: unknown) =>
  new ProblemError('PROVIDER_UNAVAILABLE', 'Sign-in cannot be checked right now. Try again in a moment.', {
    cause,
  });

/**
 * Makes the refusal for what Firebase threw: 503 for a fault of the service or the network, which must sign nobody out, else
 * 401. Firebase names the fault in `code`.
 */
export function refusalFor(error: unknown): ProblemError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : '';
  const ofTheService =
    /^auth\/(internal-error|network|unknown|quota-exceeded|insufficient-permission|invalid-credential)|^app\//.test(
      code,
    ) || /fetching public keys|ECONNREFUSED|ENOTFOUND|ETIMEDOUT|ECONNRESET|network/i.test(message);
  return ofTheService
    ? away(error)
    : new ProblemError('UNAUTHENTICATED', 'The sign-in is not valid any more. Sign in again.', {
        cause: error,
      });
}
