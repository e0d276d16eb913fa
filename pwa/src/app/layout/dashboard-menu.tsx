import {
  IconChartBar,
  IconClipboardList,
  IconHeartbeat,
  IconMessagePlus,
  IconMessages,
  IconPackages,
  IconSquarePlus,
  IconTruckDelivery,
  IconUser,
  IconUserShield,
} from '@tabler/icons-react';
import { NavLink } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { type PageName, pageNames, pages } from '../pages.ts';
import classes from './dashboard-menu.module.css';

const icons: Partial<Record<PageName, typeof IconUser>> = {
  profile: IconUser,
  myOrders: IconClipboardList,
  addReview: IconMessagePlus,
  users: IconUserShield,
  addTool: IconSquarePlus,
  manageOrders: IconTruckDelivery,
  manageProducts: IconPackages,
  reviews: IconMessages,
  sales: IconChartBar,
  operations: IconHeartbeat,
};

/** The pages in the menu of a person with this role. */
const entriesFor = (admin: boolean) =>
  pageNames.flatMap((name) => {
    const { guard, menu, paths } = pages[name];
    if (menu === undefined || guard === 'anyone') return [];
    const shown = admin ? menu.hiddenFrom !== 'admins' : guard === 'session';
    return shown ? [{ to: paths[0], label: menu.label, Icon: icons[name] }] : [];
  });

/** The dashboard's pages for the person's role. `replace`: a link takes over the history entry of the open menu that holds it. */
export function DashboardMenu({ onChoose, replace = false }: { onChoose?: () => void; replace?: boolean }) {
  const admin = useSession().user?.admin === true;
  return (
    <nav aria-label="Dashboard" className={classes.menu}>
      {entriesFor(admin).map(({ to, label, Icon }) => (
        <NavLink
          key={to}
          to={to}
          replace={replace}
          end={to === paths.dashboard}
          className={classes.link ?? ''}
          {...(onChoose ? { onClick: onChoose } : {})}
        >
          {Icon && <Icon size={20} stroke={1.75} aria-hidden />}
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
