import { expect, it } from 'vitest';
import { readLetter } from './mime.ts';

const read = (...lines: string[]) => readLetter(Buffer.from(lines.join('\r\n')));

it('reads both forms of a letter, whatever their encoding', () => {
  const letter = read(
    'Message-ID: <1.paid@shop.example>',
    'From: Karigar <orders@shop.example>',
    'To: =?UTF-8?B?4Kaw4Ka/4Kao4Ka+?= <rina@example.com>',
    'Subject: =?UTF-8?Q?Your_order_=E2=80=94?=',
    ' =?UTF-8?Q?_K-180?=',
    'Content-Type: multipart/alternative; boundary="--_a"',
    '',
    '----_a',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'A long line that has =',
    'been broken, costs =2440 =E2=82=AC',
    '----_a',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('<p>Ünder</p>').toString('base64'),
    '----_a--',
    '',
  );
  expect(letter).toMatchObject({
    messageId: '1.paid@shop.example',
    from: 'Karigar <orders@shop.example>',
    to: 'রিনা <rina@example.com>',
    subject: 'Your order — K-180',
    html: '<p>Ünder</p>',
  });
  expect(letter.text.trim()).toBe('A long line that has been broken, costs $40 €');
});

it('shows a letter of plain text, and a damaged one as it is', () => {
  expect(read('Subject: Hello', '', 'Good day')).toMatchObject({ html: null, text: 'Good day' });
  expect(read('no header at all')).toMatchObject({ messageId: '', subject: '', html: null });
  expect(read('Content-Type: multipart/mixed; boundary=x', '', 'nothing')).toMatchObject({ html: null });
  expect(read('Content-Type: text/html; charset=klingon', '', '<p>Hi</p>').html).toBe('<p>Hi</p>');
});
