import { Anchor } from '@mantine/core';
import { callTo } from '../ui/contact.tsx';
import type { Delivery } from './delivery-rules.ts';

/** Who receives a parcel and where, line by line. A telephone is a link, so that a tap calls it. */
export function DeliveryText({
  delivery: { name, address, city, zip, phone },
  className,
}: {
  delivery: Delivery;
  className?: string | undefined;
}) {
  return (
    <address className={className} style={{ fontStyle: 'normal', overflowWrap: 'anywhere' }}>
      <span>{name}</span>
      <br />
      <span>{address}</span>
      <br />
      <bdi>{city}</bdi> <bdi>{zip}</bdi>
      {phone !== '' && (
        <>
          <br />
          <Anchor inherit href={callTo(phone)}>
            {phone}
          </Anchor>
        </>
      )}
    </address>
  );
}
