import { lines } from '../doctor/check.ts';
import { doctorChecks } from '../doctor/doctor-checks.ts';
import { failureText } from './failure-text.ts';
import { command } from './run-command.ts';
import { dataKeysOf, keysThere } from './shop-settings.ts';

export const doctorCommand = command({
  usage: 'doctor',
  help: 'Check the configuration against the real services: Redis, storage, keys, mail, Stripe, Firebase, clock, name and certificate',
  example: 'doctor',
  needsAllSettings: true,
  async run({ shop, log, objects }) {
    const checks = doctorChecks(shop, {
      ...{ log, objects },
      keys: () => keysThere(shop),
      dataKeys: () => dataKeysOf(shop),
    });
    const value = await lines(checks, failureText);
    const text = value.map((row) => `${row.state.padEnd(6)}${row.name.padEnd(10)}${row.text}`);
    return { value, text, ok: value.every(({ state }) => state !== 'FAULT') };
  },
});
