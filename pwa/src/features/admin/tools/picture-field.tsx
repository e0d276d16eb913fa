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
  if (progress === 'shrinking') return 'Making the picture smaller';
  return progress < 1
    ? `Uploading the picture, ${Math.round(progress * 100)} %`
    : 'The picture is there, saving';
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
          <img src={preview} alt={file ? `Preview of ${file.name}` : 'The present one'} />
        )}
      </div>
      <div>
        <FileInput
          label="Image"
          withAsterisk={required}
          description="JPEG, PNG, WebP or AVIF, best at 4:3. A large photo is made smaller before it is sent"
          placeholder={current ? 'Choose another picture' : 'Choose a picture'}
          accept={pictureTypes.join(',')}
          clearable
          clearButtonProps={{ 'aria-label': 'Take the chosen picture away' }}
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
              aria-label="Upload of the picture"
            />
          </div>
        )}
        <TextInput
          mt="md"
          label="Words for the picture"
          description="What it shows, for whoever cannot see it. Empty: the name of the tool is used"
          autoComplete="off"
          {...words}
        />
      </div>
    </div>
  );
}
