import { startS3Simulator } from './s3-simulator.ts';

const { env } = process;
const need = (name: string): string => {
  const value = env[name];
  if (value === undefined || value === '') {
    console.error(`The simulator of an S3 storage needs ${name}.`);
    process.exit(2);
  }
  return value;
};

const simulator = await startS3Simulator({
  host: env.HOST ?? '127.0.0.1',
  port: Number(env.PORT ?? 0),
  bucket: need('BUCKET'),
  keyId: need('OBJECTS_KEY_ID'),
  secret: need('OBJECTS_SECRET'),
  region: env.OBJECTS_REGION ?? 'us-east-1',
  folder: env.FOLDER ?? null,
  pageSize: Number(env.PAGE_SIZE ?? 1_000),
});
console.log(`S3 simulator listening on ${simulator.url}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void simulator.close().then(() => process.exit(0));
  });
}
