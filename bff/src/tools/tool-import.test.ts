import { describe, expect, it } from 'vitest';
import type { Tool } from '../contracts/tool.ts';
import { readToolFile, toolFile } from './tool-file.ts';
import { brief, planImport } from './tool-import.ts';

const hammer: Tool = {
  _id: 'tool_1',
  name: 'Claw Hammer',
  image: '/images/hammer.webp',
  price: 12,
  minOrderQuantity: 2,
  availableQuantity: 40,
  description: 'Steel head,\r\nash handle.',
  category: 'Hand tools',
  alt: '',
  otherNames: '',
  rev: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const head = 'name,price,minOrderQuantity,availableQuantity,description,image,category';
const row = (name: string, price: string | number = 12, stock = '40') =>
  `${name},${price},2,${stock},Made of steel,/images/x.webp,`;

function plan(text: string, tools: readonly Tool[] = [hammer]) {
  const { rows, faults } = readToolFile(new TextEncoder().encode(text));
  expect(faults).toEqual([]);
  return planImport(rows, tools);
}
const faultsOf = (text: string, tools?: readonly Tool[]) =>
  plan(text, tools).faults.map(({ line, column, message }) => `${line} ${column}: ${message}`);

describe('a row with _id', () => {
  it('changes nothing as it was exported, even where a tool would not pass the rules of today', () => {
    const older = { ...hammer, _id: 'tool_2', description: '', availableQuantity: 2_000_000, image: 'x' };
    const { steps, faults } = plan(toolFile([hammer, older]), [hammer, older]);
    expect(faults).toEqual([]);
    expect(steps.map(({ kind }) => kind)).toEqual(['same', 'same']);
  });

  it('changes the fields that differ, at the revision that was read', () => {
    const { steps } = plan('_id,price,category,name,otherNames\ntool_1,13,,Claw Hammer,"mallet, হাতুড়ি"\n');
    expect(steps).toEqual([
      {
        kind: 'change',
        line: 2,
        name: 'Claw Hammer',
        id: 'tool_1',
        edit: { price: 13, category: '', otherNames: 'mallet, হাতুড়ি', rev: 3 },
        changes: [
          { field: 'price', before: 12, after: 13 },
          { field: 'category', before: 'Hand tools', after: '' },
          { field: 'otherNames', before: '', after: 'mallet, হাতুড়ি' },
        ],
      },
    ]);
  });

  it('changes specifications, which are lines of their cell, and names a line without a colon', () => {
    const specifications = [{ label: 'Weight', value: '450 g' }];
    const weighed = { ...hammer, specifications };
    expect(plan(toolFile([weighed]), [weighed]).steps).toMatchObject([{ kind: 'same' }]);
    const file = '_id,specifications\ntool_1,"Weight: 500 g\nLength: 33 cm"\n';
    expect(plan(file, [weighed]).steps).toMatchObject([
      {
        edit: { specifications: [{ value: '500 g' }, { label: 'Length', value: '33 cm' }], rev: 3 },
        changes: [{ before: 'Weight: 450 g', after: 'Weight: 500 g\nLength: 33 cm' }],
      },
    ]);
    expect(plan('_id,specifications\ntool_1,\n', [weighed]).steps).toMatchObject([
      { edit: { specifications: [] } },
    ]);
    expect(faultsOf('_id,specifications\ntool_1,heavy\n')).toEqual([
      '2 specifications: Write “heavy” as a label, a colon and a value, such as “Weight: 450 g”; the cell says "heavy"',
    ]);
  });

  it('changes the other pictures, whose addresses are lines of their cell', () => {
    const pictured = { ...hammer, otherImages: ['/images/a.webp', '/images/b.webp'] };
    expect(plan(toolFile([pictured]), [pictured]).steps).toMatchObject([{ kind: 'same' }]);
    expect(
      plan('_id,otherImages\ntool_1,"/images/b.webp\n/images/a.webp"\n', [pictured]).steps,
    ).toMatchObject([{ edit: { otherImages: ['/images/b.webp', '/images/a.webp'] } }]);
    expect(faultsOf('_id,otherImages\ntool_1,hammer.jpg\n')).toEqual([
      '2 otherImages: Send an address that begins with /images/ or https://; the cell says "hammer.jpg"',
    ]);
  });

  it('leaves stock alone that customers bought since the export, and sets it where the file was changed', () => {
    const sold = { ...hammer, availableQuantity: 37 };
    expect(plan(toolFile([hammer]), [sold]).steps).toMatchObject([{ kind: 'same' }]);
    const text = '_id,availableQuantity,stockAtExport\ntool_1,60,40\n';
    expect(plan(text, [sold]).steps).toMatchObject([{ edit: { availableQuantity: 60, rev: 3 } }]);
    expect(plan('_id,availableQuantity\ntool_1,0\n').steps).toMatchObject([
      { edit: { availableQuantity: 0 } },
    ]);
  });

  it('is refused where a cell breaks the rules, each cell by itself', () => {
    expect(faultsOf('_id,name,price,image\ntool_1,,12.5,javascript:x\n')).toEqual([
      '2 name: Tools Name required',
      '2 price: Price is a whole number, from 1 to 1,000,000; the cell says "12.5"',
      '2 image: Send an address that begins with /images/ or https://; the cell says "javascript:x"',
    ]);
    for (const stock of ['+5', '-5'])
      expect(faultsOf(`_id,availableQuantity\ntool_1,${stock}\n`)).toEqual([
        '2 availableQuantity: Write the number of pieces that are there now, without a sign',
      ]);
  });

  it('is refused for a tool that is not on sale, and for one that stands twice', () => {
    expect(faultsOf('_id,price\ntool_9,3\n')).toEqual([
      '2 _id: No tool on sale has the id tool_9: empty the cell to add the tool anew',
    ]);
    expect(faultsOf('_id,price\ntool_1,3\ntool_1,4\n')).toEqual([
      '2 _id: Line 3 has the same: keep one of the two',
      '3 _id: Line 2 has the same: keep one of the two',
    ]);
  });
});

describe('a row without _id', () => {
  it('adds a tool by the rules of a new one', () => {
    expect(plan(`${head}\n${row('Saw')}\n`).steps).toMatchObject([
      {
        kind: 'add',
        line: 2,
        tool: { name: 'Saw', price: 12, availableQuantity: 40, category: '', alt: '', otherNames: '' },
      },
    ]);
    expect(faultsOf('name,price\nSaw,12.5\n')).toEqual([
      '2 price: Price is a whole number, from 1 to 1,000,000; the cell says "12.5"',
      '2 minOrderQuantity: Minimum Order Quantity required',
      '2 description: Tools Description is required',
      '2 image: Image is required',
      '2 availableQuantity: Available Quantity required',
    ]);
  });

  it.each([
    ['হাতু\u09dcি', 'হাতু\u09a1\u09bcি'],
    ['Caf\u00e9 Saw', 'Cafe\u0301  saw'],
  ])('adds no second tool for another writing of a name: %s', (one, other) => {
    expect(faultsOf(`${head}\n${row(one)}\n${row(other)}\n`)).toHaveLength(2);
    expect(faultsOf(`${head}\n${row(other)}\n`, [{ ...hammer, name: one }])).toEqual([
      '2 _id: A tool of this name is in the shop: write tool_1 into _id to change it, or give the new one another name',
    ]);
  });

  it('that was added before is there already, also when pieces of it were sold', () => {
    const { rows } = readToolFile(new TextEncoder().encode(`${head}\n${row('Saw')}\n`));
    const [step] = planImport(rows, []).steps;
    const added = { ...hammer, ...(step as { tool: object }).tool, _id: 'tool_2', availableQuantity: 33 };
    expect(planImport(rows, [added])).toEqual({
      steps: [
        {
          kind: 'same',
          line: 2,
          name: 'Saw',
          note: 'its stock stays 33: to change it, write tool_2 into _id',
        },
      ],
      faults: [],
    });
  });

  it('with the name of a tool that differs is refused with the id to write', () => {
    expect(faultsOf(`${head}\n${row('Claw Hammer')}\n`)).toEqual([
      '2 _id: A tool of this name is in the shop: write tool_1 into _id to change it, or give the new one another name',
    ]);
  });

  it('with the name of another row is refused', () => {
    expect(faultsOf(`${head}\n${row('Saw')}\n${row(' Saw ', 13)}\n`)).toEqual([
      '2 name: Line 3 has the same: give each new tool a name of its own',
      '3 name: Line 2 has the same: give each new tool a name of its own',
    ]);
  });
});

it('a value stays on its line, and a terminal obeys nothing in it', () => {
  expect(brief('Saw\nFAULT \u001b[2J\u009b2J')).toBe('"Saw FAULT  [2J 2J"');
});
