import { mostPictures } from '@karigar/bff/page-words';
import { ActionIcon, FileInput, Progress, Text } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconPhoto, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../../shared/api/failure.ts';
import { largestUpload, type Picture, pictureKey, pictureTooLarge, pictureTypes } from './tool-draft.ts';
import classes from './tools.module.css';
import { shrinkPicture, uploadImage } from './upload-image.ts';

/** How far the picture is; null while nothing is under way. */
type UploadProgress = { words: string; percent: number; animated?: boolean } | null;

const partSent = (part: number) => ({
  words: part < 1 ? `Uploading the picture, ${Math.round(part * 100)} %` : 'Picture uploaded. Saving',
  percent: part * 100,
});

/**
 * Shrinks chosen files and uploads them, each once: when a step after it fails and is tried again, the address already got is used.
 * `upload` gives the addresses of all pictures, each once, and throws what the upload call throws.
 */
export function usePictureUpload() {
  const [progress, setProgress] = useState<UploadProgress>(null);
  const done = useRef(new WeakMap<File, string>());

  const uploadFile = async (file: File): Promise<string> => {
    setProgress({ words: 'Resizing the picture', percent: 100, animated: true });
    const travels = await shrinkPicture(file);
    if (travels.size > largestUpload) throw tooLarge;
    setProgress(partSent(0));
    const url = await uploadImage(travels, (part) => setProgress(partSent(part)));
    done.current.set(file, url);
    return url;
  };
  const upload = async (pictures: readonly Picture[]): Promise<string[]> => {
    const addresses = new Set<string>();
    try {
      for (const picture of pictures)
        addresses.add(
          typeof picture === 'string' ? picture : (done.current.get(picture) ?? (await uploadFile(picture))),
        );
      return [...addresses];
    } finally {
      setProgress(null);
    }
  };
  return { progress, upload };
}

/** The shop's own refusal, said before a slow line is kept busy with what it would refuse. */
const tooLarge = new ApiProblem({
  type: '/api/docs#TOO_LARGE',
  title: 'Too large',
  status: 413,
  detail: pictureTooLarge,
  code: 'TOO_LARGE',
  requestId: '',
  errors: [{ field: 'image', message: pictureTooLarge }],
});

/** The address of a picture for as long as it is shown; undefined until a chosen file has one. */
function usePreview(picture: Picture): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (typeof picture === 'string') return setAddress(picture);
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return address;
}

/** One picture in the shop's own frame, with the buttons that move it among `count` others, and remove it. */
function PictureItem({
  picture,
  place,
  count,
  onMove,
  onRemove,
}: {
  picture: Picture;
  place: number;
  count: number;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}) {
  const preview = usePreview(picture);
  const name = `picture ${place + 1}`;
  const move = (by: -1 | 1, words: string, icon: ReactNode) => {
    const isEnd = place + by < 0 || place + by >= count;
    return (
      <ActionIcon
        size={44}
        variant="default"
        aria-label={`Move ${name} ${words}`}
        // Not disabled: the focus stays on it at the end of the way.
        aria-disabled={isEnd}
        data-disabled={isEnd}
        onClick={() => isEnd || onMove(by)}
      >
        {icon}
      </ActionIcon>
    );
  };
  return (
    <li>
      <div className={classes.frame}>
        {preview === undefined ? (
          <IconPhoto size={48} stroke={1.2} aria-hidden />
        ) : (
          <img
            src={preview}
            alt={typeof picture === 'string' ? `Current ${name}` : `Preview of ${picture.name}`}
          />
        )}
      </div>
      <div className={classes.pictureButtons}>
        {count > 1 && move(-1, 'forward', <IconArrowLeft size={18} aria-hidden />)}
        {count > 1 && move(1, 'back', <IconArrowRight size={18} aria-hidden />)}
        <ActionIcon size={44} variant="default" aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  );
}

interface PicturesFieldProps {
  /** The main one first. */
  value: readonly Picture[];
  onChange: (pictures: Picture[]) => void;
  error?: ReactNode;
  progress: UploadProgress;
}

/** Chooses a tool's pictures and puts them in order, and says how far an upload is. */
export function PicturesField({ value: pictures, onChange, error, progress }: PicturesFieldProps) {
  const add = (files: File[]) => {
    const byKey = new Map([...pictures, ...files].map((picture) => [pictureKey(picture), picture]));
    onChange([...byKey.values()]);
  };
  const move = (place: number, by: -1 | 1) => {
    const picture = pictures[place];
    if (picture !== undefined) onChange(pictures.toSpliced(place, 1).toSpliced(place + by, 0, picture));
  };
  return (
    <div>
      <FileInput
        label="Images"
        size="md"
        withAsterisk
        multiple
        description={`JPEG, PNG, WebP or AVIF, ideally 4:3, at most ${mostPictures}. The first is the main one. Large photos are resized before upload`}
        placeholder={pictures.length === 0 ? 'Choose pictures' : 'Add pictures'}
        accept={pictureTypes.join(',')}
        value={[]}
        onChange={add}
        error={error}
      />
      {pictures.length > 0 && (
        <ol className={classes.pictures}>
          {pictures.map((picture, place) => (
            <PictureItem
              key={pictureKey(picture)}
              picture={picture}
              place={place}
              count={pictures.length}
              onMove={(by) => move(place, by)}
              onRemove={() => onChange(pictures.toSpliced(place, 1))}
            />
          ))}
        </ol>
      )}
      {progress && (
        <div role="status">
          <Text size="sm" mt="sm" mb={4}>
            {progress.words}
          </Text>
          <Progress
            value={progress.percent}
            animated={progress.animated ?? false}
            aria-label="Picture upload"
          />
        </div>
      )}
    </div>
  );
}
