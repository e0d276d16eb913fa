import {
  IconBuildingStore,
  IconClipboardList,
  IconHome,
  IconPackages,
  IconTools,
  IconTruckDelivery,
  IconUser,
} from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import { freedBottom } from '../../shared/bottom/freed-bottom.ts';
import { messages } from '../../shared/messages.ts';
import { may, type SessionUser, useSession } from '../../shared/session/session-store.ts';
import { useStore } from '../../shared/store.ts';
import { pageAt } from '../page-at.ts';
import { type PageName, pages } from '../pages.ts';
import classes from './bottom-bar.module.css';
import { MenuDrawer, WaitingCount } from './lazy-layout.ts';

/** An entry of the bar: leads to its page, and is marked on the pages that belong to it too. */
interface Entry {
  page: PageName;
  label: string;
  Icon: typeof IconHome;
  also?: readonly PageName[];
  isCounted?: boolean;
}

const home: Entry = { page: 'home', label: messages.menu.home, Icon: IconHome };
const tools: Entry = { page: 'tools', label: 'Tools', Icon: IconTools, also: ['tool'] };
const orders: Entry = {
  page: 'myOrders',
  label: 'Orders',
  Icon: IconClipboardList,
  also: ['order'],
  isCounted: true,
};

const entriesFor = {
  visitor: [
    home,
    tools,
    orders,
    { page: 'login', label: messages.menu.login, Icon: IconUser, also: ['signup'] },
  ],
  customer: [home, tools, orders, { page: 'profile', label: 'Account', Icon: IconUser, also: ['addReview'] }],
} satisfies Record<string, readonly Entry[]>;

/** What the shop's people come for; nothing for a customer. */
function workOf(user: SessionUser): Entry[] {
  const page = may(user, 'admin') ? 'manageOrders' : 'parcels';
  const toShip: Entry = { page, label: 'Orders', Icon: IconTruckDelivery, also: ['order'] };
  const products: Entry = { page: 'manageProducts', label: 'Products', Icon: IconPackages };
  return [...(may(user, 'packer') ? [toShip] : []), ...(may(user, 'editor') ? [products] : [])];
}
const shop: Entry = { page: 'home', label: 'Shop', Icon: IconBuildingStore, also: ['tools', 'tool'] };

/**
 * The bar at the bottom of a phone: whatever a person comes for is one tap away. Not drawn on pages that hold a bar of their own
 * there (`ownsBottom`). Its height is `--bottom-bar-height` of the root, 0px where there is none (`theme/global.css`).
 */
export function BottomBar() {
  const { user } = useSession();
  const here = pageAt(useLocation().pathname);
  const isFreed = useStore(freedBottom);
  if (pages[here].ownsBottom && !isFreed) return null;
  const work = user ? workOf(user) : [];
  const entries = work.length > 0 ? [...work, shop] : entriesFor[user ? 'customer' : 'visitor'];
  return (
    <nav aria-label="Main" className={`${classes.bar} no-print`} data-bottom-bar>
      {entries.map(({ page, label, Icon, also = [], isCounted = false }: Entry) => {
        const current = page === here ? 'page' : also.includes(here) || undefined;
        return (
          <Link key={page} to={pages[page].paths[0]} className={classes.entry} aria-current={current}>
            <Icon size={24} stroke={1.75} aria-hidden />
            <span>{label}</span>
            {isCounted && user && <WaitingCount />}
          </Link>
        );
      })}
      {work.length > 0 && <MenuDrawer className={classes.entry ?? ''} labelled />}
    </nav>
  );
}
