import { type NavigateOptions, useSearchParams } from 'react-router-dom';

/** Reads the words of the address ('' for one that is not there), and changes some of them; an empty one is taken out. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const change = (words: Record<string, string>, options?: NavigateOptions) => {
    const next = new URLSearchParams({ ...Object.fromEntries(params), ...words });
    for (const [name, value] of [...next]) if (value === '') next.delete(name);
    setParams(next, options);
  };
  return { word: (name: string) => params.get(name) ?? '', change };
}
