import { createECDH, randomBytes } from 'node:crypto';

/** Secrets of a shop that nobody else has: well-formed, and worth nothing outside the rehearsal. */
export function madeUpSecrets() {
  const random = (bytes: number) => randomBytes(bytes).toString('base64url');
  const pushes = createECDH('prime256v1');
  const publicKey = pushes.generateKeys('base64url');
  return {
    shop: {
      ACCESS_TOKEN_SECRET: random(36),
      DATA_KEY: randomBytes(32).toString('base64'),
      METRICS_TOKEN: random(24),
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: pushes.getPrivateKey('base64url'),
    },
    /** The simulator takes them as Stripe takes real ones. */
    payments: {
      STRIPE_SECRET_KEY: `sk_test_${random(18)}`,
      STRIPE_PUBLISHABLE_KEY: `pk_test_${random(18)}`,
      STRIPE_WEBHOOK_SECRET: `whsec_${random(18)}`,
    },
  };
}
