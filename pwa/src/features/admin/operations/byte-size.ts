const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** A number of bytes in the unit that a person would choose, with steps of 1,000: 1_530_000 is '1.5 MB'. */
export function byteSize(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 99.5 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
