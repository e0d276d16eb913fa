import { Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { addTool } from '../../../shared/api/calls.ts';
import { ApiProblem, failureText } from '../../../shared/api/failure.ts';
import { focusFirstFault } from '../../../shared/fields/focus-first-fault.ts';
import { numberFromText } from '../../../shared/fields/whole-number.ts';
import { WholeNumberField } from '../../../shared/fields/whole-number-field.tsx';
import { messages } from '../../../shared/messages.ts';
import { rereadTools } from '../../../shared/saved/catalogue.ts';
import { useDraft } from '../../../shared/saved/draft.ts';
import { Card } from '../../../shared/ui/blocks.tsx';
import { useBusy } from '../../../shared/ui/busy.ts';
import { LoadingButton } from '../../../shared/ui/loading-button.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { notifyFailure, notifySuccess } from '../../../shared/ui/toast.ts';
import { settle } from '../../../shared/writes/settle.ts';
import { PicturesField, usePictureUpload } from './pictures-field.tsx';
import { ToolFields } from './tool-fields.tsx';
import {
  cleanTexts,
  emptyTexts,
  type Picture,
  picturesFault,
  stockRule,
  type ToolTexts,
  textRules,
} from './tool-form.ts';

interface NewToolForm extends ToolTexts {
  availableQuantity: string;
  pictures: Picture[];
}
const emptyForm: NewToolForm = { ...emptyTexts, availableQuantity: '', pictures: [] };

/** What is kept of the form: what is typed, not the pictures, and the key under which the shop is sent it. */
interface NewToolDraft {
  key: string;
  typed: Omit<NewToolForm, 'pictures'>;
}

/** The page that puts a new tool into the shop. What is typed is saved on the device. */
export function Component() {
  const { draft, save, discard } = useDraft<NewToolDraft>('new-tool');
  return (
    <Stack gap="lg" maw="46rem">
      <PageTitle title="Add Product" />
      <AddToolForm draft={draft} onChange={save} onAdded={discard} />
    </Stack>
  );
}

interface AddToolFormProps {
  draft: NewToolDraft | null;
  onChange: (draft: NewToolDraft) => void;
  onAdded: () => void;
}

/** A failure keeps everything that was typed and chosen. */
function AddToolForm({ draft, onChange, onAdded }: AddToolFormProps) {
  // One key per form, also after a reload: a second press, or a retry after a lost answer, adds no second tool.
  const key = useRef(draft?.key ?? crypto.randomUUID());
  const form = useForm<NewToolForm>({
    initialValues: { ...emptyForm, ...draft?.typed },
    onValuesChange: ({ pictures: _, ...typed }) => onChange({ key: key.current, typed }),
    validate: {
      ...textRules,
      availableQuantity: stockRule(1),
      pictures: picturesFault,
    },
  });
  const { progress, upload } = usePictureUpload();
  const [saving, setSaving] = useState(false);
  useBusy('form', form.isDirty());

  const showFailure = (error: unknown) => {
    if (error instanceof ApiProblem && error.problem.code === 'KEY_REUSED') {
      // The shop has the tool: the next visit begins another one, under another key.
      onAdded();
      return notifyFailure(messages.admin.productAlreadyAdded);
    }
    notifyFailure(`${messages.admin.productFailed} ${failureText(error)}`);
    if (!(error instanceof ApiProblem)) return;
    for (const { field, message } of error.problem.errors ?? []) {
      const typed = field === 'image' ? 'pictures' : field;
      if (typed in emptyForm) form.setFieldError(typed, message);
    }
  };
  const save = async (values: NewToolForm) => {
    setSaving(true);
    try {
      const [image = '', ...otherImages] = await upload(values.pictures);
      const tool = {
        ...cleanTexts(values),
        availableQuantity: numberFromText(values.availableQuantity),
        image,
        otherImages,
      };
      const send = () => addTool(tool, key.current);
      const added = await settle({ what: `${tool.name} was added`, send, find: send });
      // An empty answer comes from a proxy on the way: only the shop's own id says that the tool is there.
      if (!added?.insertedId) notifyFailure(messages.admin.productFailed);
      else {
        notifySuccess(messages.admin.productAdded);
        key.current = crypto.randomUUID();
        form.setInitialValues(emptyForm);
        form.reset();
        onAdded();
        void rereadTools();
      }
    } catch (error) {
      showFailure(error);
    }
    setSaving(false);
  };

  const short = numberFromText(form.values.availableQuantity) < numberFromText(form.values.minOrderQuantity);
  return (
    <Card as="form" noValidate onSubmit={form.onSubmit(save, focusFirstFault(form))}>
      <Stack gap="lg">
        <ToolFields
          field={(name) => form.getInputProps(name)}
          stock={
            <div>
              <WholeNumberField
                label="Available quantity"
                description="Whole number"
                withAsterisk
                {...form.getInputProps('availableQuantity')}
              />
              {short && (
                <Text size="sm" c="dimmed" mt={4} role="status">
                  Below the minimum order, the tool shows as sold out.
                </Text>
              )}
            </div>
          }
        />
        <PicturesField
          pictures={form.values.pictures}
          onChange={(pictures) => form.setFieldValue('pictures', pictures)}
          error={form.errors.pictures}
          progress={progress}
          words={form.getInputProps('alt')}
        />
        <Group justify="flex-end">
          <LoadingButton type="submit" loading={saving}>
            Add tool
          </LoadingButton>
        </Group>
      </Stack>
    </Card>
  );
}
