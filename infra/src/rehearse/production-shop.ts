import { createECDH, createHash, randomBytes, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type ClusterShop, openClusterShop } from '../cluster/cluster-shop.ts';
import { adminEmail } from '../measuring/measured-shop.ts';
import { demoAccounts } from '../stack/demo-environment.ts';
import { openWhole, type Whole } from '../stack/open-whole.ts';
import { ownFolder } from '../stack/own-folder.ts';

/** The topology of GOING-LIVE on one machine; its store is not made and its servers are not started yet. */
export interface ProductionShop extends ClusterShop {
  /** The folder of everything it keeps. */
  dir: string;
  /** The hash by which Chromium is told to trust the key of the proxy: a service worker needs a valid certificate. */
  trustedKey: string;
}

/** Starts all parts but the servers. Throws, with everything stopped again, when a part does not start. */
export function openProductionShop(): Promise<Whole<ProductionShop>> {
  return openWhole(async (undo) => {
    const folder = ownFolder(undo, 'karigar-rehearsal-');
    const { dir } = folder;
    const secrets = madeUpSecrets();
    const shop = await openClusterShop(undo, folder, {
      dataDirs: ['one', 'two'].map((name) => makeMachine(dir, name)),
      httpsNames: ['localhost'],
      keys: secrets.payments,
      inherited: { PATH: process.env.PATH, NODE_ENV: 'production' },
      env: {
        ADMIN_EMAILS: `${demoAccounts[1].email},${adminEmail}`,
        ...secrets.shop,
        MAIL_FROM: 'Karigar <orders@karigar.example>',
        VAPID_SUBJECT: 'https://karigar.example/contact',
      },
    });
    return { ...shop, dir, trustedKey: keyOf(join(shop.authorityFile ?? '', '..', 'intermediate.crt')) };
  });
}

/** Makes the DATA_DIR of a machine, of which only keys and pictures lie on the disk that all machines share. */
function makeMachine(dir: string, name: string): string {
  const dataDir = join(dir, name);
  mkdirSync(dataDir);
  for (const folder of ['keys', 'images']) {
    mkdirSync(join(dir, 'shared', folder), { recursive: true });
    symlinkSync(join(dir, 'shared', folder), join(dataDir, folder));
  }
  return dataDir;
}

/** Made-up secrets: well-formed, and worth nothing outside the rehearsal. */
function madeUpSecrets() {
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

/** Gives the hash by which Chromium names the key of a certificate. */
function keyOf(file: string): string {
  const { publicKey } = new X509Certificate(readFileSync(file));
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}
