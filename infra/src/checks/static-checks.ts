import { bundleFindings } from '../measuring/bundle-budget.ts';
import { fileLengthFindings } from './file-lengths.ts';
import { licenceFindings } from './licences.ts';
import { noticeFindings, writeNotices } from './notices.ts';

/** `static-checks.ts sources | bundle | notices`: prints each finding on a line and ends with code 1 if there is one; `notices` writes the notices of the page. */
const checks = {
  sources: () => [...fileLengthFindings(), ...licenceFindings(), ...noticeFindings()],
  bundle: () => bundleFindings(console.log),
  notices(): string[] {
    writeNotices();
    return [];
  },
};
const check = checks[process.argv[2] as keyof typeof checks];
if (check === undefined) throw new Error(`Say what to check: ${Object.keys(checks).join(' or ')}`);
const findings = check();
for (const finding of findings) console.error(finding);
process.exitCode = findings.length === 0 ? 0 : 1;
