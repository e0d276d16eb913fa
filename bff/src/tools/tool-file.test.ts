import { describe, expect, it } from 'vitest';
import type { Tool } from '../contracts/tool.ts';
import { readToolFile, toolFile } from './tool-file.ts';

const tool = (known: Partial<Tool> = {}): Tool => ({
  _id: 'tool_1',
  name: 'Claw Hammer',
  image: '/images/hammer.webp',
  price: 12,
  minOrderQuantity: 2,
  availableQuantity: 40,
  description: 'Steel head, ash handle.',
  category: '',
  alt: '',
  otherNames: '',
  rev: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...known,
});
const read = (text: string) => readToolFile(new TextEncoder().encode(text));
const faultLines = (text: string) =>
  read(text).faults.map(({ line, column, message }) => `${line} ${column}: ${message}`);

describe('a file of tools', () => {
  it('names its columns first, and begins with the mark by which spreadsheets know UTF-8', () => {
    const [head, row] = toolFile([tool()]).split('\n');
    expect(head).toBe(
      '\ufeff_id,name,price,minOrderQuantity,availableQuantity,description,image,alt,category,otherNames,specifications,otherImages,stockAtExport',
    );
    expect(row).toBe('tool_1,Claw Hammer,12,2,40,"Steel head, ash handle.",/images/hammer.webp,,,,,,40');
  });

  it.each([
    '=1+1',
    '-10 °C glove',
    '+5',
    '@home',
    "'=x",
    'steel;=1+1',
    'steel;"=1+1',
    "steel;'=1+1;-2",
    "''-",
    "'\n'",
    "'plain'",
    'a "quoted", text\nin two lines;',
    'হাতুড়ি',
  ])('brings back the names and words %j as they were', (text) => {
    const { rows, faults } = read(
      toolFile([tool({ name: text, alt: text, description: text, otherNames: text })]),
    );
    expect(faults).toEqual([]);
    expect(rows[0]?.cells).toMatchObject({ name: text, alt: text, description: text, otherNames: text });
  });

  it('brings line ends of other systems back as those of Unix, also behind an apostrophe', () => {
    const { rows } = read(toolFile([tool({ description: "'\r'" })]));
    expect(rows[0]?.cells.description).toBe("'\n'");
  });

  it.each(['=cmd', '+1', '-1', '@x', '\t=x', '＝x'])('holds no cell that a spreadsheet runs: %j', (text) => {
    expect(toolFile([tool({ name: text })])).not.toContain(`,${text}`);
  });

  it('holds no cell that a spreadsheet runs which separates by semicolons', () => {
    expect(toolFile([tool({ description: 'steel;=1+1' })])).toContain(`"steel;'=1+1"`);
  });

  it.each([',', ';', '\t'])('is read whether %j stands between its cells', (separator) => {
    const text = [
      ['name', 'price', '_id'],
      ['Saw', '3', 'tool_2'],
    ]
      .map((cells) => cells.join(separator))
      .join('\r\n');
    expect(read(text)).toEqual({
      rows: [{ line: 2, cells: { name: 'Saw', price: '3', _id: 'tool_2' } }],
      faults: [],
    });
  });

  it('knows the line that a row begins in, whatever is empty and however long the texts before it are', () => {
    const { rows } = read('name,description\r\nA,"one\r\n\r\ntwo"\r\n\r\n,\r\nB,x\r\nC,y');
    expect(rows.map(({ line, cells }) => [line, cells.name])).toEqual([
      [2, 'A'],
      [7, 'B'],
      [8, 'C'],
    ]);
  });

  it('may have empty cells behind its last column', () => {
    expect(read('name,price\nSaw,3,,\n')).toMatchObject({ rows: [{ cells: { name: 'Saw' } }], faults: [] });
  });
});

describe('a fault of a file', () => {
  it('is that it is empty, or holds no tool', () => {
    expect(faultLines('')).toEqual([expect.stringContaining('1 null: The file is empty')]);
    expect(faultLines('name,price\n')).toEqual(['2 null: No tool follows the names of the columns']);
  });

  it('is a column that is unknown, has no name or stands twice, before any row is looked at', () => {
    expect(faultLines('name,colour,,name\nSaw\n')).toEqual([
      expect.stringContaining('1 colour: There is no such column. The columns are: _id, name, price'),
      expect.stringContaining('1 no. 3: There is no such column'),
      '1 name: This column stands twice: remove one',
    ]);
  });

  it('is a row with more or fewer cells than there are columns; the others are read', () => {
    const text = 'name,price\nSaw,1,234\nRasp,5\nFile\n';
    expect(faultLines(text)).toEqual([
      expect.stringContaining('2 null: This row has 3 cells, the first line 2'),
      expect.stringContaining('4 null: This row has one cell, the first line 2'),
    ]);
    expect(read(text).rows.map(({ cells }) => cells.name)).toEqual(['Rasp']);
  });

  it.each([
    'name,price\nA,1\n"B,2\nC,3\n',
    'name,price\nA,1\nB 3" pipe,2\nC,3\n',
    'name,price\nA,1\n"B"x,2\n',
  ])('is a quotation mark that does not fit, with the line of its row: %j', (text) => {
    expect(faultLines(text)).toEqual([expect.stringContaining('3 null: The quotation marks of this row')]);
    expect(read(text).rows.map(({ cells }) => cells.name)).toEqual(['A']);
  });

  it('is another encoding than UTF-8', () => {
    const { faults } = readToolFile(new Uint8Array([...new TextEncoder().encode('name\nS'), 0xe4, 0x67]));
    expect(faults[0]?.message).toContain('UTF-8');
  });

  it('is more tools than one file may hold', () => {
    const { rows, faults } = read(`name\n${Array.from({ length: 10_100 }, (_, n) => `T${n}`).join('\n')}`);
    expect(rows).toHaveLength(10_000);
    expect(faults).toMatchObject([{ line: 10_002, message: expect.stringContaining('at most 10000 tools') }]);
  });
});
