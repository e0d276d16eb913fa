import { LogUnavailableError } from '@karigar/events';
import { withTimeout } from '../with-timeout.ts';

/** One thing that the shop needs, and how to ask whether it is there. */
export interface Dependency {
  name: string;
  /** Without it the shop cannot work at all; others only take a part of it away. */
  required: boolean;
  /** Resolves with a short word on its state; rejects when it is away. */
  check(): Promise<string>;
}

const timeoutMs = 1_500;

/** Asks all dependencies at once, each for at most 1.5 s, and says how each one answered and after how many ms. Never rejects. */
export const dependencyStates = (dependencies: readonly Dependency[]) =>
  Promise.all(
    dependencies.map(async ({ name, required, check }) => {
      const begin = performance.now();
      const answer = await withTimeout(timeoutMs, check(), late).then(
        (detail) => ({ ok: true, detail }),
        // What may be shown to anyone: our own words, never addresses or library texts.
        (error: unknown) => ({
          ok: false,
          detail: error instanceof LogUnavailableError ? error.message : 'does not answer',
        }),
      );
      return { name, required, ...answer, ms: Math.round((performance.now() - begin) * 10) / 10 };
    }),
  );

const late = () => {
  throw new Error('late');
};

/** A storage of objects may take money for each question, and proxies look at readiness each second. */
const objectsEachMs = 5_000;

/**
 * Lists what readiness names. Redis and the keys of people are required; without the identity or the payment service a shop still shows its tools
 * and takes orders, and without the storage of objects it only lacks pictures. The real outside services are not asked at each check: they would count it against us.
 */
export function dependenciesOf(
  {
    emulatorHost,
    simulatorUrl,
    cards,
  }: { emulatorHost: string | null; simulatorUrl: string | null; cards: boolean },
  checks: { redis(): Promise<void>; keys(): Promise<void>; objects(): Promise<void> },
): Dependency[] {
  const objects = atMostEach(objectsEachMs, checks.objects);
  const service = (name: string, url: string | null) => ({
    name,
    required: false,
    check: async () => (url === null ? 'configured' : answersHttp(url)),
  });
  return [
    { name: 'redis', required: true, check: () => checks.redis().then(() => 'answers') },
    { name: 'keys', required: true, check: () => checks.keys().then(() => 'readable') },
    { name: 'objects', required: false, check: () => objects().then(() => 'answers') },
    service('identity', emulatorHost && `http://${emulatorHost}`),
    ...(cards ? [service('payments', simulatorUrl)] : []),
  ];
}

/** Asks at most once in `ms`; who comes meanwhile gets the answer of the last time. */
export function atMostEach<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null;
  return () => {
    const now = performance.now();
    if (last === null || now - last.at >= ms) last = { at: now, answer: ask() };
    return last.answer;
  };
}

/** Resolves when something answers HTTP at `url`, whatever it says; rejects when nothing does. */
async function answersHttp(url: string) {
  const answer = await fetch(`${url}/`, { signal: AbortSignal.timeout(timeoutMs) });
  await answer.body?.cancel();
  return 'answers';
}
