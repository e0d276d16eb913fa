import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import { BarChart } from '@mantine/charts';
import { Table } from '@mantine/core';
import { formatMoney } from '../../../shared/ui/money.tsx';
import { useIsPhone } from '../../../shared/ui/use-is-phone.ts';
import { Panel } from '../operations/panel.tsx';
import classes from './sales.module.css';
import { type Grouping, groupings, type SalesRow, sumOf } from './sales-rows.ts';

const series = [
  { name: 'now', label: 'This period', color: 'var(--bar-now)' },
  { name: 'before', label: 'Previous period', color: 'var(--bar-before)' },
];

/** Writes the first day of a group: the days are those of the shop, wherever they are read. */
const writeDay = (day: string, by: Grouping): string =>
  new Date(day).toLocaleDateString(undefined, {
    timeZone: 'UTC',
    month: 'short',
    ...(by === 'month' ? { year: 'numeric' } : { day: 'numeric' }),
  });

interface SalesChartsProps {
  rows: readonly SalesRow[];
  by: Grouping;
}

/** One figure of the sales as bars beside those of the span before, and the same as a table, which screen readers read. */
function SalesChart({
  title,
  rows,
  by,
  figure,
  write,
}: SalesChartsProps & { title: string; figure: 'money' | 'paid'; write: (value: number) => string }) {
  const data = rows.map(({ day, now, before }) => ({
    day: writeDay(day, by),
    now: sumOf(now, figure),
    before: sumOf(before, figure),
  }));
  // A phone has no room for two bars a day: the table below has both.
  const crowded = useIsPhone() && data.length > 14;
  return (
    <Panel title={title}>
      <div aria-hidden className={classes.chart}>
        <BarChart
          // A series that joins later would be drawn on the wrong side.
          key={String(crowded)}
          h={260}
          data={data}
          dataKey="day"
          series={crowded ? series.slice(0, 1) : series.toReversed()}
          withLegend
          valueFormatter={write}
          // Its arrow keys would be a stop for the keyboard that says nothing.
          barChartProps={{ accessibilityLayer: false, barGap: 1 }}
          barProps={{ isAnimationActive: false }}
          yAxisProps={{ width: 80 }}
        />
      </div>
      <details className={classes.details}>
        <summary>{title} as a table</summary>
        <Table aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{by === 'week' ? 'Week from' : groupings[by]}</Table.Th>
              {series.map(({ name, label }) => (
                <Table.Th key={name} scope="col" ta="right">
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody className="tabular">
            {data.map(({ day, now, before }, index) => (
              <Table.Tr key={rows[index]?.day}>
                <Table.Th scope="row" fw="normal">
                  {day}
                </Table.Th>
                <Table.Td ta="right">{write(now)}</Table.Td>
                <Table.Td ta="right">{write(before)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </Panel>
  );
}

/** What came in and how many orders were paid, in a chart each. */
export const SalesCharts = (props: SalesChartsProps) => (
  <>
    <SalesChart title="Money paid" figure="money" write={formatMoney} {...props} />
    <SalesChart title="Orders paid" figure="paid" write={String} {...props} />
  </>
);
