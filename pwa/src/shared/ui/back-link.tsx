import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { isInstalled } from '../device.ts';
import classes from './back-link.module.css';

/** Leads back from a page without the shop's bottom bar; shown only in the installed shop, whose window has no back button of a browser. */
export const BackLink = ({ to, label }: { to: string; label: string }) =>
  isInstalled() && (
    <Link to={to} replace className={classes.back}>
      <IconArrowLeft size={20} aria-hidden />
      {label}
    </Link>
  );
