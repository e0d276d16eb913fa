import { FileInput, Progress, Text, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { IconPhoto } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../../shared/api/failure.ts';
import { largestUpload, pictureTooLarge, pictureTypes } from './tool-form.ts';
import classes from './tools.module.css';
import { shrinkPicture, uploadImage } from './upload-image.ts';

/** How far the picture is: a part of it has left, 0 to 1, or it is made smaller before that; null while nothing is under way. */
type UploadProgress = number | 'shrinking' | null;

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
    try {
      const travels = await shrinkPicture(file);
      if (travels.size > largestUpload) throw tooLarge();
      setProgress(0);
      const url = await uploadImage(travels, setProgress);
      done.current = { file, url };
      return url;
    } finally {
      setProgress(null);
    }
  };
  return { progress, upload };
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

interface PictureFieldProps {
  file: File | null;
  onChange: (file: File | null) => void;
  error?: ReactNode;
  required?: boolean;
  /** The present picture, shown until another is chosen. */
  current?: string;
  progress: UploadProgress;
  /** The field of the words that stand for the picture. */
  words: GetInputPropsReturnType;
}

/** The address of a chosen file for as long as it is shown. */
function usePreview(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return setAddress(null);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

function progressWords(progress: number | 'shrinking'): string {
  if (progress === 'shrinking') return 'Resizing the picture';
  return progress < 1 ? `Uploading the picture, ${Math.round(progress * 100)} %` : 'Picture uploaded. Saving';
}

/** Chooses a tool's picture, shows it in the shop's own frame, and says how far its upload is. */
export function PictureField({
  file,
  onChange,
  error,
  required = false,
  current,
  progress,
  words,
}: PictureFieldProps) {
  const preview = usePreview(file) ?? current ?? null;
  return (
    <div className={classes.field}>
      <div className={classes.frame}>
        {preview === null ? (
          <IconPhoto size={48} stroke={1.2} aria-hidden />
        ) : (
          <img src={preview} alt={file ? `Preview of ${file.name}` : 'Current picture'} />
        )}
      </div>
      <div>
        <FileInput
          label="Image"
          withAsterisk={required}
          description="JPEG, PNG, WebP or AVIF, ideally 4:3. Large photos are resized before upload"
          placeholder={current ? 'Choose another picture' : 'Choose a picture'}
          accept={pictureTypes.join(',')}
          clearable
          clearButtonProps={{ 'aria-label': 'Remove the chosen picture' }}
          value={file}
          onChange={onChange}
          error={error}
        />
        {progress !== null && (
          <div role="status">
            <Text size="sm" mt="sm" mb={4}>
              {progressWords(progress)}
            </Text>
            <Progress
              value={progress === 'shrinking' ? 100 : progress * 100}
              animated={progress === 'shrinking'}
              aria-label="Picture upload"
            />
          </div>
        )}
        <TextInput
          mt="md"
          label="Picture description"
          description="Describes the picture for people who can’t see it. If empty, we use the tool’s name"
          autoComplete="off"
          {...words}
        />
      </div>
    </div>
  );
}
