import { useRef, useState } from 'react';
import { ApiProblem } from '../../../shared/api/failure.ts';
import { shrinkPicture } from './shrink-picture.ts';
import { largestUpload, pictureTooLarge } from './tool-form.ts';
import { uploadImage } from './upload-image.ts';

/** How far the picture is: a part of it has left, 0 to 1, or it is made smaller before that; null while nothing is under way. */
export type UploadProgress = number | 'shrinking' | null;

/**
 * Shrinks a chosen file and uploads it, once: when the step after it fails and is tried again, the address already got is used.
 * `upload` throws what the upload call throws.
 */
export function usePictureUpload() {
  const [progress, setProgress] = useState<UploadProgress>(null);
  const done = useRef<{ file: File; url: string } | null>(null);

  const upload = async (file: File): Promise<string> => {
    if (done.current?.file === file) return done.current.url;
    setProgress('shrinking');
    const travels = await shrinkPicture(file);
    if (travels.size > largestUpload) throw tooLarge();
    setProgress(0);
    const url = await uploadImage(travels, setProgress);
    done.current = { file, url };
    return url;
  };
  return { progress, upload, endUpload: () => setProgress(null) };
}

/** The shop's own refusal, said before a slow line is kept busy with what it would refuse. */
const tooLarge = () =>
  new ApiProblem({
    type: '/api/docs#TOO_LARGE',
    title: 'Too large',
    status: 413,
    detail: pictureTooLarge,
    code: 'TOO_LARGE',
    requestId: '',
    errors: [{ field: 'image', message: pictureTooLarge }],
  });
