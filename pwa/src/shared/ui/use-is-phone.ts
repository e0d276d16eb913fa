import { useMediaQuery } from '@mantine/hooks';

/**
 * Whether the screen is as narrow as a phone's, below 768 px: there a page begins with what it asks, lists are cards, and the bottom bar is
 * drawn. Style sheets say the same as `(max-width: 47.99em)`.
 */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
