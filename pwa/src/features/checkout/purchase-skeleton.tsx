import type { Tool } from '@karigar/bff/contracts';
import { Skeleton } from '@mantine/core';
import classes from './purchase-page.module.css';
import summary from './summary.module.css';
import { PurchaseSummary } from './summary.tsx';

/** The purchase page before everything about it is known, in the same boxes; shows the tool as soon as that is. */
export function PurchaseSkeleton({ tool }: { tool: Tool | null | undefined }) {
  return (
    <div className={classes.columns} role="status" aria-label="Loading">
      {tool ? (
        <PurchaseSummary tool={tool} />
      ) : (
        <div className={summary.card}>
          <Skeleton radius={0} style={{ aspectRatio: '4 / 3' }} />
          <div className={summary.words}>
            <Skeleton height={28} width="60%" />
            <Skeleton height={64} mt="md" />
          </div>
        </div>
      )}
      <div>
        {['name', 'email', 'address', 'city', 'quantity'].map((field) => (
          <Skeleton key={field} height={64} mb="md" radius="md" />
        ))}
      </div>
    </div>
  );
}
