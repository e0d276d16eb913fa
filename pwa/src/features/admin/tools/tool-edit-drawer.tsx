import type { Tool } from '@karigar/bff/contracts';
import { oneLine } from '@karigar/bff/written-text';
import { Alert, Button, Drawer, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { call } from '../../../shared/api/call.ts';
import { failureText, hasCode } from '../../../shared/api/failure.ts';
import { ReasonSelect } from '../../../shared/dialog/reason-select.tsx';
import { useBackCloses } from '../../../shared/dialog/use-back-closes.ts';
import { useDialogWork } from '../../../shared/dialog/use-dialog-work.ts';
import { numberFromText } from '../../../shared/fields/whole-number.ts';
import { WholeNumberField } from '../../../shared/fields/whole-number-field.tsx';
import { useBusy } from '../../../shared/ui/busy.ts';
import { ErrorPanel } from '../../../shared/ui/error-panel.tsx';
import { LoadingButton } from '../../../shared/ui/loading-button.tsx';
import { formatMoney } from '../../../shared/ui/money.tsx';
import { notifyFailure, notifySuccess } from '../../../shared/ui/toast.ts';
import { settle } from '../../../shared/writes/settle.ts';
import shared from '../admin.module.css';
import {
  draftOf,
  type EditableField,
  type ForeignChange,
  hasTaken,
  type RemovalReason,
  rebaseDraft,
  type StockChange,
  type ToolDraft,
  toolEditOf,
} from './tool-draft.ts';
import { ToolFields, useToolForm } from './tool-fields.tsx';

const modes: { value: StockChange['mode']; label: string }[] = [
  { value: 'keep', label: 'No change' },
  { value: 'add', label: 'Add stock' },
  { value: 'remove', label: 'Remove stock' },
  { value: 'set', label: 'Set stock to' },
];

const amounts = {
  add: { label: 'Quantity to add', sign: '+' },
  remove: { label: 'Quantity to remove', sign: '−' },
  set: { label: 'Available quantity' },
} as const;

const reasons: Record<RemovalReason, string> = {
  damaged: 'Damaged',
  lost: 'Lost',
  returned: 'Returned to the maker',
  counted: 'Counted again',
  other: 'Other',
};

/**
 * Changes what is on the shelf, where `available` pieces were when the form was opened. Adding and taking away are the safe ways while
 * customers are ordering: they count from the stock of the moment in which the shop saves them. Setting writes the number over whatever is there.
 */
function StockField({ form, available }: { form: UseFormReturnType<ToolDraft>; available: number }) {
  const { mode, amount } = form.values.stock;
  const choose = (next: StockChange['mode']) => {
    form.clearErrors();
    form.setFieldValue('stock', {
      mode: next,
      amount: next === 'set' ? String(available) : '',
      reason: '',
    });
  };
  const change = numberFromText(amount) * (mode === 'remove' ? -1 : 1);
  const after = available + change;
  return (
    <div>
      <SimpleGrid cols={{ base: 1, xs: mode === 'remove' ? 3 : 2 }}>
        <NativeSelect
          label="Stock"
          size="md"
          value={mode}
          onChange={(event) => choose(event.currentTarget.value as StockChange['mode'])}
          data={modes}
        />
        {mode !== 'keep' && (
          <WholeNumberField size="md" {...amounts[mode]} {...form.getInputProps('stock.amount')} />
        )}
        {mode === 'remove' && (
          <ReasonSelect label="Reason" size="md" words={reasons} {...form.getInputProps('stock.reason')} />
        )}
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt={4} role="status">
        {`${available} available now${
          (mode === 'add' || mode === 'remove') && change !== 0 && after >= 0 ? `, ${after} after this` : ''
        }`}
      </Text>
    </div>
  );
}

const labels: Record<EditableField, string> = {
  name: 'Tools name',
  price: 'Unit price',
  minOrderQuantity: 'Minimum order quantity',
  category: 'Category',
  otherNames: 'Other names',
  description: 'Description',
  specifications: 'Specifications',
  pictures: 'Images',
  alt: 'Picture description',
};

const shown = (field: EditableField, value: string) => {
  if (field === 'pictures') return 'other pictures';
  if (field === 'price') return formatMoney(Number(value));
  return value === '' ? 'empty' : `“${value}”`;
};

/** Shows what another admin has saved since the form was opened, and whose value each field of the form now has. */
function ForeignChanges({ changes }: { changes: readonly ForeignChange[] }) {
  return (
    <Alert color="marigold" title="Another admin has changed this tool" role="alert">
      <Text size="sm">Your changes are not lost. Check theirs below, then save again.</Text>
      <ul className={shared.list}>
        {changes.length === 0 && (
          <li>Only the stock changed, or a field that you both set to the same value</li>
        )}
        {changes.map(({ field, theirs, mine }) => (
          <li key={field}>
            <strong>{labels[field]}</strong>{' '}
            <span>{`is now ${shown(field, theirs)}. ${
              mine === null ? 'The form now shows this.' : `The form keeps your ${shown(field, mine)}.`
            }`}</span>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

interface ToolEditDrawerProps {
  tool: Tool;
  opened: boolean;
  onClose: () => void;
  /** Called after the server has taken the change. */
  onSaved: () => void;
}

/** Edits one tool. When another admin was faster, their change is shown and nothing that was typed is lost. */
export function ToolEditDrawer({ tool, opened, onClose, onSaved }: ToolEditDrawerProps) {
  const [base, setBase] = useState(tool);
  const [changes, setChanges] = useState<ForeignChange[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { working, run } = useDialogWork(opened, onClose);
  useBackCloses(opened, onClose);
  const form = useToolForm(draftOf(tool));
  const touched = form.isDirty();
  useBusy(opened && touched);

  const params = { id: tool._id };
  const readTool = () => call('GET /tools/:id', { params, auth: 'none' });
  const meetOtherAdmin = async (draft: ToolDraft) => {
    const current = await readTool();
    const rebased = rebaseDraft(base, draft, current);
    form.setValues(rebased.draft);
    setBase(current);
    setChanges(rebased.changes);
  };
  const save = (typed: ToolDraft, upload: () => Promise<string[]>) =>
    run(async ({ close, isOpen }) => {
      setFailure(null);
      const name = oneLine(typed.name);
      try {
        const draft = { ...typed, pictures: await upload() };
        const edit = toolEditOf(base, draft);
        if (!edit) return close();
        await settle<unknown>({
          what: `${name} was saved`,
          send: () => call('PUT /tools/:id', { params, body: edit }),
          find: async () => hasTaken(base, draft, await readTool()) || null,
        });
        notifySuccess(`${name} is saved.`);
        onSaved();
        close();
      } catch (error) {
        if (!isOpen()) notifyFailure(`${name} was not saved. ${failureText(error)}`);
        else if (hasCode(error, 'VERSION_CONFLICT')) await meetOtherAdmin(typed).catch(setFailure);
        else setFailure(error);
      }
    });

  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="lg"
      closeOnClickOutside={!touched}
      title={`Edit ${tool.name}`}
      closeButtonProps={{ 'aria-label': 'Close without saving' }}
    >
      <Stack gap="lg">
        {changes && <ForeignChanges changes={changes} />}
        {failure !== null && <ErrorPanel error={failure} title="Not saved" />}
        <ToolFields
          form={form}
          stock={<StockField form={form} available={base.availableQuantity} />}
          onSend={save}
        >
          <Button variant="default" onClick={onClose}>
            {working ? 'Close' : 'Cancel'}
          </Button>
          <LoadingButton type="submit" loading={working}>
            {changes ? 'Overwrite and save' : 'Save'}
          </LoadingButton>
        </ToolFields>
      </Stack>
    </Drawer>
  );
}
