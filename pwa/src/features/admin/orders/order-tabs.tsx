import type { Stats } from '@karigar/bff/contracts';
import { UnstyledButton } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import { type Tab, tabs } from './order-filter.ts';
import classes from './order-tabs.module.css';

/** The id of the part of the page that the tabs choose. */
export const tabPanelId = 'orders-of-tab';

const words: Readonly<Record<Tab, string>> = {
  decide: 'Needs a decision',
  ship: 'To ship',
  unpaid: 'Unpaid',
  shipped: 'Shipped',
  asked: 'Cancel requests',
  all: 'All',
};

/** How many orders each tab holds. */
const countsOf = ({ orders }: Stats): Readonly<Record<Tab, number>> => ({
  decide: orders.attention,
  ship: orders.paid,
  unpaid: orders.unpaid,
  shipped: orders.shipped,
  asked: orders.cancelAsked,
  all: orders.unpaid + orders.paid + orders.shipped + orders.refunded,
});

/** The parts of the list with their counts. With the keyboard they are one stop; arrow keys lead from one to the next. */
export function OrderTabs({
  tab,
  stats,
  onChange,
}: {
  tab: Tab;
  stats: Stats | undefined;
  onChange: (tab: Tab) => void;
}) {
  const { getItemProps } = useRovingIndex({ total: tabs.length, initialIndex: tabs.indexOf(tab) });
  const counts = stats && countsOf(stats);
  return (
    <div role="tablist" aria-label="Orders" className={classes.tabs}>
      {tabs.map((each, index) => (
        <UnstyledButton
          key={each}
          role="tab"
          aria-selected={each === tab}
          aria-controls={tabPanelId}
          className={classes.tab}
          data-urgent={(each === 'decide' && (counts?.decide ?? 0) > 0) || undefined}
          {...getItemProps({ index, onClick: () => onChange(each) })}
        >
          {words[each]} <span className={classes.count}>{counts?.[each] ?? '…'}</span>
        </UnstyledButton>
      ))}
    </div>
  );
}
