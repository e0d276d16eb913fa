import preset from 'postcss-preset-mantine';
import simpleVars from 'postcss-simple-vars';

/** Leaves out the colours of the library's palette that the theme does not use, or that its provider writes itself. */
const withoutUnusedColours = {
  postcssPlugin: 'karigar-colours',
  Declaration(declaration) {
    if (
      /^--mantine-(color-(pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-|primary-color-(\d|filled|light))/.test(
        declaration.prop,
      )
    )
      declaration.remove();
  },
};

export default {
  plugins: [
    preset(),
    simpleVars({
      variables: {
        'mantine-breakpoint-xs': '36em',
        'mantine-breakpoint-sm': '48em',
        'mantine-breakpoint-md': '62em',
        'mantine-breakpoint-lg': '75em',
        'mantine-breakpoint-xl': '88em',
      },
    }),
    withoutUnusedColours,
  ],
};
