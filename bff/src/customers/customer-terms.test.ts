import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { customerTerms, termLength } from './customer-terms.ts';

const terms = customerTerms((text) => createHash('sha256').update(text).digest('hex').slice(0, 32));

/** Whether a customer fits a query, word by word, where everybody else in the shop has the terms of `others`. */
function fits(query: string, email: string, name: string, others: readonly string[] = []): boolean {
  const own = new Set(terms.of({ email, name }));
  const known = new Set([...own, ...others]);
  const words = terms.query(query);
  return words.length > 0 && words.every(({ term, instead }) => own.has(known.has(term) ? term : instead));
}
const rahim = (query: string) => fits(query, 'Rahim.Uddin99@example.com', 'Md. Rahim Uddin Chowdhury');

describe('a customer', () => {
  it.each(['rah', 'rahim', 'RAHIM', ' uddin  rahim ', 'chow', 'chowdh', 'chowdhury', 'md', 'Md. Rahim'])(
    'is found by words of the name: %s',
    (query) => expect(rahim(query)).toBe(true),
  );

  it.each([
    'rahim.u',
    'rahim.uddi',
    'rahim.uddin99@example.com',
    'RAHIM.UDDIN99@EXAMPLE.COM',
    'rahim.u uddin',
  ])('is found by the beginning of the email: %s', (query) => expect(rahim(query)).toBe(true));

  it.each(['ra', 'u', 'him', 'rahman', 'rahim khan', 'uddin@', 'example', 'a@', '', '  ', '...', '@'])(
    'is not found by what is neither: "%s"',
    (query) => expect(rahim(query)).toBe(false),
  );

  it('is found by words of a Bangla name, however it is composed', () => {
    const name = 'মোঃ রহিম উদ্দিন';
    for (const query of ['রহিম', 'উদ্দ', 'উদ্দিন', 'মোঃ', 'উদ্দিন রহিম'])
      expect([query, fits(query, 'a@b.example', name)]).toEqual([query, true]);
    expect(fits('করিম', 'a@b.example', name)).toBe(false);
    expect(fits('বড়\u09bcুয়া', 'a@b.example', 'বড়\u09bcুয়া'.normalize('NFD'))).toBe(true);
  });

  it('is found by a name with an apostrophe, a hyphen or letters of another width', () => {
    expect(fits('oneil', 'a@b.example', "Pat O'Neil")).toBe(true);
    expect(fits("o'neil", 'a@b.example', 'Pat O’Neil')).toBe(true);
    expect(fits('uddin-ahmed', 'a@b.example', 'Karim Uddin Ahmed')).toBe(true);
    expect(fits('rahim', 'a@b.example', 'Ｒａｈｉｍ')).toBe(true);
  });

  it('is found by a plain word with which the email begins', () => {
    expect(fits('toolsmith', 'toolsmith77@example.com', 'Karim')).toBe(true);
    expect(fits('toolsmith karim', 'toolsmith77@example.com', 'Karim')).toBe(true);
  });
});

describe('a word that is longer than the longest beginning', () => {
  it('means whoever has it whole, and else whoever has its beginning', () => {
    const others = terms.of({ email: 'o@b.example', name: 'Abdurrahmanullah' });
    expect(fits('abdurrahmanullah', 'a@b.example', 'Abdurrahmanuddin', others)).toBe(false);
    expect(fits('abdurrahmanullah', 'a@b.example', 'Abdurrahmanuddin')).toBe(true);
    const address = terms.of({ email: 'rahim.uddin1@example.com', name: '' });
    expect(fits('rahim.uddin1@example.com', 'rahim.uddin2@example.com', '', address)).toBe(false);
    expect(fits('rahim.uddin1', 'rahim.uddin2@example.com', '')).toBe(true);
  });
});

describe('the terms of a customer', () => {
  it('are short hashes, each once, of at most eight words', () => {
    const own = terms.of({ email: 'rina@example.com', name: 'Rina Rina Das' });
    expect(own).toHaveLength(new Set(own).size);
    for (const term of own) expect(term).toMatch(new RegExp(`^[\\w-]{${termLength}}$`));
    const long = Array.from({ length: 40 }, (_, at) => `word${at}xyz`).join(' ');
    expect(terms.of({ email: 'rina@example.com', name: long }).length).toBeLessThan(9 + 8 * 9 + 1);
    expect(terms.query(long)).toHaveLength(8);
    expect(terms.of({ email: '', name: '' })).toEqual([]);
  });

  it('depend on the secret', () => {
    const one = terms.of({ email: 'rina@example.com', name: 'Rina' });
    const other = customerTerms((text) => createHash('sha256').update(`x${text}`).digest('hex'));
    expect(
      other.of({ email: 'rina@example.com', name: 'Rina' }).filter((term) => one.includes(term)),
    ).toEqual([]);
  });
});
