import { type ComponentType, lazy } from 'react';

/** A page's module: what each file named `…-page.tsx` exports. */
interface PageModule {
  Component: ComponentType;
}

const modules = import.meta.glob<PageModule>(['../features/**/*-page.tsx', './not-found-page.tsx']);

/** The lazily loaded page of this file name; undefined while nobody has written it. */
export function page(file: string) {
  const found = Object.entries(modules).find(([path]) => path.endsWith(`/${file}.tsx`));
  if (found === undefined) return undefined;
  const [, load] = found;
  return lazy(async () => ({ default: (await load()).Component }));
}
