import { randomUUID } from 'node:crypto';
import type { App } from 'firebase-admin/app';
import type { Auth } from 'firebase-admin/auth';
import { ProblemError } from '../problem/problem-error.ts';
import { withTimeout } from '../with-timeout.ts';
import { claimsAtTurnOfSecond } from './emulator-tokens.ts';
import { normalEmail } from './person.ts';

/** Who the identity service says that the bearer of one of its tokens is. */
export interface VerifiedIdentity {
  readonly uid: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
}

/** The port to the identity service. */
export interface IdentityVerifier {
  /** Throws ProblemError 401 for a token that is not good, 503 when the service cannot be asked. */
  verify(idToken: string): Promise<VerifiedIdentity>;
  close(): Promise<void>;
}

const patienceMs = 5_000;

/**
 * The adapter to Firebase. With `FIREBASE_AUTH_EMULATOR_HOST` in the environment it asks the emulator; else it checks
 * Google's signature. `checkRevoked` also refuses accounts that were disabled since, and needs service credentials.
 */
export function firebaseVerifier(options: {
  projectId: string;
  checkRevoked: boolean;
  emulated: boolean;
}): IdentityVerifier {
  let loading: Promise<{ auth: Auth; app: App }> | undefined;
  return {
    async verify(idToken) {
      loading ??= loadFirebase(options.projectId);
      const { auth } = await loading;
      const verified = auth
        .verifyIdToken(idToken, options.checkRevoked)
        .catch((error: unknown) => {
          if (options.emulated) return claimsAtTurnOfSecond(auth, idToken, error);
          throw error;
        })
        .catch((error: unknown) => {
          throw refusalFor(error);
        });
      const claims = await withTimeout(patienceMs, verified, () => {
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
    async close() {
      if (loading === undefined) return;
      const { deleteApp } = await import('firebase-admin/app');
      await deleteApp((await loading).app);
    },
  };
}

/** Loads the SDK with the first sign-in: an idle server goes without its memory. */
async function loadFirebase(projectId: string): Promise<{ auth: Auth; app: App }> {
  const { initializeApp } = await import('firebase-admin/app');
  const { getAuth } = await import('firebase-admin/auth');
  const app = initializeApp({ projectId }, `karigar-${randomUUID()}`);
  return { app, auth: getAuth(app) };
}

const away = (cause?: unknown) =>
  new ProblemError('PROVIDER_UNAVAILABLE', 'Sign-in cannot be checked right now. Try again in a moment.', {
    cause,
  });

/**
 * The refusal for what Firebase threw. It names the fault in `code`; what is a fault of the service or the network is none of the
 * token, and must sign nobody out.
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
