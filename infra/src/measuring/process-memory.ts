import { readFileSync } from 'node:fs';

/** Resident memory of a process in bytes, from Linux's /proc; NaN when it is gone or the system has no /proc. */
export function residentBytes(pid: number): number {
  return fromStatus(pid, 'VmRSS');
}

/** The most resident memory that a process has had, in bytes; NaN as above. */
export function peakResidentBytes(pid: number): number {
  return fromStatus(pid, 'VmHWM');
}

function fromStatus(pid: number, field: string): number {
  try {
    const line = readFileSync(`/proc/${pid}/status`, 'utf8').match(
      new RegExp(`^${field}:\\s+(\\d+) kB`, 'm'),
    );
    return Number(line?.[1] ?? Number.NaN) * 1024;
  } catch {
    return Number.NaN;
  }
}
