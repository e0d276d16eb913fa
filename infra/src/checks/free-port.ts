import { freePort } from '../stack/free-port.ts';

/** Prints a free port, for whoever cannot wait for one. */
console.log(await freePort());
