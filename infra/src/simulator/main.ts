import { startSimulator } from './simulator.ts';

const simulator = await startSimulator(process.env);
console.log(`simulator listening on ${simulator.url}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void simulator.close().then(() => process.exit(0));
  });
}
