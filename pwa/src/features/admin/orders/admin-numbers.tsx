import { Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../../shared/paths.ts';
import { formatMoney } from '../../../shared/ui/money.tsx';
import classes from './admin-numbers.module.css';
import type { DeskStats } from './model/desk.ts';

/** An amount of money; '…' until it is known, so that the content below does not move. */
const money = (amount: number | undefined) => (amount === undefined ? '…' : formatMoney(amount));

/** The money of the shop and what runs low, each leading to the list behind it. */
export const AdminNumbers = ({ stats }: { stats: DeskStats | undefined }) => (
  <section aria-label="Shop figures" className={classes.numbers}>
    {[
      ['Net revenue', money(stats?.revenue), `${paths.manageOrders}?tab=shipped`],
      ['Value of unpaid orders', money(stats?.awaitingPayment), `${paths.manageOrders}?tab=unpaid`],
      ['Refunded', money(stats?.givenBack), `${paths.manageOrders}?tab=all&refunded=true`],
      ['Low on stock', `${stats?.lowStock?.length ?? '…'}`, `${paths.manageProducts}?low=1`],
    ].map(([words, figure, to = '']) => (
      <Link key={to} className={classes.number} to={to}>
        <span className={classes.figure}>{figure}</span>
        <Text span size="sm">
          {words}
        </Text>
      </Link>
    ))}
  </section>
);
