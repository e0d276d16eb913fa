import type { Tool } from '@karigar/bff/contracts';
import { oneLine } from '@karigar/bff/written-text';
import { Alert, Button, Drawer, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../shared/api/call.ts';
import { failureText, hasCode } from '../../../shared/api/failure.ts';
import { useBackCloses } from '../../../shared/dialog/use-back-closes.ts';
import { useDialogWork } from '../../../shared/dialog/use-dialog-work.ts';
import { useBusy } from '../../../shared/ui/busy.ts';
import { ErrorPanel } from '../../../shared/ui/error-panel.tsx';
import { LoadingButton } from '../../../shared/ui/loading-button.tsx';
import { formatMoney } from '../../../shared/ui/money.tsx';
import { notifyFailure, notifySuccess } from '../../../shared/ui/toast.ts';
import { settle } from '../../../shared/writes/settle.ts';
import shared from '../admin.module.css';
import { StockField } from './stock-field.tsx';
import {
  draftOf,
  type EditableField,
  type ForeignChange,
  hasTaken,
  rebaseDraft,
  type ToolDraft,
  toolEditOf,
} from './tool-edit.ts';
import { ToolFields, useToolForm } from './tool-fields.tsx';

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
  useBusy('form', opened && touched);

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
          stock={
            <StockField
              available={base.availableQuantity}
              value={form.values.stock}
              onMode={(mode) => {
                const amount = mode === 'set' ? String(base.availableQuantity) : '';
                form.clearErrors();
                form.setFieldValue('stock', { mode, amount, reason: '' });
              }}
              field={(name) => ({ size: 'md', ...form.getInputProps(`stock.${name}`) })}
            />
          }
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
