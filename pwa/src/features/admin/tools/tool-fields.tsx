import { longest } from '@karigar/bff/written-text';
import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { type ReactNode, useId } from 'react';
import { WholeNumberField } from '../../../shared/fields/whole-number-field.tsx';
import { useTools } from '../../../shared/saved/catalogue.ts';
import { categoriesOf } from '../../../shared/tools/tool-words.ts';
import type { ToolTexts } from './tool-form.ts';
import classes from './tools.module.css';

interface ToolFieldsProps {
  field: (name: Exclude<keyof ToolTexts, 'alt'>) => GetInputPropsReturnType;
  /** The stock field: the two screens ask for it in different ways. */
  stock: ReactNode;
}

/** The typed fields that adding and editing a tool share. */
export function ToolFields({ field, stock }: ToolFieldsProps) {
  const categories = categoriesOf(useTools().data ?? []);
  const suggestions = useId();
  return (
    <>
      <TextInput
        label="Tools name"
        withAsterisk
        maxLength={longest.toolName}
        autoComplete="off"
        {...field('name')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <WholeNumberField
          label="Unit price"
          description="Whole number"
          sign="$"
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
        autoComplete="off"
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
        autoComplete="off"
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
    </>
  );
}
