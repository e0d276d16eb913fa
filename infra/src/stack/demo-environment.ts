/**
 * Keys of the payment simulator. They guard play money on this machine and nothing else; with NODE_ENV=production
 * the BFF refuses them.
 */
export const simulatorKeys = {
  STRIPE_SECRET_KEY: 'sk_test_karigar_demo',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_karigar_demo',
  STRIPE_WEBHOOK_SECRET: 'whsec_karigar_demo',
};

/** The accounts that the seed makes and the login page of the demo shows. */
export const demoAccounts = [
  { role: 'user', name: 'Rahima Khatun', email: 'rahima@karigar.example', password: 'Karigar-user!' },
  { role: 'admin', name: 'Anwar Hossain', email: 'admin@karigar.example', password: 'Karigar-admin!' },
] as const;
