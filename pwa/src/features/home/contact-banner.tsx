import { IconMail, IconPhone } from '@tabler/icons-react';
import { messages } from '../../shared/messages.ts';
import { useConfig } from '../../shared/saved/shop-config.ts';
import classes from './contact-banner.module.css';
import section from './section.module.css';

/** How to ask a person of the shop; phone and mail come from the installation. */
export function ContactBanner() {
  const contact = useConfig()?.contact;
  return (
    <section className={classes.banner} aria-labelledby="query-title">
      <div>
        <h2 id="query-title" className={section.title}>
          {messages.home.query}
        </h2>
        <p className={classes.lead}>Talk to someone who knows our tools.</p>
      </div>
      <div className={classes.ways}>
        <a className={classes.way} href={contact && `tel:${contact.phone.replace(/[^+\d]/g, '')}`}>
          <IconPhone aria-hidden size={22} />
          <span className={classes.text}>{contact?.phone}</span>
        </a>
        <a className={classes.way} href={contact && `mailto:${contact.email}`}>
          <IconMail aria-hidden size={22} />
          <span className={classes.text}>{contact?.email}</span>
        </a>
      </div>
    </section>
  );
}
