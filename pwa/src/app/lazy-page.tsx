import { type ComponentType, lazy, useState } from 'react';

/** A page whose code comes when it is needed. `preload` fetches it before; the page then shows without a gap. */
export type LazyPage = ComponentType & { preload(): Promise<void> };

/** Makes a page of a module that exports it as `Component`. */
export function lazyPage(load: () => Promise<{ Component: ComponentType }>): LazyPage {
  let here: ComponentType | undefined;
  const Late = lazy(async () => ({ default: (await load()).Component }));
  function Page() {
    const [Now] = useState<ComponentType>(() => here ?? Late);
    return <Now />;
  }
  return Object.assign(Page, {
    async preload() {
      here = (await load()).Component;
    },
  });
}
