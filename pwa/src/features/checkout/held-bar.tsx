import { type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './held-bar.module.css';

/**
 * What a form ends with. On a phone it stays at the bottom edge of the screen; its height goes into `--held-bar-height`, so that the page
 * ends above it, toasts stand above it and a field that takes the focus is scrolled out from under it.
 */
export function HeldBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (element === null) return;
    const { style } = document.documentElement;
    const measure = () => style.setProperty('--held-bar-height', `${element.offsetHeight}px`);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--held-bar-height');
    };
  }, []);
  return (
    <div ref={bar} className={classes.bar}>
      {children}
    </div>
  );
}
