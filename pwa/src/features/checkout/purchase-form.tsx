import type { Tool } from '@karigar/bff/contracts';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { messages } from '../../shared/messages.ts';
import type { OutboxEntry } from '../../shared/outbox/outbox.ts';
import { QuantityField, useQuantity } from '../../shared/quantity/quantity-field.tsx';
import { limitsOf } from '../../shared/quantity/quantity-machine.ts';
import { useMyOrders } from '../../shared/saved/my-orders.ts';
import { useProfile } from '../../shared/saved/my-profile.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { useBusy } from '../../shared/ui/busy.ts';
import { focusFirstFault } from '../../shared/ui/focus-first-fault.ts';
import { formatMoney } from '../../shared/ui/money.tsx';
import { mostByCard } from './card-limit.ts';
import { OrderProgress } from './order-progress.tsx';
import { ProgressPanel } from './progress-panel.tsx';
import {
  type Destination,
  destinationRules,
  firstValues,
  isSameDestination,
  newestOrder,
  type PurchaseDraft,
} from './purchase-draft.ts';
import classes from './purchase-form.module.css';
import { useOrderSubmission } from './use-order-submission.ts';

const text = messages.purchase;

interface PurchaseFormProps {
  tool: Tool;
  draft: PurchaseDraft | null;
  openEntry: OutboxEntry | undefined;
  onChange: (draft: PurchaseDraft) => Promise<void>;
  onPlaced: () => Promise<void>;
}

/** Where the order goes and how many. Everything typed is kept at once; the order itself goes through the outbox. */
export function PurchaseForm({ tool, draft, openEntry, onChange, onPlaced }: PurchaseFormProps) {
  const { user } = useSession();
  const orders = useMyOrders().data?.orders;
  const profile = useProfile().data;
  const kept = openEntry?.work.kind === 'order' ? openEntry.work.order : null;
  const begin = kept ? { ...kept, quantity: String(kept.quantity) } : draft;

  const quantity = useQuantity(limitsOf(tool), begin?.quantity);
  const form = useForm<Destination>({
    initialValues: firstValues(begin, undefined, null),
    validate: destinationRules,
    validateInputOnBlur: true,
    onValuesChange: (values) => keep(values, quantity.view.text),
  });
  const submission = useOrderSubmission({ tool, openEntry, onPlaced });
  const { onTheWay } = submission;
  const told = openEntry ?? submission.accepted;

  // What the shop knows of the person may arrive after the form: it fills in only what nobody has touched.
  const { getValues, setValues, resetDirty, isTouched } = form;
  useEffect(() => {
    if (begin?.address || begin?.city || begin?.zip || isTouched()) return;
    const known = firstValues(null, newestOrder(orders ?? []), profile);
    // The draft follows later: without this the form would fill itself in, and write, again and again until then.
    if (isSameDestination(known, getValues())) return;
    setValues(known);
    resetDirty(known);
  }, [begin?.address, begin?.city, begin?.zip, orders, profile, getValues, setValues, resetDirty, isTouched]);
  useBusy('form', form.isTouched() && openEntry === undefined);

  const { view } = quantity;
  const place = (destination: Destination, pieces: number, unitPrice: number) =>
    submission.place({ ...destination, quantity: pieces, unitPrice });

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit((values) => {
        if (view.orderable && view.quantity !== null) void place(values, view.quantity, tool.price);
      }, focusFirstFault(form))}
    >
      <fieldset className={classes.fields} disabled={onTheWay}>
        <TextInput label="Name" size="md" value={user?.name ?? ''} readOnly autoComplete="name" />
        <TextInput label="Email" size="md" value={user?.email ?? ''} readOnly autoComplete="email" />
        <TextInput
          label="Address"
          size="md"
          required
          autoComplete="street-address"
          {...form.getInputProps('address')}
        />
        <div className={classes.pair}>
          <TextInput
            label="City"
            size="md"
            required
            autoComplete="address-level2"
            {...form.getInputProps('city')}
          />
          <TextInput
            label="Zip Code"
            size="md"
            required
            autoComplete="postal-code"
            {...form.getInputProps('zip')}
          />
        </div>
        <QuantityField quantity={quantity} onChange={(typed) => keep(form.getValues(), typed)} />
      </fieldset>
      <div className={classes.end}>
        <p className={classes.total}>
          <span>Total price</span>
          <output className={classes.amount} htmlFor="quantity">
            {view.total === null ? '–' : formatMoney(view.total)}
          </output>
        </p>
        {submission.tooLate && (
          <ProgressPanel
            tone="ask"
            icon={<IconAlertTriangle aria-hidden />}
            title="Your change came too late"
          >
            <p>
              This order was already on its way from another tab, as it was before. What you have typed stays
              here.
            </p>
          </ProgressPanel>
        )}
        {told && !submission.working && (
          <OrderProgress
            entry={told}
            onOrder={({ pieces, unitPrice }) => {
              quantity.type(String(pieces));
              void place(form.getValues(), pieces, unitPrice);
            }}
            onDiscard={() => void submission.discard()}
          />
        )}
        <Button
          type="submit"
          size="lg"
          fullWidth
          loading={submission.working}
          disabled={!view.orderable || onTheWay}
        >
          {text.place}
        </Button>
        <p className={classes.note}>
          {view.total !== null && view.total > mostByCard
            ? `A card can pay ${formatMoney(mostByCard)} at most: divide this into smaller orders to pay by card.`
            : 'You pay by card in the next step. Nothing is charged now.'}
        </p>
      </div>
    </form>
  );

  function keep(destination: Destination, typed: string) {
    submission.stay();
    void onChange({ ...destination, quantity: typed });
  }
}
