import { Container, Text, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMenu2, IconMoon, IconSun, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useBackCloses } from '../../shared/dialog/use-back-closes.ts';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { FindTools } from './find-tools.tsx';
import classes from './header.module.css';
import { MenuDrawer, OutboxBadge } from './lazy-layout.ts';
import { ShopLinks } from './shop-links.tsx';

/** Light or dark, whatever the system says; the choice is remembered on this device. */
function ColourSchemeSwitch({ className }: { className: string }) {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  const Icon = dark ? IconSun : IconMoon;
  return (
    <button
      type="button"
      className={className}
      aria-label={dark ? 'Use light colours' : 'Use dark colours'}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      <Icon size={20} aria-hidden />
    </button>
  );
}

/** The shop's mark: a K whose arm is a hammer. */
function Mark() {
  return (
    <svg width={32} height={32} viewBox="0 0 64 64" aria-hidden focusable="false">
      <rect width="64" height="64" rx="15" fill="#0b5d4e" />
      <rect x="16" y="13" width="8.5" height="38" rx="3" fill="#fbf8f3" />
      <path d="M25 33 L44 51" stroke="#fbf8f3" strokeWidth="8" strokeLinecap="round" />
      <path d="M27 33 L41 19" stroke="#f2a33a" strokeWidth="7" strokeLinecap="round" />
      <path d="M33.5 13.5 L47 27" stroke="#f2a33a" strokeWidth="10" strokeLinecap="butt" />
    </svg>
  );
}

/** The bar on top of every page. On a phone the links fold behind a button; on dashboard pages that opens the dashboard's menu too. */
export function Header() {
  const { user } = useSession();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page folds the links away
  useEffect(() => setOpen(false), [pathname]);
  useBackCloses(open, () => setOpen(false));
  const onDashboard = pathname.startsWith(paths.dashboard);
  return (
    <header className={`${classes.header} no-print`}>
      <Container size="xl" className={classes.bar}>
        <Link to={paths.home} className={classes.brand} aria-label="Karigar home page">
          <Mark />
          <span>Karigar</span>
        </Link>
        <nav id="site-links" aria-label="Shop" className={classes.links} data-open={open || undefined}>
          <ShopLinks className={classes.link ?? ''} replace={open} />
        </nav>
        <div className={classes.side}>
          {user && <OutboxBadge />}
          {user && (
            <Text size="sm" fw={600} truncate className={classes.name ?? ''} data-display-name>
              {user.name}
            </Text>
          )}
          <FindTools buttonClass={classes.button ?? ''} />
          <ColourSchemeSwitch className={classes.button ?? ''} />
          {onDashboard && user ? (
            <MenuDrawer className={`${classes.button} ${classes.toggle}`} />
          ) : (
            <button
              type="button"
              className={`${classes.button} ${classes.toggle}`}
              aria-expanded={open}
              aria-controls="site-links"
              aria-label={open ? 'Close the menu' : 'Open the menu'}
              onClick={() => setOpen(!open)}
            >
              {open ? <IconX size={22} aria-hidden /> : <IconMenu2 size={22} aria-hidden />}
            </button>
          )}
        </div>
      </Container>
    </header>
  );
}
