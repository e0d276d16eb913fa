import { z } from 'zod';
import { isLiveKey } from '../payments/live-key.ts';
import { text } from './variables.ts';

/** Reads the keys of the payment provider; `fault` takes a fault that no variable has alone. */
export function paymentVariables(
  read: <S extends z.ZodType>(name: string, schema: S) => z.output<S>,
  fault: (sentence: string) => void,
  {
    secret,
    simulatorUrl,
    rehearsal,
    takesLiveKeys,
  }: {
    /** Refuses demo secrets where customers pay. */
    secret: (schema: z.ZodType<string>) => z.ZodType<string>;
    /** Base address of the payment simulator, or null for Stripe itself. */
    simulatorUrl: string | null;
    rehearsal: boolean;
    /** Not beside an emulator or a simulator, so a live key never meets a sign-in that anybody can forge. */
    takesLiveKeys: boolean;
  },
) {
  const key = (demo: string, starts = /^/, error = '') =>
    (simulatorUrl === null || rehearsal
      ? secret(z.string({ error: 'is required without SIMULATOR_URL, and in a rehearsal' }))
      : text.default(demo)
    )
      .refine((given) => takesLiveKeys || !isLiveKey(given), {
        error: 'is a live key, which needs NODE_ENV=production, without emulator and simulator',
      })
      .refine((given) => starts.test(given.trim()), { error });
  const secretKey = read(
    'STRIPE_SECRET_KEY',
    key('sk_test_karigar_demo', /^(sk|rk)_/, 'is no secret key: it must begin with sk_ or rk_'),
  );
  const publishableKey = read(
    'STRIPE_PUBLISHABLE_KEY',
    key('pk_test_karigar_demo', /^pk_/, 'is no publishable key: it must begin with pk_'),
  );
  // What was refused is no text.
  const given = [secretKey, publishableKey].filter((one) => typeof one === 'string');
  if (new Set(given.map(isLiveKey)).size > 1)
    fault('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys');
  return {
    secretKey,
    publishableKey,
    webhookSecret: read('STRIPE_WEBHOOK_SECRET', key('whsec_karigar_demo')),
    /** Base address of the payment simulator, or null for Stripe itself. */
    simulatorUrl,
  };
}
