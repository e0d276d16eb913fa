import { paths } from '../../shared/paths.ts';
import classes from './shop-fault.module.css';

/** Stands in the place of the whole shop when its frame breaks; built without the library, which may be what broke. */
export function ShopFault() {
  return (
    <main className={classes.fault} role="alert">
      <h1>The shop broke</h1>
      <p>What you typed and ordered is kept on this device. Load the page again to go on.</p>
      <p>
        <button type="button" onClick={() => location.reload()}>
          Load the page again
        </button>{' '}
        <a href={paths.home}>Go to the home page</a>
      </p>
    </main>
  );
}
