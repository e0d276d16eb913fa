import { Text } from '@mantine/core';
import { formatMoney } from '../../../shared/ui/money.tsx';
import classes from '../orders/admin-numbers.module.css';
import type { Totals } from './sales-rows.ts';

const percent = new Intl.NumberFormat(undefined, { style: 'percent', signDisplay: 'exceptZero' });
const cents = (amount: number): number => Math.round(amount * 100) / 100;

/** What one order brought on average; null where none was paid. */
const average = ({ money, paid }: Totals): number | null => (paid === 0 ? null : cents(money / paid));

const figures: [title: string, of: (totals: Totals) => number | null, write: (figure: number) => string][] = [
  ['Money paid', ({ money }) => money, formatMoney],
  ['Orders paid', ({ paid }) => paid, String],
  ['Average order', average, formatMoney],
  ['Refunds', ({ givenBack }) => cents(givenBack), formatMoney],
];

/** The figures of a span, each beside that of the span before; '…' until they are known, so that nothing moves when they come. */
export const SalesNumbers = ({ now, before }: { now?: Totals; before?: Totals }) => (
  <section aria-label="Sales figures" className={classes.numbers}>
    {figures.map(([title, of, write]) => {
      const [is, was] = [now, before].map((totals) => (totals === undefined ? null : of(totals)));
      const change = is != null && was ? `${percent.format(is / was - 1)}, ` : '';
      return (
        <div key={title} className={classes.number}>
          <span className={classes.figure}>{now === undefined ? '…' : is == null ? '–' : write(is)}</span>
          <Text span size="sm">
            {title}
            {title === 'Orders paid' && `, ${now?.placed ?? '…'} placed`}
          </Text>
          <Text span size="sm" c="dimmed">
            {now === undefined ? '…' : was == null ? 'No orders before' : `${change}${write(was)} before`}
          </Text>
        </div>
      );
    })}
  </section>
);
