import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../../shared/messages.ts';
import classes from './executive-summary.module.css';
import section from './section.module.css';

/** How long a counter runs (ms). */
const counterDuration = 2000;

/**
 * What a counter shows `elapsed` ms after it started: 0 at the beginning, `target` from the duration's end on, slowing
 * down towards it. Keeps as many decimals as the target has.
 */
export function countAt(target: number, elapsed: number, duration = counterDuration): number {
  if (elapsed >= duration) return target;
  const share = 1 - (1 - Math.max(0, elapsed) / duration) ** 3;
  const scale = 10 ** decimalsOf(target);
  return Math.floor(target * share * scale) / scale;
}

/** A counter's number as text, with the decimals of its target so that its width stays calm. */
export const countText = (value: number, target: number): string => value.toFixed(decimalsOf(target));

const decimalsOf = (value: number): number => (String(value).split('.')[1] ?? '').length;

/** A number that counts up once, when it is first seen; with reduced motion it shows its final value at once. */
export function Counter({ value, suffix }: { value: number; suffix: string }) {
  const still = useReducedMotion(false, { getInitialValueInEffect: false });
  const element = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState(0);

  useEffect(() => {
    if (still || element.current === null) return;
    let frame = 0;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      const begin = performance.now();
      const tick = (now: number) => {
        const elapsed = Math.max(0, now - begin);
        setShown(countAt(value, elapsed));
        if (elapsed < counterDuration) frame = requestAnimationFrame(tick);
      };
      frame = requestAnimationFrame(tick);
    });
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [still, value]);

  return <span ref={element}>{countText(still ? value : shown, value) + suffix}</span>;
}

/** Four figures about the company, counted up when they come into view. */
export function ExecutiveSummary() {
  return (
    <section className={classes.section} aria-labelledby="summary-title">
      <div className={section.inner}>
        <h2 id="summary-title" className={section.title}>
          Executive summary
        </h2>
        <p className={classes.lead}>Tools from our workshop are at work all over the world.</p>
        <dl className={classes.figures}>
          {messages.home.counters.map(({ value, suffix, label }) => (
            <div key={label} className={classes.figure}>
              <dt className={classes.label}>{label}</dt>
              <dd className={classes.value}>
                <Counter value={value} suffix={suffix} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
