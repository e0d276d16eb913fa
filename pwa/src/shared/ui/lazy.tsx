import { type ComponentType, lazy, Suspense, useState } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

/** A component whose code comes when it is needed. `preload` fetches it before; it then shows without a gap. */
export type Lazy<P extends object = object> = ComponentType<P> & { preload(): Promise<void> };

type PropsOf<C> = C extends ComponentType<infer P extends object> ? P : never;

/** Makes a lazy component of a module's export. Draw it inside a Suspense and an error boundary: it suspends, and throws when its code does not come. */
export function lazyComponent<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  type P = PropsOf<Module[Name]>;
  let loaded: ComponentType<P> | undefined;
  const take = async () => (await load())[name] as ComponentType<P>;
  const Later: ComponentType<P> = lazy(async () => ({ default: await take() }));
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each component, as a module is loaded
  function LazyComponent(props: P) {
    const [Now] = useState<ComponentType<P>>(() => loaded ?? Later);
    return <Now {...props} />;
  }
  const preload = async () => {
    loaded = await take();
  };
  return Object.assign(LazyComponent, { preload }) as Lazy<P>;
}

/** Makes a lazy part that a page can do without: nothing is drawn until its code is there, nor when it fails. */
export function lazyPart<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  const Part = lazyComponent(load, name);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, as a module is loaded
  const LazyPart = (props: PropsOf<Module[Name]>) => (
    <ErrorBoundary fallback={() => null}>
      <Suspense>
        <Part {...props} />
      </Suspense>
    </ErrorBoundary>
  );
  return Object.assign(LazyPart, { preload: Part.preload });
}
