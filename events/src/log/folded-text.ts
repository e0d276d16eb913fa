/** Writes the decimal digits of every script as Latin ones, and leaves the rest as it is. */
export const latinDigits = (text: string): string =>
  text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    // The ten digits of a script follow each other, so the digits directly before one tell its value.
    const code = digit.codePointAt(0) ?? 0;
    let before = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
    return String(before % 10);
  });

/** What makes no other word for people who search: accents, the dot below (ড় or ড), joiners and other invisible characters. */
const marks = /[\u0300-\u036f\u09bc\p{DI}]/gu;

/** Writes text in one way, to search for it or to compare names: small letters without accents, one form of each character, Latin digits. */
export const folded = (text: string): string =>
  latinDigits(text.normalize('NFKD').replace(marks, '').normalize('NFC').toLowerCase());
