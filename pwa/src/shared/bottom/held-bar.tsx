import { type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './held-bar.module.css';

/**
 * What a page asks the person to do. On a phone it stays at the bottom edge of the screen, above the shop's own bar; its height goes
 * into `--held-bar-height`, so that the page ends above it, toasts appear above it and what takes the focus is scrolled out from under it.
 * On other screens it is the end of a form; with `inline` it is one of the page's lines.
 */
export function HeldBar({ children, inline = false }: { children: ReactNode; inline?: boolean }) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (element === null) return;
    const { style } = document.documentElement;
    const measure = () => {
      const isHeld = getComputedStyle(element).position === 'fixed';
      style.setProperty('--held-bar-height', `${isHeld ? element.offsetHeight : 0}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--held-bar-height');
    };
  }, []);
  return (
    <div ref={bar} className={classes.bar} data-inline={inline || undefined}>
      {children}
    </div>
  );
}
