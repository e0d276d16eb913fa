import { Button, Group, NumberInput, Paper, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { addTool } from '../../../shared/api/calls.ts';
import { ApiProblem, failureText } from '../../../shared/api/failure.ts';
import { messages } from '../../../shared/messages.ts';
import { rereadTools } from '../../../shared/saved/catalogue.ts';
import { useBusy } from '../../../shared/ui/busy.ts';
import { focusFirstFault } from '../../../shared/ui/focus-first-fault.ts';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { requiredText } from '../../../shared/ui/text-rules.ts';
import { notifyFailure, notifySuccess } from '../../../shared/ui/toast.ts';
import { PictureField } from './picture-field.tsx';
import { ToolFields } from './tool-fields.tsx';
import { emptyToolForm, picture, type ToolForm, wholeNumber } from './tool-form.ts';
import { usePictureUpload } from './use-picture-upload.ts';

/** The form that puts a new tool into the shop. A failure keeps everything that was typed and chosen. */
export function Component() {
  const form = useForm<ToolForm>({
    initialValues: emptyToolForm,
    validate: {
      name: requiredText(messages.admin.nameRequired, 120),
      price: wholeNumber(messages.admin.priceRequired),
      minOrderQuantity: wholeNumber(messages.admin.minRequired),
      availableQuantity: wholeNumber(messages.admin.availableRequired),
      description: requiredText(messages.admin.descriptionRequired, 2000),
      image: picture(messages.admin.imageRequired),
    },
  });
  const { progress, upload, settle } = usePictureUpload();
  const [saving, setSaving] = useState(false);
  useBusy('form', form.isDirty());

  const save = async (values: ToolForm) => {
    if (values.image === null) return;
    setSaving(true);
    try {
      const image = await upload(values.image);
      const added = await addTool({
        name: values.name.trim(),
        price: Number(values.price),
        minOrderQuantity: Number(values.minOrderQuantity),
        availableQuantity: Number(values.availableQuantity),
        description: values.description.trim(),
        image,
      });
      // An empty answer comes from a proxy on the way: only the shop's own id says that the tool is there.
      if (added?.insertedId) {
        void notifySuccess(messages.admin.productAdded);
        form.reset();
        void rereadTools();
      } else void notifyFailure(messages.admin.productFailed);
    } catch (error) {
      void notifyFailure(`${messages.admin.productFailed} ${failureText(error)}`);
      if (error instanceof ApiProblem) {
        for (const { field, message } of error.problem.errors ?? []) {
          if (field in emptyToolForm) form.setFieldError(field, message);
        }
      }
    }
    settle();
    setSaving(false);
  };

  const short =
    Number(form.values.availableQuantity) > 0 &&
    Number(form.values.availableQuantity) < Number(form.values.minOrderQuantity);
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
                <NumberInput
                  label="Available quantity"
                  withAsterisk
                  hideControls
                  allowDecimal={false}
                  allowNegative={false}
                  {...form.getInputProps('availableQuantity')}
                />
                {short && (
                  <Text size="sm" c="dimmed" mt={4} role="status">
                    Fewer than the minimum order: the tool will show as sold out.
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
          />
          <Group justify="flex-end">
            <Button type="submit" loading={saving}>
              Add tool
            </Button>
          </Group>
        </Stack>
      </Paper>
    </Stack>
  );
}
