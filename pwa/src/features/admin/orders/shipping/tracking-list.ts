import { readNumber, showNumber } from '@karigar/bff/order-number';
import { longest, plainCode } from '@karigar/bff/written-text';

/** The most parcels that the shop takes at once. */
const mostLines = 100;

/** One line of a pasted list, by its place in the text (from 1): which order goes under which number, or what is wrong with it. */
export type TrackingLine =
  | { line: number; number: number; trackingNumber: string; fault: null }
  | { line: number; text: string; fault: string };

/** Reads one line: the number of an order, then a comma, a semicolon or a tab, then the tracking number. */
function readLine(text: string, line: number): TrackingLine {
  const faulty = (fault: string): TrackingLine => ({ line, text, fault });
  const at = text.search(/[,;\t]/);
  if (at === -1) return faulty('needs an order number, a comma and a tracking number');
  const name = text.slice(0, at).trim();
  const trackingNumber = plainCode(text.slice(at + 1));
  const number = readNumber(name) ?? readNumber(`#${name}`);
  if (number === null) return faulty(`“${name}” is not an order number such as K-180`);
  if (trackingNumber === '') return faulty('has no tracking number');
  if (/[,;\t]/.test(trackingNumber)) return faulty('has more than two columns');
  if (trackingNumber.length > longest.trackingNumber)
    return faulty(`has a tracking number longer than ${longest.trackingNumber} characters`);
  return { line, number, trackingNumber, fault: null };
}

/**
 * Reads a pasted list of order numbers and tracking numbers; empty lines are passed over. What cannot be sent carries its fault in words that
 * follow "Line 3".
 */
export function readTrackingList(text: string): TrackingLine[] {
  const first = new Map<number, number>();
  let sendable = 0;
  return text
    .split(/\r?\n/)
    .map((line, index) => ({ line: line.trim(), place: index + 1 }))
    .filter(({ line }) => line !== '')
    .map(({ line, place }) => {
      const read = readLine(line, place);
      if (read.fault !== null) return read;
      const before = first.get(read.number);
      if (before !== undefined) {
        return {
          line: place,
          text: line,
          fault: `names ${showNumber(read.number)} again, after line ${before}`,
        };
      }
      first.set(read.number, place);
      sendable += 1;
      if (sendable <= mostLines) return read;
      return { line: place, text: line, fault: `is over the limit of ${mostLines} orders at once` };
    });
}
