import { Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { call } from '../../../shared/api/call.ts';
import { ApiProblem, failureText, hasCode } from '../../../shared/api/failure.ts';
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
import { cleanTexts, emptyTexts, type ToolDraft } from './tool-draft.ts';
import { ToolFields, useToolForm } from './tool-fields.tsx';

const empty: ToolDraft = { ...emptyTexts, pictures: [], stock: { mode: 'add', amount: '', reason: '' } };

/** What is kept of the form: what is typed, not the pictures, and the key under which the shop is sent it. */
interface NewToolDraft {
  key: string;
  typed: Omit<ToolDraft, 'pictures'>;
}

/** The fields of the form under the names that the shop has for them. */
const fieldNames: Readonly<Record<string, string>> = { image: 'pictures', availableQuantity: 'stock.amount' };

/** The page that puts a new tool into the shop. What is typed is saved on the device; a failure keeps it, and what was chosen. */
export function Component() {
  const { draft, save, discard } = useDraft<NewToolDraft>('new-tool');
  // One key per form, also after a reload: a second press, or a retry after a lost answer, adds no second tool.
  const key = useRef(draft?.key ?? crypto.randomUUID());
  const form = useToolForm({ ...empty, ...draft?.typed }, ({ pictures: _, ...typed }) =>
    save({ key: key.current, typed }),
  );
  useBusy(form.isDirty());

  const showFailure = (error: unknown) => {
    if (hasCode(error, 'KEY_REUSED')) {
      // The shop has the tool: the next visit begins another one, under another key.
      discard();
      return notifyFailure(messages.admin.productAlreadyAdded);
    }
    notifyFailure(`${messages.admin.productFailed} ${failureText(error)}`);
    if (!(error instanceof ApiProblem)) return;
    for (const { field, message } of error.problem.errors ?? [])
      form.setFieldError(fieldNames[field] ?? field, message);
  };
  const add = async (typed: ToolDraft, upload: () => Promise<string[]>) => {
    try {
      const [image = '', ...otherImages] = await upload();
      const body = {
        ...cleanTexts(typed),
        availableQuantity: numberFromText(typed.stock.amount),
        image,
        otherImages,
      };
      const send = () => call('POST /tools', { body, headers: { 'Idempotency-Key': key.current } });
      const added = await settle({ what: `${body.name} was added`, send, find: send });
      // An empty answer comes from a proxy on the way: only the shop's own id says that the tool is there.
      if (!added?.insertedId) notifyFailure(messages.admin.productFailed);
      else {
        notifySuccess(messages.admin.productAdded);
        key.current = crypto.randomUUID();
        form.setInitialValues(empty);
        form.reset();
        discard();
        void rereadTools();
      }
    } catch (error) {
      showFailure(error);
    }
  };

  const { stock, minOrderQuantity } = form.values;
  const isShort = numberFromText(stock.amount) < numberFromText(minOrderQuantity);
  return (
    <Stack gap="lg" maw="46rem">
      <PageTitle title="Add Product" />
      <Card>
        <ToolFields
          form={form}
          stock={
            <div>
              <WholeNumberField
                label="Available quantity"
                description="Whole number"
                size="md"
                withAsterisk
                {...form.getInputProps('stock.amount')}
              />
              {isShort && (
                <Text size="sm" c="dimmed" mt={4} role="status">
                  Below the minimum order, the tool shows as sold out.
                </Text>
              )}
            </div>
          }
          onSend={add}
        >
          <LoadingButton type="submit" loading={form.submitting}>
            Add tool
          </LoadingButton>
        </ToolFields>
      </Card>
    </Stack>
  );
}
