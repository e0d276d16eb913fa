import { showNumber } from '@karigar/bff/order-number';
import { oneLine } from '@karigar/bff/written-text';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '../../../../shared/api/failure.ts';
import { useBusy } from '../../../../shared/ui/busy.ts';
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import { LoadingButton } from '../../../../shared/ui/loading-button.tsx';
import { CarrierSelect } from './carrier-select.tsx';
import { lastCarrier, rememberCarrier } from './last-carrier.ts';
import type { Parcel, Shippings } from './shipping.ts';
import { contentWords, customerOf } from './shipping-words.ts';
import { type CheckedLine, checkTrackingList, withoutUnderWay } from './tracking-check.ts';
import classes from './tracking-list.module.css';

/** What each line of the list will do, or why it does nothing. */
function Preview({ lines }: { lines: readonly CheckedLine[] }) {
  return (
    <ol className={classes.lines} aria-label="What the list does">
      {lines.map((line) =>
        line.fault === null ? (
          <li key={line.line}>
            <strong>{showNumber(line.order.number)}</strong>, {contentWords(line.order)}, for{' '}
            <bdi>{customerOf(line.order)}</bdi>: {line.trackingNumber}
          </li>
        ) : (
          <li key={line.line} data-fault>
            Line {line.line} {line.fault}.
          </li>
        ),
      )}
    </ol>
  );
}

/** Ships many orders from a pasted list of order numbers and tracking numbers, once it has been looked at. */
export function TrackingListDialog({
  opened,
  shippings,
  onShip,
  onClose,
}: {
  opened: boolean;
  /** What this page ships already: that is not shipped again from a list. */
  shippings: Shippings;
  onShip: (parcels: readonly Parcel[]) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const [carrier, setCarrier] = useState(lastCarrier);
  const [checked, setLines] = useState<readonly CheckedLine[] | null>(null);
  const lines = checked === null ? null : withoutUnderWay(checked, shippings);
  const [fault, setFault] = useState('');
  const [checking, setChecking] = useState(false);
  useBusy('form', opened && text !== '');
  const parcels = (lines ?? []).flatMap((line) =>
    line.fault === null
      ? [{ order: line.order, trackingNumber: line.trackingNumber, carrier: oneLine(carrier) }]
      : [],
  );
  const faults = (lines?.length ?? 0) - parcels.length;
  const toTrack = parcels.filter(({ order }) => order.status === 'Shipped').length;
  const toShip = parcels.length - toTrack;

  const check = async () => {
    setChecking(true);
    setFault('');
    try {
      setLines(await checkTrackingList(text));
    } catch (error) {
      setFault(`The list could not be checked. ${failureText(error)}`);
    }
    setChecking(false);
  };
  const ship = () => {
    rememberCarrier(oneLine(carrier));
    onShip(parcels);
    setText('');
    setLines(null);
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
          readOnly={checking}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setLines(null);
          }}
        />
        <div role="status">
          {lines?.length === 0 && <Text>The list is empty.</Text>}
          {lines !== null && lines.length > 0 && (
            <Text>
              {[
                `${toShip} to ship`,
                ...(toTrack > 0 ? [`${toTrack} already shipped, tracking added`] : []),
                ...(faults > 0 ? [`${faults} left out`] : []),
              ]
                .join(', ')
                .concat('.')}
            </Text>
          )}
        </div>
        {lines !== null && <Preview lines={lines} />}
        <p className={classes.fault} role="alert">
          {fault}
        </p>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {parcels.length === 0 ? (
            <LoadingButton loading={checking} disabled={text.trim() === ''} onClick={() => void check()}>
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
