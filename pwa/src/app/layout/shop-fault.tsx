import { paths } from '../../shared/paths.ts';
import classes from './shop-fault.module.css';

/** Stands in the place of the whole shop when its frame breaks; built without the library, which may be what broke. */
export function ShopFault() {
  return (
    <main className={classes.fault} role="alert">
      <h1>Something went wrong</h1>
      <p>Your orders and anything you typed are saved on this device. Reload the page to continue.</p>
      <p>
        <button type="button" onClick={() => location.reload()}>
          Reload the page
        </button>{' '}
        <a href={paths.home}>Go to the home page</a>
      </p>
    </main>
  );
}
