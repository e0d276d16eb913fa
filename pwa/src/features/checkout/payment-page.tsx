import { Button, Skeleton } from '@mantine/core';
import { Link, useParams } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { useMyOrder } from '../../shared/saved/my-orders.ts';
import { useConfig } from '../../shared/saved/shop-config.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ErrorPanel } from '../../shared/ui/error-panel.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { PaymentFlow } from './payment-flow.tsx';
import classes from './payment-page.module.css';
import { PaymentSummary } from './summary.tsx';

/** Pays one order by card. */
export function Component() {
  const { id = '' } = useParams();
  const order = useMyOrder(id);
  const config = useConfig();
  return (
    <div className={classes.page}>
      <PageTitle title="Payment" />
      {order.data === undefined && order.failure !== null && (
        <ErrorPanel error={order.failure} onRetry={() => void order.refresh()} retrying={order.refreshing} />
      )}
      {order.data === null && (
        <EmptyState text="This order is no longer there. If it was paid in the meantime, the money goes back.">
          <Button component={Link} to={paths.myOrders}>
            My Orders
          </Button>
        </EmptyState>
      )}
      {((order.data === undefined && order.failure === null) || (order.data && config === undefined)) && (
        <div className={classes.columns} role="status" aria-label="Loading">
          <Skeleton height={280} radius="lg" />
          <Skeleton height={320} radius="lg" />
        </div>
      )}
      {order.data && config && (
        <div className={classes.columns}>
          <PaymentSummary order={order.data} />
          <PaymentFlow
            key={order.data._id}
            order={order.data}
            payments={config.payments}
            contact={config.contact}
          />
        </div>
      )}
    </div>
  );
}
