import classes from './home-footer.module.css';

const groups = [
  { title: 'Services', links: ['Branding', 'Design', 'Marketing', 'Advertisement'] },
  { title: 'Company', links: ['About us', 'Contact', 'Jobs', 'Press kit'] },
  { title: 'Legal', links: ['Terms of use', 'Privacy policy', 'Cookie policy'] },
];

/** The home page's end: groups of links without a target yet, and the copyright line. */
export function HomeFooter() {
  return (
    <footer className={classes.footer}>
      <div className={classes.groups}>
        {groups.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className={classes.title}>{title}</h2>
            <ul className={classes.list}>
              {links.map((link) => (
                <li key={link}>
                  <button type="button" aria-disabled="true" className={classes.link}>
                    {link}
                  </button>
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
