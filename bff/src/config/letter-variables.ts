import { atLeastOne, carriers, hours, text, timeZone } from './variables.ts';

/** The variables that letters are written with; the operator's command that shows them reads the same. */
export const letterVariables = {
  CARRIERS: carriers,
  DISPATCH_DAYS: atLeastOne(2, 60, 'must be a whole number of days from 1 to 60'),
  RESERVE_HOURS: hours(72),
  RESERVE_HOURS_UNVERIFIED: hours(2),
  SHOP_TIME_ZONE: timeZone,
  CONTACT_PHONE: text.default('+880 1700-000000'),
  CONTACT_EMAIL: text.default('hello@karigar.example'),
  CONTACT_ADDRESS: text.default('12 Kazi Nazrul Islam Avenue, Dhaka 1215, Bangladesh'),
};

/** The smaller of two limits of which 0 is none. */
export const shorter = (one: number, other: number): number => Math.min(one || other, other || one);
