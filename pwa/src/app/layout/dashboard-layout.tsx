import { Container, Group, Text } from '@mantine/core';
import { Outlet } from 'react-router-dom';
import { useSession } from '../../shared/session/session-store.ts';
import classes from './dashboard-layout.module.css';
import { DashboardMenu } from './dashboard-menu.tsx';

/** The dashboard: a menu at the side, a welcome line, and the page. */
export function DashboardLayout() {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <Container size="xl" className={classes.dashboard}>
      <aside className={`${classes.side} no-print`}>
        <DashboardMenu />
      </aside>
      <div className={classes.page}>
        <Group gap="sm" mb="lg" className="no-print" data-welcome>
          {user.photoURL && (
            <img src={user.photoURL} alt="" width={38} height={38} className={classes.photo} />
          )}
          <Text c="dimmed" className={classes.welcome ?? ''}>
            Welcome,{' '}
            <Text span c="var(--mantine-color-text)" fw={600}>
              <bdi>{user.name}</bdi>
            </Text>
          </Text>
        </Group>
        <Outlet />
      </div>
    </Container>
  );
}
