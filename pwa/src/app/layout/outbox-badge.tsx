import { IconCloudUp } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useOutbox } from '../../shared/outbox/outbox.ts';
import { paths } from '../../shared/paths.ts';
import classes from './outbox-badge.module.css';

/** How much of the person's work the shop has not confirmed; leads to My Orders, where it is listed. */
export function OutboxBadge() {
  const { unsent } = useOutbox();
  if (unsent === 0) return null;
  return (
    <Link
      to={paths.myOrders}
      className={classes.badge}
      aria-label={`${unsent} not sent yet`}
      data-outbox-badge
    >
      <IconCloudUp size={18} aria-hidden />
      <span className="tabular">{unsent}</span>
    </Link>
  );
}
