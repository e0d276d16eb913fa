import { FileInput, Progress, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { pictureTypes } from './tool-form.ts';
import classes from './tools.module.css';

interface PictureFieldProps {
  file: File | null;
  onChange: (file: File | null) => void;
  error?: ReactNode;
  required?: boolean;
  /** The picture that stands there until another is chosen. */
  current?: string;
  /** Part of the upload that is done, 0 to 1; null while nothing is on its way. */
  progress: number | null;
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

/** Chooses a tool's picture, shows it in the shop's own frame, and says how far its upload is. */
export function PictureField({
  file,
  onChange,
  error,
  required = false,
  current,
  progress,
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
          description="JPEG, PNG, WebP or AVIF, at most 8 MB, best at 4:3"
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
              {progress < 1
                ? `Uploading the picture, ${Math.round(progress * 100)} %`
                : 'The picture is there, saving'}
            </Text>
            <Progress value={progress * 100} aria-label="Upload of the picture" />
          </div>
        )}
      </div>
    </div>
  );
}
