import { openScanConnection, rebuild } from '@karigar/events';

// A rebuild in a process of its own that kills itself (SIGKILL) when it comes to the named step. Started by `rebuild-kills`.
const [redisUrl = '', killAt = ''] = process.argv.slice(2);
const connection = await openScanConnection(redisUrl, 'rebuild-to-kill');
const result = await rebuild(connection, {
  onStep({ step }) {
    if (step === killAt) process.kill(process.pid, 'SIGKILL');
  },
});
connection.disconnect();
console.log(JSON.stringify(result));
