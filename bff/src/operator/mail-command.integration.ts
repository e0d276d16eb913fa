import { afterAll, expect, it } from 'vitest';
import { showNumber } from '../contracts/order-number.ts';
import { MailingShop } from '../mail/testing/mailing-shop.ts';
import { runOperator } from './testing/run-operator.ts';

const patience = { timeout: 60_000 };

const mailing = await MailingShop.start();
await mailing.newPerson('buyer');
afterAll(() => mailing.stop());

const run = (args: readonly string[]) =>
  runOperator(['mail', ...args], {
    DATA_DIR: mailing.shop.dataDir,
    REDIS_URL: mailing.shop.redis.url,
  });

it('lists the letters of an order, and repeats one that is asked for', async () => {
  const { number } = await mailing.paid();
  const order = showNumber(number);
  await expect.poll(mailing.subjects, patience).toHaveLength(1);

  const shown = await run([order]);
  expect(shown).toMatchObject({ code: 0, err: '' });
  expect(shown.out).toMatch(/^unpaid +event \d+ {2}not sent, or more than 3 days ago$/m);
  expect(shown.out).toMatch(/^paid +event \d+ {2}sent 2/m);

  const dry = await run([order, '--send', 'paid']);
  expect(dry.out).toContain('Nothing was changed. Add --yes to do it.');
  const sent = await run([order, '--send', 'paid', '--why', 'lost', '--yes']);
  expect(sent).toMatchObject({ code: 0, err: '' });
  await expect.poll(mailing.subjects, patience).toHaveLength(2);
  const letters = await mailing.letters();
  expect(new Set(letters.map(({ messageId }) => messageId)).size).toBe(2);
  expect(letters[1]?.text).toBe(letters[0]?.text);
});

it('says what it cannot do', async () => {
  const { number } = await mailing.placed();
  const order = showNumber(number);
  expect(await run([order, '--send', 'shipped'])).toMatchObject({
    code: 1,
    err: 'This order has no letter shipped; it has placed, unpaid.\n',
  });
  expect((await run(['ord_none'])).err).toContain('No letter belongs to an order ord_none');
});
