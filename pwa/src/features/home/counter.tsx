import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { countAt, counterDuration, countText } from './counter-value.ts';

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
