import { expect, it } from 'vitest';
import { readLetter } from './letters.ts';

const read = (...lines: string[]) => readLetter(Buffer.from(lines.join('\r\n')));

it('both forms of a letter are read, and the names in it', async () => {
  const letter = await read(
    'Message-ID: <1.paid@shop.example>',
    'From: Karigar <orders@shop.example>',
    'To: =?UTF-8?B?4Kaw4Ka/4Kao4Ka+?= <rina@example.com>, karim@example.com',
    'Subject: =?UTF-8?Q?Your_order_=E2=80=94?=',
    ' =?UTF-8?Q?_K-180?=',
    'Content-Type: multipart/alternative; boundary="--_a"',
    '',
    '----_a',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'It costs $40',
    '----_a',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>It costs $40</p>',
    '----_a--',
    '',
  );
  expect(letter).toMatchObject({
    messageId: '1.paid@shop.example',
    from: 'Karigar <orders@shop.example>',
    to: 'রিনা <rina@example.com>, karim@example.com',
    subject: 'Your order — K-180',
  });
  expect(letter.html?.trim()).toBe('<p>It costs $40</p>');
  expect(letter.text.trim()).toBe('It costs $40');
});

it('a letter without headers has no names and no subject', async () => {
  expect(await read('', 'Good day')).toMatchObject({
    messageId: '',
    from: '',
    to: '',
    subject: '',
    html: null,
  });
});
