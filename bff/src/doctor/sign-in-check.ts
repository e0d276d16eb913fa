import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { firebaseIdentity } from '../identity/identity-service.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { type Check, DoctorFault, noAnswer } from './check.ts';

const google = 'identitytoolkit.googleapis.com';
const timeoutMs = 10_000;

/** What Firebase says of a project to its pages (`GET /v1/projects`). */
const Answer = z.object({
  authorizedDomains: z.array(z.string()).optional(),
  error: z.object({ message: z.string() }).optional(),
});

/** Asks Firebase what it tells pages of the project; `at` is when it answered by its own clock (ms). Throws {@link DoctorFault} without an answer. */
export async function askFirebase({ auth, shopUrl }: Pick<Config, 'auth' | 'shopUrl'>) {
  const base = auth.emulatorHost === null ? `https://${google}` : `http://${auth.emulatorHost}/${google}`;
  const answer = await fetch(`${base}/v1/projects?key=${encodeURIComponent(auth.apiKey)}`, {
    // A key may be restricted to the pages of the shop.
    headers: { Referer: `${shopUrl}/` },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw noAnswer(new URL(base).host, error);
  });
  return {
    body: (await answer.json().catch(() => null)) as unknown,
    at: Date.parse(answer.headers.get('date') ?? ''),
  };
}

/** Throws {@link DoctorFault} unless Firebase knows the key and lets people sign in on the pages of `shopUrl`. */
export function judgeFirebase(body: unknown, shopUrl: string): void {
  const { data } = Answer.safeParse(body);
  if (data?.error) throw new DoctorFault(`Firebase refuses FIREBASE_API_KEY: ${data.error.message}`);
  if (data?.authorizedDomains === undefined)
    throw new DoctorFault('Firebase answers something else than its API: look at the proxy of this network.');
  const { hostname } = new URL(shopUrl);
  if (!data.authorizedDomains.includes(hostname))
    throw new DoctorFault(
      `${hostname} is no authorised domain of the Firebase project: add it in Authentication, Settings.`,
    );
}

/** Checks key, domain and service account of the Firebase project. */
export const signInCheck = (config: Pick<Config, 'auth' | 'shopUrl'>): Check => ({
  name: 'sign-in',
  good: `the Firebase project ${config.auth.projectId} takes key, domain and service account`,
  async ask() {
    const { emulatorHost, projectId, hasCredentials } = config.auth;
    judgeFirebase((await askFirebase(config)).body, config.shopUrl);
    const identity = firebaseIdentity({ projectId, emulated: emulatorHost !== null, hasCredentials });
    try {
      if ((await identity.find('karigar-doctor')) !== 'unknown') return [];
      return [
        'GOOGLE_APPLICATION_CREDENTIALS is empty: disabled accounts are refused late, and no person can be erased.',
      ];
    } catch (error) {
      const cause =
        error instanceof ProblemError && error.cause instanceof Error ? `: ${error.cause.message}` : '';
      throw new DoctorFault(
        `Firebase does not take the service account in GOOGLE_APPLICATION_CREDENTIALS${cause}`,
      );
    } finally {
      await identity.close();
    }
  },
});
