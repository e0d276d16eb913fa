import { useRef, useState } from 'react';
import { uploadImage } from './upload-image.ts';

/**
 * Uploads a chosen picture once: when the step after it fails and is tried again, the address already got is used.
 * `progress` is 0 to 1, or null while nothing is on its way. `upload` throws what the upload call throws.
 */
export function usePictureUpload() {
  const [progress, setProgress] = useState<number | null>(null);
  const done = useRef<{ file: File; url: string } | null>(null);

  const upload = async (file: File): Promise<string> => {
    if (done.current?.file === file) return done.current.url;
    setProgress(0);
    const url = await uploadImage(file, setProgress);
    done.current = { file, url };
    return url;
  };
  return { progress, upload, settle: () => setProgress(null) };
}
