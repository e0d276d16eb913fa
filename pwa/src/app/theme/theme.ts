import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** Bottle green, the primary: 8 fills buttons on paper, 4 writes links on the dark ground. */
export const bottle: MantineColorsTuple = [
  '#eaf5f1',
  '#d2e9e1',
  '#a6d3c5',
  '#78bca8',
  '#4fa78f',
  '#2c8e78',
  '#157462',
  '#0f6757',
  '#0b5d4e',
  '#063f35',
];
/** Marigold, the accent: 5 is the pure tone and carries dark text. */
export const marigold: MantineColorsTuple = [
  '#fff6e4',
  '#feebc8',
  '#fbd792',
  '#f8c462',
  '#f5b249',
  '#f2a33a',
  '#cf8221',
  '#9c5f0d',
  '#774707',
  '#4d2d03',
];
/** Warm greys around paper and ink. */
export const gray: MantineColorsTuple = [
  '#fbf8f3',
  '#f4efe6',
  '#e9e2d6',
  '#d9d0c2',
  '#b8ad9c',
  '#857b6b',
  '#635b4e',
  '#4a443a',
  '#322e27',
  '#1f1c17',
];
/** Green-black, from text (0) to the deepest ground (9). */
export const dark: MantineColorsTuple = [
  '#e4ede8',
  '#c4d3cb',
  '#a2b5ac',
  '#7b9187',
  '#3f544c',
  '#2b3c35',
  '#1b2924',
  '#121d19',
  '#0c1512',
  '#060c0a',
];
/** A brick red that is readable on paper. */
export const red: MantineColorsTuple = [
  '#fdefec',
  '#fad9d3',
  '#f3b1a6',
  '#ec8779',
  '#e36453',
  '#d24c3a',
  '#b93726',
  '#a32c1d',
  '#8a2317',
  '#5c140b',
];
/** Ink: text on paper and on marigold. */
export const ink = '#1b2420';

/** The device's faces that take the room of one of ours until it is loaded (fonts.css). */
const standIns = (face: string) =>
  ['Arial', 'Roboto', 'DejaVu'].map((name) => `'${face} as ${name}'`).join(', ');
const bengali = "'Noto Sans Bengali', 'Kohinoor Bangla', 'Nirmala UI', 'Vrinda'";

/**
 * How drawers look: a card's ground, because the page's own, under its veil, is nearly the same in the dark; and
 * what they are about as the heading that it is.
 */
const overlayStyles = {
  content: { backgroundColor: 'var(--mantine-color-default)' },
  header: { backgroundColor: 'var(--mantine-color-default)' },
  title: {
    fontFamily: 'var(--mantine-font-family-headings)',
    fontSize: 'var(--mantine-font-size-lg)',
    fontWeight: 650,
    // A long name must not push the button that closes it out of the screen.
    lineHeight: 1.2,
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
} as const;

const overlayProps = {
  transitionProps: { duration: 150 },
  // The library draws the title's line as a <header>, which a screen reader would take for a second one of the page.
  attributes: { header: { role: 'presentation' } },
  closeButtonProps: { 'aria-label': 'Close' },
};

/** Karigar's looks: warm, precise, honest, never loud. */
export const theme = createTheme({
  primaryColor: 'bottle',
  primaryShade: { light: 8, dark: 6 },
  colors: { bottle, marigold, gray, dark, red },
  white: '#ffffff',
  black: ink,
  autoContrast: true,
  fontFamily: `'Figtree Variable', ${standIns('Figtree')}, ${bengali}, system-ui, sans-serif`,
  headings: {
    fontFamily: `'Bricolage Grotesque Variable', ${standIns('Bricolage')}, ${bengali}, system-ui, sans-serif`,
    fontWeight: '650',
    textWrap: 'balance',
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Badge: {
      styles: {
        root: {
          fontSize: 'max(var(--badge-fz), var(--mantine-font-size-xs))',
          letterSpacing: 0,
          textTransform: 'none',
        },
      },
    },
    Drawer: { defaultProps: overlayProps, styles: overlayStyles },
  },
});

/** Lines, tinted grounds of notes, paper and green-black grounds, and text tones that stay readable on them. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--line': gray[2],
    '--calm': bottle[0],
    '--ask': marigold[1],
    '--mantine-color-body': gray[0],
    '--mantine-color-text': ink,
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-error': red[7],
    '--mantine-color-anchor': bottle[8],
    '--mantine-color-bottle-light-color': bottle[8],
    '--mantine-color-marigold-light-color': marigold[8],
    '--mantine-color-red-light-color': red[8],
    '--mantine-color-gray-light-color': gray[7],
  },
  dark: {
    '--line': dark[5],
    '--calm': dark[6],
    '--ask': '#3a2a0c',
    '--mantine-color-body': dark[8],
    '--mantine-color-text': dark[0],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-error': red[2],
    '--mantine-color-anchor': bottle[3],
    '--mantine-color-bottle-light': bottle[9],
    '--mantine-color-bottle-light-hover': bottle[8],
    '--mantine-color-marigold-light': marigold[9],
    '--mantine-color-marigold-light-hover': marigold[8],
    '--mantine-color-red-light': red[9],
    '--mantine-color-red-light-hover': red[8],
    '--mantine-color-gray-light': dark[5],
    '--mantine-color-bottle-light-color': bottle[2],
    '--mantine-color-marigold-light-color': marigold[3],
    '--mantine-color-red-light-color': red[2],
    '--mantine-color-gray-light-color': gray[2],
  },
});
