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
import type { OrderSource } from '../model/order-source.ts';
import { type AnyOrder, contentWords, customerOf } from '../model/order-words.ts';
import { CarrierSelect, lastCarrier, rememberCarrier } from './carrier-select.tsx';
import type { Parcel, Shippings } from './shipping.ts';
import { type CheckedLine, checkedLines, checkTrackingList } from './tracking-list.ts';

/** What each line of the list will do, or why it does nothing. */
function Preview({ lines }: { lines: readonly CheckedLine<AnyOrder>[] }) {
  return (
    <ol
      className={`${shared.list} ${shared.words}`}
      style={{ maxHeight: '40vh', overflow: 'auto' }}
      aria-label="What the list does"
    >
      {lines.map((line) => (
        <li key={line.line}>
          {line.fault === null ? (
            <>
              <strong>{showNumber(line.order.number)}</strong>, {contentWords(line.order)}, for{' '}
              <bdi>{customerOf(line.order)}</bdi>: {line.trackingNumber}
            </>
          ) : (
            <Text span fw={600} c="var(--mantine-color-error)">
              Line {line.line} {line.fault}.
            </Text>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Ships many orders from a pasted list of order numbers and tracking numbers, once it has been looked at. */
export function TrackingListDialog<O extends AnyOrder>({
  source,
  opened,
  shippings,
  onShip,
  onClose,
}: {
  source: OrderSource<O>;
  opened: boolean;
  /** What this page ships already: that is not shipped again from a list. */
  shippings: Shippings;
  onShip: (parcels: readonly Parcel<O>[]) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const [carrier, setCarrier] = useState(lastCarrier);
  const check = useMutation({ mutationFn: () => checkTrackingList(text, source) });
  const lines = check.data && checkedLines(check.data, shippings);
  useBusy('form', opened && text !== '');
  const parcels = (lines ?? []).flatMap((line) =>
    line.fault === null
      ? [{ order: line.order, trackingNumber: line.trackingNumber, carrier: oneLine(carrier) }]
      : [],
  );
  const faults = (lines?.length ?? 0) - parcels.length;
  const toTrack = parcels.filter(({ order }) => order.status === 'Shipped').length;
  const toShip = parcels.length - toTrack;

  const ship = () => {
    rememberCarrier(oneLine(carrier));
    onShip(parcels);
    setText('');
    check.reset();
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
          readOnly={check.isPending}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            check.reset();
          }}
        />
        <div role="status">
          {lines?.length === 0 && 'The list is empty.'}
          {lines && lines.length > 0 && (
            <>
              {toShip} to ship{toTrack > 0 && `, ${toTrack} already shipped, tracking added`}
              {faults > 0 && `, ${faults} left out`}.
            </>
          )}
        </div>
        {lines && <Preview lines={lines} />}
        <Fault>{check.error && `The list could not be checked. ${failureText(check.error)}`}</Fault>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {parcels.length === 0 ? (
            <LoadingButton
              loading={check.isPending}
              disabled={text.trim() === ''}
              onClick={() => check.mutate()}
            >
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
