import { useCallback, useEffect, useRef } from 'react';

/** Gathers a burst of calls into one, `wait` ms after the first of them: a busy shop must not reload a list per order. */
export function useThrottled(act: () => void, wait: number): () => void {
  const latest = useRef(act);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      latest.current();
    }, wait);
  }, [wait]);
}
