import { describe, expect, it } from 'vitest';
import { DeliveryCorrection } from './delivery.ts';
import { NewOrder, OrderQuery } from './order.ts';
import { readNumber } from './order-number.ts';
import { NewReview, ProfileEdit } from './people.ts';
import { NewTool, ToolEdit } from './tool.ts';
import { folded, longest } from './written-text.ts';

const order = {
  toolId: 'tool_1',
  email: 'rahim@example.com',
  name: 'Rahim',
  address: '12 Lake Road',
  city: 'Dhaka',
  zip: '1209',
  phone: '01711-000000',
  quantity: 2,
};
const tool = {
  name: 'Hand Saw',
  price: 12,
  minOrderQuantity: 1,
  availableQuantity: 40,
  description: 'Steel',
  image: '/images/saw.webp',
};

describe('what a paste brings along', () => {
  it('is taken from telephone, zip, email and tracking number', () => {
    for (const unseen of ['\u200b', '\u200e', '\u202d', '\u2069', '\ufeff', '\u00ad', '\u200d', '\u2028'])
      expect(
        NewOrder.parse({
          ...order,
          email: `${unseen}rahim@exam${unseen === '\u2028' ? '' : unseen}ple.com`,
          zip: `1209${unseen}`,
          phone: `${unseen}01711\u2011000000${unseen}`,
        }),
      ).toEqual(order);
    expect(OrderQuery.parse({ find: '\u200bK\u2011১৮০\ufeff' }).find).toBe('K-180');
    expect(readNumber('\u200eK\u2011১৮০')).toBe(180);
  });

  it('leaves no direction mark and no control character in a name, and one form of each letter', () => {
    const name = 'Cafe\u0301 \u202eRahim\u2069\u0007';
    expect(NewTool.parse({ ...tool, name }).name).toBe('Caf\u00e9 Rahim');
    expect(NewOrder.parse({ ...order, name }).name).toBe('Caf\u00e9 Rahim');
  });

  it('keeps the joiners of a Bangla name and of an emoji', () => {
    for (const name of ['র\u200d্যাঁদা', 'কর্\u200cম', '👩\u200d🔧'])
      expect(NewTool.parse({ ...tool, name }).name).toBe(name);
  });
});

describe('what is required', () => {
  it.each(['\u200b', '\u2800 \u2800', '\u3164', '\u115f', '\u00ad', '\u202e', '\u00a0', '\ufe0f'])(
    'is not there when nothing of it is visible: %j',
    (blank) => {
      const messages = (answer: { error?: { issues: { message: string }[] } | undefined }) =>
        answer.error?.issues.map(({ message }) => message);
      expect(messages(NewOrder.safeParse({ ...order, address: blank }))).toEqual(['Address is required']);
      expect(messages(NewReview.safeParse({ reviews: blank, rating: 5 }))).toEqual([
        'Review description is required',
      ]);
      expect(messages(NewTool.safeParse({ ...tool, name: blank }))).toEqual(['Tools Name required']);
    },
  );

  it.each(['12', 'বাড়ি ১২', '—', '👍', 'ａ'])('is there when %j is', (address) => {
    expect(NewOrder.safeParse({ ...order, address }).success).toBe(true);
  });
});

describe('line ends', () => {
  it('stay where there are lines, and become blanks in a field of one line', () => {
    const text = ' one\r\ntwo\u2028three ';
    expect(NewReview.parse({ reviews: text, rating: 5 }).reviews).toBe('one\ntwo\nthree');
    expect(NewTool.parse({ ...tool, description: text }).description).toBe('one\ntwo\nthree');
    expect(NewOrder.parse({ ...order, address: text }).address).toBe('one two three');
  });
});

describe('digits of any script', () => {
  it.each([
    ['০১৭১১-০০০০০০', '১২০৯', '২'],
    ['٠١٧١١-٠٠٠٠٠٠', '١٢٠٩', '٢'],
    ['०१७११-००००००', '१२०९', '२'],
    ['０１７１１-００００００', '１２０９', '２'],
  ])('are digits in a telephone, a zip and a quantity: %s', (phone, zip, quantity) => {
    expect(NewOrder.parse({ ...order, phone, zip, quantity })).toEqual(order);
  });

  it('are digits in a price and in a step of stock', () => {
    expect(NewTool.parse({ ...tool, price: '১২' }).price).toBe(12);
    expect(ToolEdit.parse({ availableQuantity: '−৩', reason: 'lost', rev: '১' })).toMatchObject({
      availableQuantity: '-3',
      rev: 1,
    });
  });
});

describe('a name that the account fills in', () => {
  it('is cut to what an order takes, never refused', () => {
    const name = 'ক'.repeat(longest.name + 1);
    expect(NewOrder.parse({ ...order, name }).name).toBe('ক'.repeat(longest.name));
    expect(ProfileEdit.parse({ phone: '1', education: 'x', country: 'x', name }).name).toHaveLength(120);
    expect(
      ProfileEdit.parse({ phone: '1', education: 'x', country: 'x', photoURL: 'x'.repeat(501) }).photoURL,
    ).toBe('');
    expect(DeliveryCorrection.safeParse({ ...order, name }).success).toBe(false);
  });

  it('is never cut inside a character', () => {
    const name = `${'a'.repeat(longest.name - 1)}😀`;
    expect(NewOrder.parse({ ...order, name }).name).toBe('a'.repeat(longest.name - 1));
  });
});

it('a folded text is the same however it was written', () => {
  for (const [one, other] of [
    ['হাতুড়ি', 'হাতুড\u09bcি'],
    ['হাতু\u09dcি', 'হাতুড\u09bcি'],
    ['Café', 'CAFE\u0301'],
    ['Saw ১২', 'saw 12'],
    ['র\u200d্যাঁদা', 'র্যাঁদা'],
  ] as const)
    expect(folded(one)).toBe(folded(other));
  expect(folded('Saw 12')).not.toBe(folded('Saw 13'));
});
