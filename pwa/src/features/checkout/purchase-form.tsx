import type { Tool } from '@karigar/bff/contracts';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useFreedBottom } from '../../shared/bottom/freed-bottom.ts';
import { HeldBar } from '../../shared/bottom/held-bar.tsx';
import { DeliveryFields } from '../../shared/delivery/delivery-fields.tsx';
import {
  type Destination,
  destinationRules,
  isSameDestination,
} from '../../shared/delivery/delivery-rules.ts';
import { focusFirstFault } from '../../shared/fields/focus-first-fault.ts';
import { messages } from '../../shared/messages.ts';
import { EntryProgress, placedOrderPath } from '../../shared/outbox/entry-progress.tsx';
import { useSubmission } from '../../shared/outbox/use-submission.ts';
import { paths } from '../../shared/paths.ts';
import { QuantityField, useQuantity } from '../../shared/quantity/quantity-field.tsx';
import { useDraft } from '../../shared/saved/draft.ts';
import { useMyOrders } from '../../shared/saved/my-orders.ts';
import { useProfile } from '../../shared/saved/my-profile.ts';
import { heldTerm, type OrderLimits, orderLimits, timeTerm } from '../../shared/saved/order-limits.ts';
import type { OutboxEntry } from '../../shared/saved/outbox-entry.ts';
import { type OrderAgain, type PurchaseDraft, purchaseDraftKey } from '../../shared/saved/purchase-draft.ts';
import { useConfig } from '../../shared/saved/shop-config.ts';
import { isAddressVerified, useSession } from '../../shared/session/session-store.ts';
import { Fields, Note } from '../../shared/ui/blocks.tsx';
import { useBusy } from '../../shared/ui/busy.ts';
import { formatMoney, mostByCard } from '../../shared/ui/money.tsx';
import { useIsPhone } from '../../shared/ui/use-is-phone.ts';
import { firstValues, orderWork } from './purchase-draft.ts';
import classes from './purchase-form.module.css';

type Limits = Pick<OrderLimits, 'min' | 'most'>;

/** The quantity nearest to `wanted` that can be ordered today; `wanted` itself where none can. */
export const fittingQuantity = (wanted: number, { min, most }: Limits): number =>
  most < min ? wanted : Math.min(Math.max(wanted, min), most);

/** Brings a quantity that is still as it was the last time into today's limits, also when these come later than the form. */
export function useFittingQuantity(
  quantity: ReturnType<typeof useQuantity>,
  wanted: number | undefined,
): void {
  const { min, most } = quantity.limits;
  const { view, type } = quantity;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new limits change what is in the field, not typing
  useEffect(() => {
    if (wanted === undefined || view.text !== String(wanted)) return;
    const fitting = fittingQuantity(wanted, { min, most });
    if (fitting !== wanted) type(String(fitting));
  }, [wanted, min, most]);
}

/** Says what has changed since the order that is repeated; null when nothing has. */
export function AgainNote({ again, limits }: { again: OrderAgain; limits: OrderLimits }) {
  const { unitPrice } = limits;
  const fitting = fittingQuantity(again.quantity, limits);
  if (unitPrice === again.unitPrice && fitting === again.quantity) return null;
  return (
    <Note tone="ask" role="status">
      {unitPrice !== again.unitPrice && (
        <p>
          {`The price is now ${formatMoney(unitPrice)} each. Last time it was ${formatMoney(again.unitPrice)}.`}
        </p>
      )}
      {fitting !== again.quantity && (
        <p>{`You ordered ${again.quantity} last time. You can order ${fitting} now.`}</p>
      )}
    </Note>
  );
}

const text = messages.purchase;

interface PurchaseFormProps {
  tool: Tool;
  /** The person's orders of this tool in the outbox. */
  entries: OutboxEntry[];
}

