import { NavLink } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { may, type SessionUser, useSession } from '../../shared/session/session-store.ts';
import { InstallEntry } from '../install/install-entry.tsx';
import { pageNames, pages } from '../pages.ts';
import { LogoutButton } from './logout-button.tsx';

const publicPages = pageNames.map((name) => pages[name]).filter(({ guard }) => guard === 'anyone');

/** Where a person finds orders: an admin all, a packer those to ship, a customer their own. */
function ordersPath(user: SessionUser): string {
  if (may(user, 'admin')) return paths.manageOrders;
  return may(user, 'packer') ? paths.parcels : paths.myOrders;
}

interface ShopLinksProps {
  /** Of each entry. */
  className: string;
  /** Leaves out what the dashboard's menu lists already. */
  besideDashboardMenu?: boolean;
  /** The links take over the history entry of the open menu that holds them. */
  replace?: boolean;
  onLogout?: () => void;
}

/** The shop's own entries, in the header or in the menu of a phone. */
export function ShopLinks({
  className,
  besideDashboardMenu = false,
  replace = false,
  onLogout,
}: ShopLinksProps) {
  const { user } = useSession();
  const link = { className, replace };
  return (
    <>
      {publicPages.map(
        ({ paths: [to], menu }) =>
          menu && (
            <NavLink key={to} to={to} end={to === paths.home} {...link}>
              {menu.label}
            </NavLink>
          ),
      )}
      {user && !besideDashboardMenu && (
        <>
          <NavLink to={ordersPath(user)} {...link}>
            Orders
          </NavLink>
          <NavLink to={paths.dashboard} end {...link}>
            {messages.menu.dashboard}
          </NavLink>
        </>
      )}
      <InstallEntry className={className} />
      {user ? (
        <LogoutButton className={className} onClick={onLogout} />
      ) : (
        <NavLink to={paths.login} {...link}>
          {messages.menu.login}
        </NavLink>
      )}
    </>
  );
}
