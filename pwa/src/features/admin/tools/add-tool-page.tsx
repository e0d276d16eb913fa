import { oneLine, paragraphs } from '@karigar/bff/written-text';
import { Group, Paper, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { addTool } from '../../../shared/api/calls.ts';
import { ApiProblem, failureText } from '../../../shared/api/failure.ts';
import { messages } from '../../../shared/messages.ts';
import { rereadTools } from '../../../shared/saved/catalogue.ts';
import { useBusy } from '../../../shared/ui/busy.ts';
import { focusFirstFault } from '../../../shared/ui/focus-first-fault.ts';
import { LoadingButton } from '../../../shared/ui/loading-button.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { requiredText } from '../../../shared/ui/text-rules.ts';
import { notifyFailure, notifySuccess } from '../../../shared/ui/toast.ts';
import { numberFromText } from '../../../shared/ui/whole-number.ts';
import { WholeNumberField } from '../../../shared/ui/whole-number-field.tsx';
import { settle } from '../../../shared/writes/settle.ts';
import { PictureField } from './picture-field.tsx';
import { ToolFields } from './tool-fields.tsx';
import {
  altRule,
  categoryRule,
  emptyToolForm,
  minimumRule,
  otherNamesRule,
  picture,
  priceRule,
  stockRule,
  type ToolForm,
} from './tool-form.ts';
import { usePictureUpload } from './use-picture-upload.ts';

/** The form that puts a new tool into the shop. A failure keeps everything that was typed and chosen. */
export function Component() {
  const form = useForm<ToolForm>({
    initialValues: emptyToolForm,
    validate: {
      name: requiredText(messages.admin.nameRequired, 120),
      price: priceRule,
      minOrderQuantity: minimumRule,
      availableQuantity: stockRule(1),
      description: requiredText(messages.admin.descriptionRequired, 2000),
      category: categoryRule,
      otherNames: otherNamesRule,
      alt: altRule,
      image: picture(messages.admin.imageRequired),
    },
  });
  const { progress, upload, endUpload } = usePictureUpload();
  const [saving, setSaving] = useState(false);
  // One key per form: a second press, or a retry after a lost answer, adds no second tool.
  const key = useRef(crypto.randomUUID());
  useBusy('form', form.isDirty());

  const showFailure = (error: unknown) => {
    if (error instanceof ApiProblem && error.problem.code === 'KEY_REUSED')
      return void notifyFailure(messages.admin.productAlreadyAdded);
    void notifyFailure(`${messages.admin.productFailed} ${failureText(error)}`);
    if (!(error instanceof ApiProblem)) return;
    for (const { field, message } of error.problem.errors ?? []) {
      if (field in emptyToolForm) form.setFieldError(field, message);
    }
  };
  const save = async (values: ToolForm) => {
    if (values.image === null) return;
    setSaving(true);
    try {
      const tool = {
        name: oneLine(values.name),
        price: numberFromText(values.price),
        minOrderQuantity: numberFromText(values.minOrderQuantity),
        availableQuantity: numberFromText(values.availableQuantity),
        description: paragraphs(values.description),
        image: await upload(values.image),
        category: oneLine(values.category),
        otherNames: oneLine(values.otherNames),
        alt: oneLine(values.alt),
      };
      endUpload();
      await settle({
        what: `${tool.name} was added`,
        send: () => addTool(tool, key.current),
        find: () => addTool(tool, key.current),
        done(added) {
          // An empty answer comes from a proxy on the way: only the shop's own id says that the tool is there.
          if (!added?.insertedId) return notifyFailure(messages.admin.productFailed);
          void notifySuccess(messages.admin.productAdded);
          form.reset();
          key.current = crypto.randomUUID();
          void rereadTools();
        },
        failed: showFailure,
      });
    } catch (error) {
      showFailure(error);
      endUpload();
    }
    setSaving(false);
  };

  const short = numberFromText(form.values.availableQuantity) < numberFromText(form.values.minOrderQuantity);
  return (
    <Stack gap="lg" maw="46rem">
      <PageTitle title="Add Product" />
      <Paper
        component="form"
        noValidate
        withBorder
        p={{ base: 'md', sm: 'xl' }}
        radius="md"
        onSubmit={form.onSubmit(save, focusFirstFault(form))}
      >
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
          <PictureField
            required
            file={form.values.image}
            onChange={(file) => form.setFieldValue('image', file)}
            error={form.errors.image}
            progress={progress}
            words={form.getInputProps('alt')}
          />
          <Group justify="flex-end">
            <LoadingButton type="submit" loading={saving}>
              Add tool
            </LoadingButton>
          </Group>
        </Stack>
      </Paper>
    </Stack>
  );
}
