import { openScan, rebuild } from '@karigar/events';

// A rebuild in a process of its own that kills itself (SIGKILL) when it comes to the named step. Started by `rebuild-kills`.
const [redisUrl = '', killAt = ''] = process.argv.slice(2);
const store = await openScan(redisUrl, 'rebuild-to-kill');
const result = await rebuild(store, {
  onStep({ step }) {
    if (step === killAt) process.kill(process.pid, 'SIGKILL');
  },
});
await store.close();
console.log(JSON.stringify(result));
