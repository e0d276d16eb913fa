import { useCallback, useEffect, useRef, useState } from 'react';

/** What a screen knows of something that only the server knows. Old data stays while newer is asked for. */
export interface ServerData<T> {
  data: T | undefined;
  error: unknown;
  loading: boolean;
  reload: () => void;
  /**
   * Changes what is shown at once, for example when live news names one row. An answer that is on its way may be older:
   * it is changed alike when it comes. So `change` must not set back what is newer already.
   */
  patch: (change: (data: T) => T) => void;
}

/**
 * Reads from the server and keeps nothing on the device. `key` names what is asked for: another key asks again and
 * gives up the question before it. `load` may throw; the error is kept beside the last good answer to the same question.
 */
export function useServerData<T>(key: string, load: (signal: AbortSignal) => Promise<T>): ServerData<T> {
  const [state, setState] = useState<{ data: T | undefined; error: unknown; loading: boolean }>({
    data: undefined,
    error: null,
    loading: true,
  });
  const [turn, setTurn] = useState(0);
  const question = useRef(load);
  /** The changes since the question that is on its way, null while there is none. */
  const since = useRef<((data: T) => T)[] | null>(null);
  /** What was asked for the data that is shown. */
  const answered = useRef<string | null>(null);
  useEffect(() => {
    question.current = load;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key and the turn say when to ask again
  useEffect(() => {
    const abort = new AbortController();
    const changes: ((data: T) => T)[] = [];
    since.current = changes;
    setState((before) => ({ ...before, loading: true }));
    question.current(abort.signal).then(
      (answer) => {
        if (abort.signal.aborted) return;
        since.current = null;
        answered.current = key;
        const patched = changes.reduce((data, change) => change(data), answer);
        setState({ data: patched, error: null, loading: false });
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        since.current = null;
        const isOfAnother = answered.current !== key;
        setState(({ data }) => ({ data: isOfAnother ? undefined : data, error, loading: false }));
      },
    );
    return () => abort.abort();
  }, [key, turn]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  const patch = useCallback((change: (data: T) => T) => {
    since.current?.push(change);
    setState((before) => (before.data === undefined ? before : { ...before, data: change(before.data) }));
  }, []);
  return { ...state, reload, patch };
}
