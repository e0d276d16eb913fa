import { createStore } from '../store.ts';

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

/** Whose clock every time is shown by (IANA): the shop's, as soon as its configuration is known. */
export const timeZone = createStore<string | undefined>('Asia/Dhaka');

/** Takes over the shop's time zone; an old browser may not know a new name, and goes on as before. */
export function setTimeZone(name: string | undefined): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    timeZone.set(name);
  } catch {}
}

/** Makes a function that writes an ISO time or ms by the shop's clock; without `locale` in the person's language. */
export function shopTime(options: Intl.DateTimeFormatOptions, locale?: string) {
  const make = () => new Intl.DateTimeFormat(locale, { ...options, timeZone: timeZone.get() });
  let format = make();
  timeZone.subscribe(() => {
    format = make();
  });
  return (time: string | number): string => format.format(new Date(time));
}

/** An ISO time or ms as date and time in the person's language. */
export const dateTime = shopTime({ dateStyle: 'medium', timeStyle: 'short' });

/** An ISO time or ms as a date in the person's language. */
export const dateOf = shopTime({ dateStyle: 'medium' });

/** The shop's day of an ISO time or ms, as `2026-11-30`: Swedish writes dates so. */
export const dayOf = shopTime({ dateStyle: 'short' }, 'sv-SE');
