/**
 * Keys of the payment simulator. They guard play money on this machine and nothing else; with NODE_ENV=production
 * the BFF refuses them.
 */
export const simulatorKeys = {
  STRIPE_SECRET_KEY: 'sk_test_karigar_demo',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_karigar_demo',
  STRIPE_WEBHOOK_SECRET: 'whsec_karigar_demo',
};

/** Turns the limits off that a person meets; everything else stays as in production. */
export const unlimited = {
  RATE_LIMIT: 'off',
  MAX_UNPAID_ORDERS: '0',
  MAX_HELD_SHARE: '1',
  RESERVE_HOURS: '0',
  RESERVE_HOURS_UNVERIFIED: '0',
};

/** The ways of paying by hand that the demo shows. */
export const demoWays = JSON.stringify([
  {
    name: 'bKash',
    instructions:
      'Open bKash and choose Send Money to 01711-000000.\nSend the whole amount, and write the reference above.\nThis is a demo: send nothing, and type any ID such as 9A7B6C5D4E.',
  },
  {
    name: 'Bank transfer',
    instructions:
      'Demo Bank, account 0000-111-222, “Karigar Tools”.\nSend the whole amount, and write the reference above.\nThis is a demo: send nothing, and type any ID.',
  },
]);

/** The accounts that the seed makes and the login page of the demo shows. */
export const demoAccounts = [
  { role: 'user', name: 'Rahima Khatun', email: 'rahima@karigar.example', password: 'Karigar-user!' },
  { role: 'admin', name: 'Anwar Hossain', email: 'admin@karigar.example', password: 'Karigar-admin!' },
] as const;

/** The emulator's project: the prefix `demo-` makes every Google tool keep off the network. */
export const demoProject = 'demo-karigar';

/**
 * Gives the environment of a server that verifies identities with the emulator at `host` (`host:port`) and shows the demo's accounts. The
 * demo admin is an admin unless `adminEmails` names others.
 */
export function demoIdentity(host: string, adminEmails = ''): Record<string, string> {
  const shown = demoAccounts.map(({ role, email, password }) => ({ role, email, password }));
  return {
    DEMO_ACCOUNTS: JSON.stringify(shown),
    FIREBASE_AUTH_EMULATOR_HOST: host,
    FIREBASE_PROJECT_ID: demoProject,
    ADMIN_EMAILS: adminEmails || demoAccounts[1].email,
  };
}
