import { NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { ReactNode } from 'react';

interface ToolFieldsProps {
  field: (name: 'name' | 'price' | 'minOrderQuantity' | 'description') => GetInputPropsReturnType;
  /** The stock field: the two screens ask for it in different ways. */
  stock: ReactNode;
}

/** The typed fields that adding and editing a tool share. */
export function ToolFields({ field, stock }: ToolFieldsProps) {
  return (
    <>
      <TextInput label="Tools name" withAsterisk maxLength={120} autoComplete="off" {...field('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label="Unit price"
          description="Whole dollars"
          prefix="$"
          withAsterisk
          hideControls
          allowDecimal={false}
          allowNegative={false}
          {...field('price')}
        />
        <NumberInput
          label="Minimum order quantity"
          description="The smallest parcel"
          withAsterisk
          hideControls
          allowDecimal={false}
          allowNegative={false}
          {...field('minOrderQuantity')}
        />
      </SimpleGrid>
      {stock}
      <Textarea
        label="Description"
        withAsterisk
        rows={5}
        maxLength={2000}
        description="The first 65 characters stand on the card in the shop"
        {...field('description')}
      />
    </>
  );
}
