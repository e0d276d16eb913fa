import { showNumber } from '@karigar/bff/order-number';
import { oneLine } from '@karigar/bff/written-text';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../../shared/api/failure.ts';
import { Dialog } from '../../../../shared/dialog/dialog.tsx';
import { Fault } from '../../../../shared/ui/blocks.tsx';
import { useBusy } from '../../../../shared/ui/busy.ts';
import { LoadingButton } from '../../../../shared/ui/loading-button.tsx';
import shared from '../../admin.module.css';
import type { Desk } from '../model/desk.ts';
import { contentWords, customerOf } from '../model/order.ts';
import { CarrierSelect, lastCarrier, rememberCarrier } from './ship-with-carrier.tsx';
import { checkTrackingList } from './tracking-list.ts';
import type { ShippingWork } from './use-shipping.ts';

/** Ships many orders from a pasted list of order numbers and tracking numbers, once it has been looked at. */
export function TrackingListDialog({
  desk,
  opened,
  work,
  onClose,
}: {
  desk: Desk;
  opened: boolean;
  work: ShippingWork;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const [carrier, setCarrier] = useState(lastCarrier);
  const { mutate, reset, isPending, error, data } = useMutation({
    mutationFn: () => checkTrackingList(text, desk, work.shippings),
  });
  const lines = data ?? [];
  useBusy(opened && text !== '');
  const parcels = lines.flatMap(({ order, trackingNumber }) =>
    order ? [{ order, trackingNumber, carrier: oneLine(carrier) }] : [],
  );
  const faults = lines.length - parcels.length;
  const toTrack = parcels.filter(({ order }) => order.status === 'Shipped').length;
  const toShip = parcels.length - toTrack;
  const write = (next: string) => {
    setText(next);
    reset();
  };
  const ship = () => {
    rememberCarrier(oneLine(carrier));
    work.ship(parcels);
    write('');
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={onClose} title="Ship from a list" size="lg">
      <Stack gap="md">
        <CarrierSelect value={carrier} onChange={setCarrier} />
        <Textarea
          label="Order numbers and tracking numbers"
          description="One order per line: K-180, PA12345. You can paste columns from a spreadsheet."
          rows={6}
          readOnly={isPending}
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
        />
        <div role="status">
          {data?.length === 0 && 'The list is empty.'}
          {lines.length > 0 && (
            <>
              {toShip} to ship{toTrack > 0 && `, ${toTrack} already shipped, tracking added`}
              {faults > 0 && `, ${faults} left out`}.
            </>
          )}
        </div>
        {data && (
          <ol
            className={`${shared.list} ${shared.words}`}
            style={{ maxHeight: '40vh', overflow: 'auto' }}
            aria-label="What the list does"
          >
            {lines.map(({ line, order, trackingNumber, fault }) => (
              <li key={line}>
                {order ? (
                  <>
                    <strong>{showNumber(order.number)}</strong>, {contentWords(order)}, for{' '}
                    <bdi>{customerOf(order)}</bdi>: {trackingNumber}
                  </>
                ) : (
                  <Text span fw={600} c="var(--mantine-color-error)">
                    Line {line} {fault}.
                  </Text>
                )}
              </li>
            ))}
          </ol>
        )}
        <Fault>{error && `The list could not be checked. ${failureText(error)}`}</Fault>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {parcels.length === 0 ? (
            <LoadingButton loading={isPending} disabled={text.trim() === ''} onClick={() => mutate()}>
              Check the list
            </LoadingButton>
          ) : (
            <Button onClick={ship}>
              {`${toShip === 0 ? 'Save' : 'Ship'} ${parcels.length} ${parcels.length === 1 ? 'order' : 'orders'}`}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
