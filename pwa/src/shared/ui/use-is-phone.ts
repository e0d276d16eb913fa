import { useMediaQuery } from '@mantine/hooks';

/** Whether the screen is as narrow as a phone's: there a page begins with what it asks, and the rest folds or follows. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
