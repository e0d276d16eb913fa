import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../../shared/messages.ts';
import classes from './home.module.css';

/** How long a counter runs (ms). */
const counterDuration = 2000;

/**
 * What a counter shows `elapsed` ms after it has begun: 0 at first, `target` at the end, slowing down towards it, always with the target's
 * decimals so that its width stays calm.
 */
export function countText(target: number, elapsed: number): string {
  const left = 1 - Math.min(Math.max(elapsed, 0) / counterDuration, 1);
  return (target * (1 - left ** 3)).toFixed((String(target).split('.')[1] ?? '').length);
}

/** A number that counts up once, when it is first seen; with reduced motion it shows its final value at once. */
export function Counter({ value, suffix }: { value: number; suffix: string }) {
  const still = useReducedMotion(false, { getInitialValueInEffect: false });
  const element = useRef<HTMLSpanElement>(null);
  const [elapsed, setElapsed] = useState(0);

  useEffect(() => {
    if (still || element.current === null) return;
    let frame = 0;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      const begin = performance.now();
      const tick = (now: number) => {
        setElapsed(now - begin);
        if (now - begin < counterDuration) frame = requestAnimationFrame(tick);
      };
      frame = requestAnimationFrame(tick);
    });
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [still]);

  return <span ref={element}>{countText(value, still ? counterDuration : elapsed) + suffix}</span>;
}

/** Four figures about the company, counted up when they come into view. */
export function ExecutiveSummary() {
  return (
    <section className={classes.summary} aria-labelledby="summary-title">
      <div className={classes.section}>
        <h2 id="summary-title" className={classes.title}>
          Executive summary
        </h2>
        <p className={classes.lead}>Tools from our workshop are at work all over the world.</p>
        <dl className={classes.figures}>
          {messages.home.counters.map(({ value, suffix, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Counter value={value} suffix={suffix} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
