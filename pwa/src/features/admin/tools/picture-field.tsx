import { FileInput, Progress, Text, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { IconPhoto } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { pictureTypes } from './tool-form.ts';
import classes from './tools.module.css';
import type { UploadProgress } from './use-picture-upload.ts';

interface PictureFieldProps {
  file: File | null;
  onChange: (file: File | null) => void;
  error?: ReactNode;
  required?: boolean;
  /** The picture that stands there until another is chosen. */
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
