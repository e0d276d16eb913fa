import { expect, it } from 'vitest';
import { auditWords } from './audit-log.tsx';

it.each([
  [
    { kind: 'admin.made', subject: 'rina@x.com', detail: {} },
    { title: 'Made an admin', subject: 'rina@x.com', detail: '' },
  ],
  [
    {
      kind: 'tool.changed',
      subject: 'tool_1',
      detail: { name: 'Plane', before: { price: 12 }, after: { price: 9, availableQuantity: '+5' } },
    },
    { title: 'Changed a tool', subject: 'Plane (tool_1)', detail: 'price: 12 → 9, availableQuantity: +5' },
  ],
  [
    { kind: 'orders.exported', subject: 'orders.csv', detail: { search: true, paid: 'true' } },
    { title: 'Exported orders as CSV', subject: '', detail: 'search: true, paid: true' },
  ],
  [
    { kind: 'tool.painted', subject: 'tool_1', detail: {} },
    { title: 'tool.painted', subject: 'tool_1', detail: '' },
  ],
])('%j is told in words', (entry, words) => {
  expect(auditWords(entry)).toEqual(words);
});
