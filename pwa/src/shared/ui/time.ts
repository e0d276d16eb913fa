const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** How long ago `time` (ms) was, in the person's language: '5 minutes ago'; under a minute 'just now'. */
export function ago(time: number, now = Date.now()): string {
  const passed = now - time;
  for (const [unit, length] of steps) {
    if (passed >= length) return relative.format(-Math.floor(passed / length), unit);
  }
  return 'just now';
}

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** An ISO time or ms as date and time in the person's language. */
export const dateTime = (time: string | number): string => moment.format(new Date(time));

/** An ISO time or ms as a date in the person's language. */
export const dateOf = (time: string | number): string => day.format(new Date(time));
