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
import { may, type SessionUser, useSession } from '../../shared/session/session-store.ts';
import { type PageName, pageNames, pages } from '../pages.ts';
import classes from './dashboard-menu.module.css';

const icons: Partial<Record<PageName, typeof IconUser>> = {
  profile: IconUser,
  myOrders: IconClipboardList,
  addReview: IconMessagePlus,
  users: IconUserShield,
  addTool: IconSquarePlus,
  manageOrders: IconTruckDelivery,
  parcels: IconTruckDelivery,
  manageProducts: IconPackages,
  reviews: IconMessages,
  sales: IconChartBar,
  operations: IconHeartbeat,
};

/** The pages in a person's menu: those of everybody who is signed in, and those of their roles. */
const entriesFor = (user: SessionUser | null) =>
  pageNames.flatMap((name) => {
    const { guard, menu, paths } = pages[name];
    if (menu === undefined || guard === 'anyone') return [];
    const isOpen = guard === 'session' || may(user, guard);
    const shown = isOpen && !(menu.hiddenFrom === 'admins' && may(user, 'admin'));
    return shown ? [{ to: paths[0], label: menu.label, Icon: icons[name] }] : [];
  });

/** The dashboard's pages for the person. `replace`: a link takes over the history entry of the open menu that holds it. */
export function DashboardMenu({ onChoose, replace = false }: { onChoose?: () => void; replace?: boolean }) {
  const { user } = useSession();
  return (
    <nav aria-label="Dashboard" className={classes.menu}>
      {entriesFor(user).map(({ to, label, Icon }) => (
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
