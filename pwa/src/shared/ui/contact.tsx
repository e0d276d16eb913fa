import type { ShopConfig } from '@karigar/bff/contracts';
import { Anchor } from '@mantine/core';
import { IconMail, IconMapPin, IconPhone } from '@tabler/icons-react';
import classes from './contact.module.css';

type Contact = ShopConfig['contact'];

/** The address of a link that calls a telephone. */
export const callTo = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;

const icons = { address: IconMapPin, phone: IconPhone, email: IconMail };
const links = { address: () => undefined, phone: callTo, email: (email: string) => `mailto:${email}` };

/** How to reach the shop, a line for each way, which has its place before the contact is known. */
export const ContactList = ({
  contact,
  ways,
}: {
  contact: Contact | undefined;
  ways: readonly (keyof Contact)[];
}) => (
  <address className={classes.list}>
    {ways.map((way) => {
      const Icon = icons[way];
      return (
        <span key={way}>
          <Icon aria-hidden size={20} />
          <a href={contact && links[way](contact[way])}>{contact?.[way]}</a>
        </span>
      );
    })}
  </address>
);

/** How to reach a person of the shop, to stand inside a sentence: 'call … or write to …'. */
export const ContactWays = ({ contact: { phone, email } }: { contact: Contact }) => (
  <>
    call{' '}
    <Anchor inherit href={links.phone(phone)}>
      {phone}
    </Anchor>{' '}
    or write to{' '}
    <Anchor inherit href={links.email(email)}>
      {email}
    </Anchor>
  </>
);
