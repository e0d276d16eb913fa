import { Box, Skeleton } from '@mantine/core';
import { useParams } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { useMyOrder } from '../../shared/saved/my-orders.ts';
import { SavedView } from '../../shared/saved/saved-view.tsx';
import { useConfig } from '../../shared/saved/shop-config.ts';
import { BackLink } from '../../shared/ui/back-link.tsx';
import { Columns } from '../../shared/ui/blocks.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { PaymentWays } from './payment-ways.tsx';
import { PaymentSummary, SummarySkeleton } from './summary.tsx';

const shares = 'minmax(0, 5fr) minmax(0, 6fr)';

/** Pays one order. */
export function Component() {
  const { id = '' } = useParams();
  const order = useMyOrder(id);
  const config = useConfig();
  const loading = (
    <Columns shares={shares} role="status" aria-label="Loading">
      <SummarySkeleton />
      <Skeleton height={320} radius="lg" />
    </Columns>
  );
  return (
    <Box maw="64rem">
      <BackLink to={paths.order(id)} label="Back to the order" />
      <PageTitle title="Payment" />
      <SavedView
        saved={order}
        loading={loading}
        gone={
          <EmptyState
            picture="parcel"
            text="We can’t find this order. It may have been deleted; if you were charged, we’ll refund your card."
            link={{ to: paths.myOrders, label: 'My Orders' }}
          />
        }
      >
        {(data) =>
          config === undefined ? (
            loading
          ) : (
            <Columns shares={shares}>
              <PaymentSummary order={data} />
              <PaymentWays key={data._id} order={data} payments={config.payments} contact={config.contact} />
            </Columns>
          )
        }
      </SavedView>
    </Box>
  );
}
