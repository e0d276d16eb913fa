import { Alert, Text } from '@mantine/core';
import { formatMoney } from '../../../shared/ui/money.tsx';
import type { EditableField, ForeignChange } from './tool-edit.ts';
import classes from './tools.module.css';

const labels: Record<EditableField, string> = {
  name: 'Tools name',
  price: 'Unit price',
  minOrderQuantity: 'Minimum order quantity',
  category: 'Category',
  otherNames: 'Other names',
  description: 'Description',
  image: 'Image',
  alt: 'Picture description',
};

const shown = (field: EditableField, value: string) => {
  if (field === 'image') return 'a different picture';
  if (field === 'price') return formatMoney(Number(value));
  return value === '' ? 'empty' : `“${value}”`;
};

/** Shows what another admin has saved meanwhile, and says for each field whose words stand in the form now. */
export function ForeignChanges({ changes }: { changes: readonly ForeignChange[] }) {
  return (
    <Alert color="marigold" title="Another admin has changed this tool" role="alert">
      <Text size="sm">Your changes are not lost. Check theirs below, then save again.</Text>
      <ul className={classes.list}>
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
