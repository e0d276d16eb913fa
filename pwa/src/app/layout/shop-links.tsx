import { NavLink } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { InstallEntry } from '../install/install-entry.tsx';
import { pageNames, pages } from '../pages.ts';
import { LogoutButton } from './logout-button.tsx';

const publicPages = pageNames.map((name) => pages[name]).filter(({ guard }) => guard === 'anyone');

/** Where an admin and where a customer finds orders. */
const ordersPath = (admin: boolean) => (admin ? paths.manageOrders : paths.myOrders);

/** The shop's own entries, in the header or in the menu of a phone; `className` for each. */
export function ShopLinks({ className }: { className: string }) {
  const { user } = useSession();
  return (
    <>
      {publicPages.map(
        ({ paths: [to], menu }) =>
          menu && (
            <NavLink key={to} to={to} end={to === paths.home} className={className}>
              {menu.label}
            </NavLink>
          ),
      )}
      {user && (
        <>
          <NavLink to={ordersPath(user.admin === true)} className={className}>
            Orders
          </NavLink>
          <NavLink to={paths.dashboard} end className={className}>
            {messages.menu.dashboard}
          </NavLink>
        </>
      )}
      <InstallEntry className={className} />
      {user ? (
        <LogoutButton className={className} />
      ) : (
        <NavLink to={paths.login} className={className}>
          {messages.menu.login}
        </NavLink>
      )}
    </>
  );
}
