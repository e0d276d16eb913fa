import { IconMail, IconMapPin, IconPhone } from '@tabler/icons-react';
import { useConfig } from '../../shared/saved/shop-config.ts';
import classes from './office-location.module.css';
import section from './section.module.css';

/** Where the office is, with the contact details of the installation beside a small street plan. */
export function OfficeLocation() {
  const contact = useConfig()?.contact;
  return (
    <section
      className={`${section.inner} ${section.beside} ${classes.section}`}
      aria-labelledby="office-title"
    >
      <a
        className={classes.map}
        href={contact && mapOf(contact.address)}
        target="_blank"
        rel="noopener noreferrer"
        aria-label="Show our office on Google Maps (opens in a new tab)"
      >
        <StreetPlan />
      </a>
      <div className={classes.words}>
        <h2 id="office-title" className={section.title}>
          Our office
        </h2>
        <p className={classes.lead}>Come and hold a tool before you buy it.</p>
        <address className={classes.details}>
          <span className={classes.detail}>
            <IconMapPin aria-hidden size={20} /> <span>{contact?.address}</span>
          </span>
          <span className={classes.detail}>
            <IconPhone aria-hidden size={20} /> <span>{contact?.phone}</span>
          </span>
          <span className={classes.detail}>
            <IconMail aria-hidden size={20} /> <span>{contact?.email}</span>
          </span>
        </address>
      </div>
    </section>
  );
}

/** The address of a map, which phones open in their app of maps. */
const mapOf = (address: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;

function StreetPlan() {
  return (
    <svg className={classes.plan} viewBox="0 0 400 300" aria-hidden preserveAspectRatio="xMidYMid slice">
      <rect className={classes.ground} width="400" height="300" />
      <path className={classes.park} d="M24 28h112v86H24zM262 196h120v82H262z" />
      <path
        className={classes.water}
        d="M400 40c-70 4-80 60-150 70S150 200 0 214v40c150-12 190-90 262-110S370 96 400 90z"
      />
      <path
        className={classes.street}
        d="M0 130h400M0 264h400M156 0v300M244 0v300M60 114v186M340 0v300M156 60h244"
      />
      <circle className={classes.pinShadow} cx="200" cy="196" r="10" />
      <path className={classes.pin} d="M200 196c-22-30-32-46-32-62a32 32 0 1 1 64 0c0 16-10 32-32 62z" />
      <circle className={classes.pinHole} cx="200" cy="134" r="12" />
    </svg>
  );
}
