import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../shared/api/failure.ts';
import { onReturnOfShop } from '../../shared/api/probe.ts';

/** What a screen knows of something that only the server knows. Old data stays while newer is asked for. */
export interface ServerData<T> {
  data: T | undefined;
  error: unknown;
  loading: boolean;
  /** Whether `data` answers the question before this one, whose own answer is on its way. */
  stale: boolean;
  reload: () => void;
  /**
   * Changes what is shown at once, for example when live news names one row. An answer that is on its way may be older:
   * it is changed alike when it comes. So `change` must not set back what is newer already.
   */
  patch: (change: (data: T) => T) => void;
}

/** How long (ms) a page waits to ask a server again that answered with a failure of its own. */
const retryAfter = 15_000;

/**
 * Reads from the server and keeps nothing on the device. `key` names what is asked for: another key asks again and
 * gives up the question before it. `load` may throw; the error is kept beside the last good answer to the same question. Asks again by itself
 * when the shop can be reached again, and after a while when it failed to answer.
 */
export function useServerData<T>(key: string, load: (signal: AbortSignal) => Promise<T>): ServerData<T> {
  /** `answered` is what was asked for the data. */
  const [{ answered, ...state }, setState] = useState<
    Pick<ServerData<T>, 'data' | 'error' | 'loading'> & { answered: string }
  >({ data: undefined, error: null, loading: true, answered: key });
  const [turn, setTurn] = useState(0);
  const question = useRef(load);
  /** The changes since the question that is on its way, null while there is none. */
  const since = useRef<((data: T) => T)[] | null>(null);
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
        const patched = changes.reduce((data, change) => change(data), answer);
        setState({ data: patched, error: null, loading: false, answered: key });
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        since.current = null;
        setState((before) => ({
          data: before.answered === key ? before.data : undefined,
          error,
          loading: false,
          answered: key,
        }));
      },
    );
    return () => abort.abort();
  }, [key, turn]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  const { error } = state;
  useEffect(() => {
    if (error === null) return;
    const fails = error instanceof ApiProblem && error.problem.status >= 500;
    const timer = fails ? setTimeout(reload, retryAfter) : undefined;
    const stopFollowing = onReturnOfShop(reload);
    return () => {
      clearTimeout(timer);
      stopFollowing();
    };
  }, [error, reload]);
  const patch = useCallback((change: (data: T) => T) => {
    since.current?.push(change);
    setState((before) => (before.data === undefined ? before : { ...before, data: change(before.data) }));
  }, []);
  return { ...state, stale: state.data !== undefined && answered !== key, reload, patch };
}
