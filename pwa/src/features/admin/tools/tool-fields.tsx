import { longest } from '@karigar/bff/written-text';
import { Group, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { type ReactNode, useId } from 'react';
import { focusFirstFault } from '../../../shared/fields/focus-first-fault.ts';
import { WholeNumberField } from '../../../shared/fields/whole-number-field.tsx';
import { useTools } from '../../../shared/saved/catalogue.ts';
import { categoriesOf } from '../../../shared/tools/tool-words.ts';
import { currencySign } from '../../../shared/ui/money.tsx';
import { PicturesField, usePictureUpload } from './pictures-field.tsx';
import { picturesFault, stockRules, type ToolDraft, type ToolTexts, textRules } from './tool-draft.ts';
import classes from './tools.module.css';

/** The form of a tool, which adding and editing one share. */
export const useToolForm = (
  initialValues: ToolDraft,
  onValuesChange: (values: ToolDraft) => void = () => undefined,
) =>
  useForm<ToolDraft>({
    initialValues,
    onValuesChange,
    validate: {
      ...textRules,
      pictures: picturesFault,
      stock: stockRules,
    },
  });

interface ToolFieldsProps {
  form: UseFormReturnType<ToolDraft>;
  /** The stock field: the two screens ask for it in different ways. */
  stock: ReactNode;
  /** Sends what is typed; `upload` uploads the chosen pictures and gives the addresses of all. */
  onSend: (draft: ToolDraft, upload: () => Promise<string[]>) => Promise<void>;
  /** The buttons. */
  children: ReactNode;
}

/** The fields of a tool with what sends them. */
export function ToolFields({ form, stock, onSend, children }: ToolFieldsProps) {
  const categories = categoriesOf(useTools().data ?? []);
  const suggestions = useId();
  const { progress, upload } = usePictureUpload();
  const field = (name: keyof ToolTexts) => ({ size: 'md', autoComplete: 'off', ...form.getInputProps(name) });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((draft) => onSend(draft, () => upload(draft.pictures)), focusFirstFault(form))}
    >
      <Stack gap="lg">
        <TextInput label="Tools name" withAsterisk maxLength={longest.toolName} {...field('name')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <WholeNumberField
            label="Unit price"
            description="Whole number"
            sign={currencySign()}
            withAsterisk
            {...field('price')}
          />
          <WholeNumberField
            label="Minimum order quantity"
            description="The smallest quantity a customer can order"
            withAsterisk
            {...field('minOrderQuantity')}
          />
        </SimpleGrid>
        {stock}
        <TextInput
          label="Category"
          description="Optional. Customers can filter by category"
          className={classes.suggested ?? ''}
          list={suggestions}
          {...field('category')}
        />
        {/* The browser's own list: the library's would put its floating layers (26 kB) into the files of every customer. */}
        <datalist id={suggestions}>
          {categories.map((category) => (
            <option key={category} value={category} />
          ))}
        </datalist>
        <TextInput
          label="Other names"
          description="Optional. Other names people search for, in English or Bangla, separated by commas"
          placeholder="nail hammer, হাতুড়ি"
          {...field('otherNames')}
        />
        <Textarea
          label="Description"
          withAsterisk
          rows={5}
          maxLength={longest.description}
          description="The first 65 characters show on the card in the shop"
          {...field('description')}
        />
        <Textarea
          label="Specifications"
          rows={4}
          description="Optional. One per line: label, colon, value"
          placeholder={'Weight: 450 g\nLength: 33 cm'}
          {...field('specifications')}
        />
        <PicturesField
          value={form.values.pictures}
          onChange={(pictures) => form.setFieldValue('pictures', pictures)}
          error={form.errors.pictures}
          progress={progress}
        />
        <TextInput
          label="Picture description"
          description="Describes the pictures for people who can’t see them. If empty, we use the tool’s name"
          {...field('alt')}
        />
        <Group justify="flex-end">{children}</Group>
      </Stack>
    </form>
  );
}
