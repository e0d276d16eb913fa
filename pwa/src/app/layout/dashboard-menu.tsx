import {
  IconClipboardList,
  IconHeartbeat,
  IconMessagePlus,
  IconPackages,
  IconSquarePlus,
  IconTruckDelivery,
  IconUser,
  IconUserShield,
} from '@tabler/icons-react';
import { NavLink } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/session-store.ts';
import classes from './dashboard-menu.module.css';

const everyone = [[paths.dashboard, messages.menu.profile, IconUser]] as const;
const customers = [
  [paths.myOrders, messages.menu.orders, IconClipboardList],
  [paths.addReview, messages.menu.addReview, IconMessagePlus],
] as const;
const admins = [
  [paths.users, messages.menu.makeAdmin, IconUserShield],
  [paths.addProduct, messages.menu.addProduct, IconSquarePlus],
  [paths.manageOrders, messages.menu.manageOrders, IconTruckDelivery],
  [paths.manageProducts, messages.menu.manageProducts, IconPackages],
  [paths.operations, 'Operations', IconHeartbeat],
] as const;

/** The dashboard's pages for the person's role. */
export function DashboardMenu({ onChoose }: { onChoose?: () => void }) {
  const admin = useSession().user?.admin === true;
  return (
    <nav aria-label="Dashboard" className={classes.menu}>
      {[...everyone, ...(admin ? admins : customers)].map(([to, label, Icon]) => (
        <NavLink
          key={to}
          to={to}
          end={to === paths.dashboard}
          className={classes.link ?? ''}
          {...(onChoose ? { onClick: onChoose } : {})}
        >
          <Icon size={20} stroke={1.75} aria-hidden />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
