import { useMutation } from '@tanstack/react-query';
import { download } from '../../shared/api/download.ts';
import { saveFile } from '../../shared/ui/save-file.ts';
import type { Days } from './period-fields.tsx';

/** Which records of the shop a file holds: all that fit `query`. The file's name ends with `name`. */
interface CsvRequest {
  query: Days | Record<string, string>;
  name: string;
}

/** Saves records of the shop, such as `orders`, as a CSV file. `onError` hears why that failed. */
export const useCsv = (of: string, onError: (error: unknown) => unknown = () => undefined) =>
  useMutation({
    async mutationFn({ query, name }: CsvRequest) {
      const file = await download(`/${of}.csv?${new URLSearchParams({ ...query })}`, 'text/csv');
      saveFile(file, `karigar-${of}-${name}.csv`);
    },
    onError,
  });
