import { VisuallyHidden } from '@mantine/core';
import { useWaitingOrders } from '../../shared/saved/my-orders.ts';
import classes from './bottom-bar.module.css';

/** How many orders wait for the person, on the bottom bar's entry. */
export function WaitingCount() {
  const waiting = useWaitingOrders();
  if (waiting === 0) return null;
  return (
    <span className={classes.count}>
      <span>{waiting > 99 ? '99+' : waiting}</span>
      <VisuallyHidden> waiting for you</VisuallyHidden>
    </span>
  );
}
