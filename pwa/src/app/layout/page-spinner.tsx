import { Center, Loader } from '@mantine/core';
import classes from './page-spinner.module.css';

/** Shows only after 300 ms, so that a quick page does not flicker. */
export function PageSpinner() {
  return (
    <Center className={classes.spinner} role="status" aria-label="Loading">
      <Loader />
    </Center>
  );
}
