import { bundleFaults } from '../measuring/bundle-budget.ts';
import { fileLengthFaults } from './file-lengths.ts';
import { licenceFaults } from './licences.ts';

/** `budgets.ts sources | bundle`: prints each overrun budget on a line and ends with code 1 if there is one. */
const checks = {
  sources: () => [...fileLengthFaults(), ...licenceFaults()],
  bundle: () => bundleFaults(console.log),
};
const check = checks[process.argv[2] as keyof typeof checks];
if (check === undefined) throw new Error(`Say which budgets: ${Object.keys(checks).join(' or ')}`);
const faults = check();
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
