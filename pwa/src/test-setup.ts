import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// happy-dom has no font set, which Mantine's growing text boxes ask for.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
// happy-dom has no locks either; tests of the waiting for one bring their own.
const locks = {
  async request(_name: string, _options: object, work: () => Promise<void>) {
    await null;
    return work();
  },
};
Object.defineProperty(navigator, 'locks', { value: locks, configurable: true, enumerable: true });
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

// A loaded machine is slow, not wrong.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
