import type { Tool } from '@karigar/bff/contracts';

/** A tool of its name alone; its id is the name. */
export const toolNamed = (name: string, fields: Partial<Tool> = {}): Tool => ({
  _id: name,
  name,
  image: '/images/x.webp',
  price: 10,
  minOrderQuantity: 1,
  availableQuantity: 5,
  description: '',
  category: '',
  alt: '',
  otherNames: '',
  rev: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...fields,
});
