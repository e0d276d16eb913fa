import type { ShopConfig } from '@karigar/bff/contracts';
import { Anchor } from '@mantine/core';

/** How to reach a person of the shop, to stand inside a sentence: 'call … or write to …'. */
export const ContactWays = ({ contact: { phone, email } }: { contact: ShopConfig['contact'] }) => (
  <>
    call{' '}
    <Anchor inherit href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
      {phone}
    </Anchor>{' '}
    or write to{' '}
    <Anchor inherit href={`mailto:${email}`}>
      {email}
    </Anchor>
  </>
);
