import { expect, test } from 'vitest';
import { styleFindings } from './style-findings.ts';

const featuresOf = (sheet: string) => styleFindings(sheet).map(({ feature }) => feature);

test.each([
  ['a:has(b){color:red}', ':has'],
  ['@starting-style{a{opacity:0}}', '@starting-style'],
  ['a:popover-open{color:red}', ':popover-open'],
  ['a{color:light-dark(#fff,#000)}', 'light-dark()'],
  ['a{field-sizing:content}', 'field-sizing'],
  ['a{position-area:top}', 'position-area'],
])('%s is found', (sheet, feature) => {
  expect(featuresOf(sheet)).toContain(feature);
});

test.each([
  'a{color:color-mix(in srgb,red,blue);inset:0;container-type:inline-size}',
  'a:focus-visible::before{content:":has(b) light-dark()"}',
  '@supports selector(:has(a)){a:has(b){color:red}}',
  'a{color:#fff;color:light-dark(#fff,#000)}',
  'a{-webkit-user-select:none;user-select:none}',
  'a::-webkit-scrollbar{display:none}',
])('%s is left aside', (sheet) => {
  expect(featuresOf(sheet)).toEqual([]);
});