/** Asks where the order goes and how many. What is typed is saved at once; the order itself goes through the outbox. */
export function PurchaseForm({ tool, entries }: PurchaseFormProps) {
  const { user } = useSession();
  const navigate = useNavigate();
  /** The order that is repeated. */
  const again = (useLocation().state as { again?: OrderAgain } | null)?.again;
  const kept = useDraft<PurchaseDraft>(purchaseDraftKey(tool._id));
  const submission = useSubmission(entries, ({ entry, form: held }) => {
    // What was typed since, or too late, is not in that order, and stays.
    if (held !== 'typed') kept.discard();
    if (held === 'placed') void navigate(placedOrderPath(entry), { state: { placed: true } });
  });
  const { entry } = submission;
  const isOpen = entry !== null && entry.status !== 'accepted';
  const orders = useMyOrders().data?.orders;
  const profile = useProfile().data;
  const openOrder = isOpen && entry.work.kind === 'order' ? entry.work.order : null;
  // What was typed after the order was saved is newer than it.
  const start = kept.draft ?? (openOrder && { ...openOrder, quantity: String(openOrder.quantity) });

  const rules = useConfig()?.unpaidOrders;
  const limits = orderLimits(tool, rules, orders);
  const quantity = useQuantity(limits, start?.quantity);
  useFittingQuantity(quantity, again?.quantity);
  const defaults = firstValues(start, orders?.[0], profile);
  const form = useForm<Destination>({
    initialValues: defaults,
    validate: destinationRules,
    validateInputOnBlur: true,
  });
  const leadsOn = entry?.status === 'accepted' && submission.placed;

  // Orders and profile may come after the form: they fill it in until somebody touches it.
  useEffect(() => {
    if (!form.isTouched() && !isSameDestination(defaults, form.getValues())) form.setValues(defaults);
  });
  useBusy(form.isTouched() && !isOpen);

  const isPhone = useIsPhone();
  // An order that waits for the network needs no more of this form: a phone gets its way to other pages back.
  const isFreed = isPhone && submission.waiting && !submission.working;
  useFreedBottom(isFreed);
  const person = (
    <>
      <TextInput label="Name" size="md" value={user?.name ?? ''} readOnly autoComplete="name" />
      <TextInput label="Email" size="md" value={user?.email ?? ''} readOnly autoComplete="email" />
    </>
  );
  const { view } = quantity;
  const save = (typed: string) => {
    submission.edit();
    kept.save({ ...form.getValues(), quantity: typed });
  };
  const place = (destination: Destination, choice: { quantity: number; unitPrice: number }) => {
    if (user !== null) submission.place(orderWork(tool, user, destination, choice));
  };

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit((values) => {
        if (view.orderable && view.quantity !== null) {
          place(values, { quantity: view.quantity, unitPrice: tool.price });
        }
      }, focusFirstFault(form))}
    >
      {again !== undefined && !isOpen && <AgainNote again={again} limits={limits} />}
      <Fields disabled={submission.locked || leadsOn}>
        {!isPhone && person}
        <DeliveryFields
          propsOf={(field) => {
            const props = form.getInputProps(field);
            const onChange = (event: unknown) => {
              props.onChange(event);
              save(view.text);
            };
            return { ...props, onChange };
          }}
        />
        <QuantityField
          quantity={quantity}
          onChange={save}
          reason={(view.quantity ?? 0) < limits.most ? null : heldTerm(limits, tool.availableQuantity)}
        />
        {isPhone && person}
      </Fields>
      {entry && !leadsOn && (
        <EntryProgress
          entry={entry}
          submission={submission}
          onChoose={(work) => {
            if (work.kind !== 'order') return;
            quantity.type(String(work.order.quantity));
            place(form.getValues(), work.order);
            kept.discard();
          }}
        />
      )}
      {!isFreed && (
        <HeldBar>
          <p className={classes.total}>
            <span>Total price</span>
            <output className={classes.amount} htmlFor="quantity">
              {view.total === null ? '–' : formatMoney(view.total)}
            </output>
          </p>
          <Button
            type="submit"
            size="lg"
            fullWidth
            // What a refusal offers in place of this order is the one main action then.
            variant={entry?.status === 'refused' ? 'default' : 'filled'}
            loading={submission.working}
            disabled={!view.orderable || submission.waiting || leadsOn}
          >
            {text.place}
          </Button>
        </HeldBar>
      )}
      <div className={classes.notes}>
        <p>
          {view.total !== null && view.total > mostByCard()
            ? `A card can pay ${formatMoney(mostByCard())} at most. Split this into smaller orders to pay by card.`
            : 'You’ll pay in the next step. You won’t be charged yet.'}
        </p>
        {rules && <p>{timeTerm(rules)}</p>}
        {isAddressVerified() === false && (
          <p>
            <Link to={paths.dashboard} style={{ display: 'inline-block', paddingBlock: '0.625rem' }}>
              Verify your address on My Profile
            </Link>
          </p>
        )}
      </div>
    </form>
  );
}
