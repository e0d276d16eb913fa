import { startSimulator } from './simulator.ts';

const need = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '') {
    console.error(`The payment simulator needs ${name}.`);
    process.exit(2);
  }
  return value;
};

const simulator = await startSimulator({
  port: Number(process.env.PORT ?? 0),
  host: process.env.HOST ?? '127.0.0.1',
  dataDir: need('DATA_DIR'),
  webhookUrl: process.env.WEBHOOK_URL ?? '',
  webhookSecret: need('STRIPE_WEBHOOK_SECRET'),
  secretKey: need('STRIPE_SECRET_KEY'),
  publishableKey: need('STRIPE_PUBLISHABLE_KEY'),
  ...(process.env.SLOW_CARD_MS === undefined ? {} : { slowCardMs: Number(process.env.SLOW_CARD_MS) }),
});
console.log(`simulator listening on ${simulator.url}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void simulator.close().then(() => process.exit(0));
  });
}
