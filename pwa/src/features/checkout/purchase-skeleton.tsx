import { Skeleton } from '@mantine/core';
import classes from './purchase-page.module.css';

/** The purchase page before its tool is known, in the same boxes. */
export function PurchaseSkeleton() {
  return (
    <div className={classes.columns} role="status" aria-label="Loading">
      <div>
        <Skeleton radius="lg" style={{ aspectRatio: '4 / 3' }} />
        <Skeleton height={28} width="60%" mt="lg" />
        <Skeleton height={64} mt="md" />
      </div>
      <div>
        {['name', 'email', 'address', 'city', 'quantity'].map((field) => (
          <Skeleton key={field} height={64} mb="md" radius="md" />
        ))}
      </div>
    </div>
  );
}
