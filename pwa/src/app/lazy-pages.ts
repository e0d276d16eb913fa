import type { ComponentType } from 'react';
import { type Lazy, lazyComponent } from '../shared/ui/lazy.tsx';
import { type PageName, pageNames, pages, roleOf } from './pages.ts';

type PageModule = { Component: ComponentType };

const modules = import.meta.glob<PageModule>('../features/**/*-page.tsx');

/** Every page of the table, each loaded when somebody goes there. */
export const lazyPages = Object.fromEntries(
  pageNames.map((name) => {
    const load = modules[`../features/${pages[name].file}`];
    if (load === undefined) throw new Error(`There is no module ${pages[name].file}`);
    const styles = roleOf(pages[name]) !== null ? () => import('./theme/mantine-admin.css') : () => undefined;
    return [name, lazyComponent(async () => (await Promise.all([load(), styles()]))[0], 'Component')];
  }),
) as Record<PageName, Lazy>;
