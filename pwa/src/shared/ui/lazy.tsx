import { type ComponentType, lazy, Suspense, useState } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

/** A component whose code comes when it is needed. `preload` fetches it before; it then shows without a gap. */
export type Lazy<P extends object = object> = ComponentType<P> & { preload(): Promise<void> };

/** Makes a lazy component. Draw it inside a Suspense and an error boundary: it suspends, and throws when its code does not come. */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>): Lazy<P> {
  let loaded: ComponentType<P> | undefined;
  const Later = lazy(async () => ({ default: await load() }));
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each component, as a module is loaded
  function LazyComponent(props: P) {
    const [Now] = useState<ComponentType<P>>(() => loaded ?? Later);
    return <Now {...props} />;
  }
  return Object.assign(LazyComponent, {
    async preload() {
      loaded = await load();
    },
  });
}

/** Makes a lazy part that a page stands without: nothing is drawn until its code is there, nor when it fails. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): Lazy<P> {
  const Part = lazyComponent(load);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, as a module is loaded
  const LazyPart = (props: P) => (
    <ErrorBoundary fallback={() => null}>
      <Suspense>
        <Part {...props} />
      </Suspense>
    </ErrorBoundary>
  );
  return Object.assign(LazyPart, { preload: Part.preload });
}
