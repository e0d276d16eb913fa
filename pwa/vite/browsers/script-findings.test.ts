import { expect, test } from 'vitest';
import { scriptFindings } from './script-findings.ts';

const featuresOf = (code: string) => scriptFindings(code).map(({ feature }) => feature);

test.each([
  ['let{promise:e}=Promise.withResolvers()', 'Promise.withResolvers'],
  ['f(AbortSignal.any([a,b]))', 'AbortSignal.any'],
  ['URL.canParse(a)', 'URL.canParse'],
  ['Object.groupBy(a,b)', 'Object.groupBy'],
  ['requestIdleCallback(a)', 'requestIdleCallback'],
  ['window.requestIdleCallback(a)', 'window.requestIdleCallback'],
  ['navigator.setAppBadge(3)', 'navigator.setAppBadge'],
  ['a(navigator.connection.effectiveType)', 'navigator.connection'],
  ['document.startViewTransition(a)', 'document.startViewTransition'],
  ['a.showPopover()', '.showPopover'],
  ['new Set(a).isSubsetOf(b)', '.isSubsetOf'],
  ['a.addEventListener(`scrollend`,b)', 'the event scrollend'],
  ['a instanceof CloseWatcher', 'CloseWatcher'],
])('%s is found', (code, feature) => {
  expect(featuresOf(code)).toEqual([feature]);
});

test.each([
  'a.toSorted()',
  'structuredClone(a)',
  'typeof requestIdleCallback=="function"?requestIdleCallback(a):setTimeout(a)',
  'function f(){if(!("setAppBadge"in navigator))return;return()=>navigator.setAppBadge(1)}',
  'navigator.setAppBadge?.(1)',
  'navigator.connection?.saveData',
  'let a=navigator.connection',
  'let a={requestIdleCallback:1}; a.first(), a.union(b)',
])('%s is left aside', (code) => {
  expect(featuresOf(code)).toEqual([]);
});

test('asking in one function does not clear another one', () => {
  expect(
    featuresOf('function a(){return typeof requestIdleCallback}function b(){requestIdleCallback(c)}'),
  ).toEqual(['requestIdleCallback']);
});

test('a finding says who lacks it and where it stands', () => {
  expect(scriptFindings('a();AbortSignal.any(b)')).toEqual([
    {
      feature: 'AbortSignal.any',
      lacking: [
        'safari has it from 17.4, firefox has it from 124, chrome has it from 116',
        'safari_ios has it from 17.4, chrome_android has it from 116',
      ].join(', '),
      at: 4,
    },
  ]);
});
