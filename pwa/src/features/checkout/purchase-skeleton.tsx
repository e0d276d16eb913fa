import type { Tool } from '@karigar/bff/contracts';
import { Skeleton } from '@mantine/core';
import { Columns } from '../../shared/ui/blocks.tsx';
import { PurchaseSummary, SummarySkeleton } from './summary.tsx';

/** The purchase page before everything about it is known, in the same boxes; shows the tool as soon as that is. */
export function PurchaseSkeleton({ tool }: { tool: Tool | null | undefined }) {
  return (
    <Columns role="status" aria-label="Loading">
      {tool ? <PurchaseSummary tool={tool} /> : <SummarySkeleton />}
      <div>
        {['name', 'email', 'address', 'city', 'quantity'].map((field) => (
          <Skeleton key={field} height={64} mb="md" radius="md" />
        ))}
      </div>
    </Columns>
  );
}
