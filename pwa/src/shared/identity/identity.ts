import { NoAnswerError } from '../api/failure.ts';
import { answerLimit } from '../api/http.ts';
import { loadConfig } from '../saved/shop-config.ts';
import { deviceStorage, tabStorage } from '../web-storage.ts';
import type { IdentityService } from './identity-service.ts';

let loading: Promise<IdentityService> | null = null;

/** Its code is not stored on the device: without a network it is of no use. */
const loadCode = () =>
  import('./firebase-identity.ts').catch((error: unknown) => {
    throw new NoAnswerError('unreachable', error);
  });

/**
 * The identity service, loaded at its first use; a failed load may be tried again. Throws NoAnswerError without a network, and
 * what `loadConfig` throws.
 */
export function identity(): Promise<IdentityService> {
  loading ??= Promise.all([loadCode(), loadConfig()])
    .then(([{ firebaseIdentity }, config]) => firebaseIdentity(config.auth))
    .catch((error: unknown) => {
      loading = null;
      throw error;
    });
  return loading;
}

/**
 * What the identity service answers, asked for no longer than the shop itself: its SDK waits half a minute for a network
 * that hangs. An answer that comes later is not heard. Throws NoAnswerError.
 */
export async function askIdentity<T>(ask: (service: IdentityService) => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswerError('timeout')), answerLimit);
  });
  try {
    return await Promise.race([identity().then(ask), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Puts another identity service in place (tests). */
export const replaceIdentityService = (service: IdentityService): void => {
  loading = Promise.resolve(service);
};

/**
 * Ends the identity service's own sign-in. Works without a network and without loading the SDK: its stored entries are
 * removed by name, and only a service that this page has loaded already is told.
 */
export function forgetIdentity(): void {
  for (const storage of [deviceStorage, tabStorage]) {
    for (const key of storage.keys()) {
      if (key.startsWith('firebase:authUser:') || key.startsWith('firebase:pendingRedirect:'))
        storage.remove(key);
    }
  }
  void loading?.then((service) => service.signOut()).catch(() => undefined);
}
