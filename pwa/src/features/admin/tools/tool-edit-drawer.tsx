import type { Tool } from '@karigar/bff/contracts';
import { oneLine } from '@karigar/bff/written-text';
import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { call } from '../../../shared/api/call.ts';
import { failureText, hasCode } from '../../../shared/api/failure.ts';
import { messages } from '../../../shared/messages.ts';
import { useBusy } from '../../../shared/ui/busy.ts';
import { Sheet } from '../../../shared/ui/dialog.tsx';
import { ErrorPanel } from '../../../shared/ui/error-panel.tsx';
import { focusFirstFault } from '../../../shared/ui/focus-first-fault.ts';
import { LoadingButton } from '../../../shared/ui/loading-button.tsx';
import { requiredText } from '../../../shared/ui/text-rules.ts';
import { notifyFailure, notifySuccess } from '../../../shared/ui/toast.ts';
import { useDialogWork } from '../../../shared/ui/use-dialog-work.ts';
import { settle } from '../../../shared/writes/settle.ts';
import { ForeignChanges } from './foreign-changes.tsx';
import { PictureField } from './picture-field.tsx';
import { StockField } from './stock-field.tsx';
import {
  draftOf,
  type ForeignChange,
  hasTaken,
  rebaseDraft,
  type ToolDraft,
  toolEditOf,
} from './tool-edit.ts';
import { ToolFields } from './tool-fields.tsx';
import {
  altRule,
  categoryRule,
  minimumRule,
  otherNamesRule,
  picture,
  priceRule,
  stockRule,
} from './tool-form.ts';
import { usePictureUpload } from './use-picture-upload.ts';

interface ToolEditDrawerProps {
  tool: Tool;
  opened: boolean;
  onClose: () => void;
  /** Called after the server has taken the change. */
  onSaved: () => void;
}

const stockRules = {
  amount: (amount: string, { stock: { mode } }: ToolDraft) =>
    mode === 'keep' ? null : stockRule(mode === 'set' ? 0 : 1)(amount),
  reason: (reason: string, { stock: { mode } }: ToolDraft) =>
    mode === 'remove' && reason === '' ? 'Choose why you are removing stock' : null,
};

/** Edits one tool. When another admin was faster, their change is shown and nothing that was typed is lost. */
export function ToolEditDrawer({ tool, opened, onClose, onSaved }: ToolEditDrawerProps) {
  const [base, setBase] = useState(tool);
  const [file, setFile] = useState<File | null>(null);
  const [changes, setChanges] = useState<ForeignChange[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { working, run } = useDialogWork(opened, onClose);
  const { progress, upload, endUpload } = usePictureUpload();
  const form = useForm<ToolDraft>({
    initialValues: draftOf(tool),
    validate: {
      name: requiredText(messages.admin.nameRequired, 120),
      price: priceRule,
      minOrderQuantity: minimumRule,
      description: requiredText(messages.admin.descriptionRequired, 2000),
      category: categoryRule,
      otherNames: otherNamesRule,
      alt: altRule,
      stock: stockRules,
    },
  });
  const pictureError = file === null ? null : picture('')(file);
  const touched = form.isDirty() || file !== null;
  useBusy('form', opened && touched);

  const params = { id: tool._id };
  const readTool = () => call('GET /tools/:id', { params, auth: 'none' });
  const save = async (typed: ToolDraft) => {
    if (pictureError) return;
    await run(async ({ close, isOpen }) => {
      setFailure(null);
      const name = oneLine(typed.name);
      const failed = async (error: unknown) => {
        if (!isOpen()) void notifyFailure(`${name} was not saved. ${failureText(error)}`);
        else if (hasCode(error, 'VERSION_CONFLICT')) await meetOtherAdmin(typed);
        else setFailure(error);
      };
      let draft = typed;
      try {
        if (file !== null) draft = { ...typed, image: await upload(file) };
      } catch (error) {
        return failed(error);
      } finally {
        endUpload();
      }
      const edit = toolEditOf(base, draft);
      if (!edit) return close();
      await settle<unknown>({
        what: `${name} was saved`,
        send: () => call('PUT /tools/:id', { params, body: edit }),
        find: async () => hasTaken(base, draft, await readTool()) || null,
        done() {
          void notifySuccess(`${name} is saved.`);
          onSaved();
          close();
        },
        failed,
      });
    });
  };

  const meetOtherAdmin = async (draft: ToolDraft) => {
    try {
      const current = await readTool();
      const rebased = rebaseDraft(base, draft, current);
      form.setValues(rebased.draft);
      setBase(current);
      setChanges(rebased.changes);
    } catch (error) {
      setFailure(error);
    }
  };

  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      position="right"
      size="lg"
      closeOnClickOutside={!touched}
      title={`Edit ${tool.name}`}
      closeButtonProps={{ 'aria-label': 'Close without saving' }}
    >
      <form noValidate onSubmit={form.onSubmit(save, focusFirstFault(form))}>
        <Stack gap="lg">
          {changes && <ForeignChanges changes={changes} />}
          {failure !== null && <ErrorPanel error={failure} title={`Not saved. ${failureText(failure)}`} />}
          <ToolFields
            field={(name) => form.getInputProps(name)}
            stock={
              <StockField
                available={base.availableQuantity}
                value={form.values.stock}
                onMode={(mode) => {
                  const amount = mode === 'set' ? String(base.availableQuantity) : '';
                  form.clearErrors();
                  form.setFieldValue('stock', { mode, amount, reason: '' });
                }}
                field={(name) => form.getInputProps(`stock.${name}`)}
              />
            }
          />
          <PictureField
            file={file}
            onChange={setFile}
            current={form.values.image}
            error={pictureError}
            progress={progress}
            words={form.getInputProps('alt')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {working ? 'Close' : 'Cancel'}
            </Button>
            <LoadingButton type="submit" loading={working}>
              {changes ? 'Overwrite and save' : 'Save'}
            </LoadingButton>
          </Group>
        </Stack>
      </form>
    </Sheet>
  );
}
