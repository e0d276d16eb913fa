import type { Sales, SalesOfDay } from '@karigar/bff/contracts';
import { Alert, Anchor, Button, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../../../shared/api/call.ts';
import { failureText, hasCode, refusalText } from '../../../shared/api/failure.ts';
import { paths } from '../../../shared/paths.ts';
import { withQueries } from '../../../shared/queries/queries.tsx';
import { Columns, Facts } from '../../../shared/ui/blocks.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorPanel } from '../../../shared/ui/error-panel.tsx';
import { lazyComponent } from '../../../shared/ui/lazy.tsx';
import { formatMoney } from '../../../shared/ui/money.tsx';
import { dayOf } from '../../../shared/ui/time.ts';
import { notifyFailure } from '../../../shared/ui/toast.ts';
import { AdminTable } from '../admin-table.tsx';
import { Panel, RefreshedTitle } from '../operations/panel.tsx';
import classes from '../orders/admin-numbers.module.css';
import { PeriodForm } from '../period-fields.tsx';
import { useAddress } from '../use-address.ts';
import { useCsv } from '../use-csv.ts';
import { groupingOf, groupings, groupSales, lastDays, lengthOf, spans, sumOf } from './sales-rows.ts';

const own = 'own';
/** The charts come after the figures: their library is larger than everything else of the page. */
const SalesCharts = lazyComponent(() => import('./sales-chart.tsx'), 'SalesCharts');
const chartGaps = (
  <>
    <Skeleton height={410} radius="lg" />
    <Skeleton height={410} radius="lg" />
  </>
);

const lasts = (days: number): string =>
  days === 0 ? 'Less than a day' : days === 1 ? '1 day' : `${days} days`;

const percent = new Intl.NumberFormat(undefined, { style: 'percent', signDisplay: 'exceptZero' });
const cents = (amount: number): number => Math.round(amount * 100) / 100;

/** What one order brought on average; null where none was paid. */
function average(days: SalesOfDay[]): number | null {
  const paid = sumOf(days, 'paid');
  return paid === 0 ? null : cents(sumOf(days, 'money') / paid);
}

const figures: [
  title: string,
  of: (days: SalesOfDay[]) => number | null,
  write: (figure: number) => string,
][] = [
  ['Money paid', (days) => sumOf(days, 'money'), formatMoney],
  ['Orders paid', (days) => sumOf(days, 'paid'), String],
  ['Average order', average, formatMoney],
  ['Refunds', (days) => cents(sumOf(days, 'givenBack')), formatMoney],
];

/** The figures of a span, each beside that of the span before; '…' until they are known, so that nothing moves when they come. */
const SalesNumbers = ({ sales }: { sales: Sales | undefined }) => (
  <section aria-label="Sales figures" className={classes.numbers}>
    {figures.map(([title, of, write]) => {
      const [is, was] = [sales?.days, sales?.before].map((days) => days && of(days));
      const change = is != null && was ? `${percent.format(is / was - 1)}, ` : '';
      return (
        <div key={title} className={classes.number}>
          <span className={classes.figure}>{sales === undefined ? '…' : is == null ? '–' : write(is)}</span>
          <Text span size="sm">
            {title}
            {title === 'Orders paid' && `, ${sales ? sumOf(sales.days, 'placed') : '…'} placed`}
          </Text>
          <Text span size="sm" c="dimmed">
            {sales === undefined ? '…' : was == null ? 'No orders before' : `${change}${write(was)} before`}
          </Text>
        </div>
      );
    })}
  </section>
);

/** The tools that sell best, and those that run out. */
const SoldTools = ({ sales: { bestSellers, runningOut } }: { sales: Sales }) => (
  <Columns besideMenu>
    <Panel title="Best sellers">
      {bestSellers.length === 0 ? (
        <Text c="dimmed">Nothing was paid in this period.</Text>
      ) : (
        <AdminTable
          caption="Best sellers"
          rows={bestSellers}
          columns={[
            { header: 'Tool', cell: ({ name }) => name, card: 'title' },
            { header: 'Pieces', cell: ({ pieces }) => pieces, numeric: true },
            { header: 'Money paid', cell: ({ money }) => formatMoney(money), numeric: true },
          ]}
        />
      )}
    </Panel>
    <Panel title="Running out">
      {runningOut.length === 0 ? (
        <Text c="dimmed">No tool will run out within 60 days at this rate.</Text>
      ) : (
        <AdminTable
          caption="Tools that run out within 60 days at this rate"
          rows={runningOut}
          columns={[
            {
              header: 'Tool',
              cell: ({ name }) => (
                <Anchor component={Link} to={`${paths.manageProducts}?search=${encodeURIComponent(name)}`}>
                  {name}
                </Anchor>
              ),
              card: 'title',
            },
            { header: 'In stock', cell: ({ availableQuantity: left }) => left, numeric: true },
            { header: 'Sold a day', cell: ({ perDay }) => Number(perDay.toFixed(1)), numeric: true },
            { header: 'Lasts', cell: ({ daysLeft }) => lasts(daysLeft), numeric: true },
          ]}
        />
      )}
    </Panel>
  </Columns>
);

/** What the shop sold in a span of days beside the span before; the address keeps span and grouping. */
function SalesPage() {
  const { word, change } = useAddress();
  const isOwn = word('from') !== '' && word('to') !== '';
  const length = lengthOf(word('days'));
  const span = isOwn ? { from: word('from'), to: word('to') } : lastDays(length, dayOf(Date.now()));
  const by = groupingOf(word('by'), span);
  const { from, to } = span;
  const query = useQuery({
    queryKey: ['sales', from, to],
    queryFn: () => call('GET /sales', { query: span }),
  });
  const { data: sales, error } = query;
  const save = useCsv('sales', (failure) => notifyFailure(failureText(failure)));
  const choose = (days: string) =>
    change(days === own ? { ...span, days: '' } : { days, from: '', to: '' }, { replace: true });
  const isEmpty = sales?.days.every((day) => !(day.placed || day.paid || day.givenBack));

  return (
    <Stack gap="xl">
      <RefreshedTitle title="Sales" query={query} onRefresh={() => void query.refetch()} />
      <Group align="flex-end">
        <NativeSelect
          label="Period"
          value={isOwn ? own : `${length}`}
          data={[
            ...spans.map((days) => ({ value: `${days}`, label: `Last ${days} days` })),
            { value: own, label: 'Other days' },
          ]}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        <NativeSelect
          label="Add up by"
          value={by}
          data={Object.entries(groupings).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => change({ by: currentTarget.value }, { replace: true })}
        />
        <Button
          variant="default"
          loading={save.isPending}
          onClick={() => save.mutate({ query: span, name: `${from}-${to}` })}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download CSV by day
        </Button>
      </Group>
      {isOwn && (
        <PeriodForm key={`${from} ${to}`} days={span} onSend={(days) => change({ ...days })}>
          <Button type="submit" variant="default">
            Show
          </Button>
        </PeriodForm>
      )}
      {hasCode(error, 'INVALID') ? (
        <Alert color="red" title="These days cannot be shown">
          {refusalText(error)}
        </Alert>
      ) : (
        error !== null && <ErrorPanel error={error} onRetry={() => void query.refetch()} />
      )}
      {error === null && (
        <Stack gap="xl" aria-hidden={!sales} aria-busy={query.isPlaceholderData}>
          <SalesNumbers sales={sales} />
          {!sales && chartGaps}
          {isEmpty && (
            <EmptyState text="No order was placed or paid in this period." picture="parcel">
              <Button onClick={() => choose('365')}>Show the last 365 days</Button>
            </EmptyState>
          )}
          {sales && !isEmpty && (
            <>
              <Suspense fallback={chartGaps}>
                <SalesCharts rows={groupSales(sales, by)} by={by} />
              </Suspense>
              <SoldTools sales={sales} />
            </>
          )}
          {sales && (
            <Panel title="All orders now">
              <Facts
                layout="columns"
                of={{
                  Unpaid: sales.orders.unpaid,
                  Paid: sales.orders.paid,
                  Shipped: sales.orders.shipped,
                  Refunded: sales.orders.refunded,
                  Deleted: sales.orders.deleted,
                }}
              />
            </Panel>
          )}
        </Stack>
      )}
    </Stack>
  );
}

export const Component = withQueries(SalesPage);
