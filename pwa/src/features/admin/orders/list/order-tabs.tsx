import type { Stats } from '@karigar/bff/contracts';
import { UnstyledButton } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import { type Tab, tabNames, tabs } from '../model/order-filter.ts';
import classes from './order-tabs.module.css';

/** The id of the part of the page that the tabs choose. */
export const tabPanelId = 'orders-of-tab';

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
  const { getItemProps } = useRovingIndex({ total: tabNames.length, initialIndex: tabNames.indexOf(tab) });
  const countOf = (each: Tab) => stats && tabs[each].count(stats.orders);
  return (
    <div role="tablist" aria-label="Orders" className={classes.tabs}>
      {tabNames.map((each, index) => (
        <UnstyledButton
          key={each}
          role="tab"
          aria-selected={each === tab}
          aria-controls={tabPanelId}
          className={classes.tab}
          data-urgent={(each === 'decide' && (countOf(each) ?? 0) > 0) || undefined}
          {...getItemProps({ index, onClick: () => onChange(each) })}
        >
          {tabs[each].label} <span className={classes.count}>{countOf(each) ?? '…'}</span>
        </UnstyledButton>
      ))}
    </div>
  );
}
