import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import classes from './shop-footer.module.css';

const groups: { title: string; links: { label: string; to?: string }[] }[] = [
  {
    title: 'Services',
    links: [{ label: 'Branding' }, { label: 'Design' }, { label: 'Marketing' }, { label: 'Advertisement' }],
  },
  {
    title: 'Company',
    links: [{ label: 'About us' }, { label: 'Contact' }, { label: 'Jobs' }, { label: 'Press kit' }],
  },
  {
    title: 'Legal',
    links: [
      { label: 'Terms of use' },
      { label: 'Privacy policy', to: paths.privacy },
      { label: 'Cookie policy' },
    ],
  },
];

/** The end of every public page: groups of links, all but one without a target yet, and the copyright line. */
export function ShopFooter() {
  return (
    <footer className={`${classes.footer} no-print`}>
      <div className={classes.groups}>
        {groups.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className={classes.title}>{title}</h2>
            <ul className={classes.list}>
              {links.map(({ label, to }) => (
                <li key={label}>
                  {to === undefined ? (
                    <button type="button" aria-disabled="true" className={classes.link}>
                      {label}
                    </button>
                  ) : (
                    <Link to={to} className={classes.link}>
                      {label}
                    </Link>
                  )}
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <p className={classes.copyright}>
        Copyright © {new Date().getFullYear()} - All rights reserved by Karigar
      </p>
    </footer>
  );
}
