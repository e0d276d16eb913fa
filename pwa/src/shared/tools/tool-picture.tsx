import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { pictureSources } from './picture-sources.ts';
import classes from './tool-picture.module.css';

/** Inside a view transition React holds a page back until its pictures are there, except those with a listener. */
const noWait = () => undefined;

/**
 * A tool's picture, whole, in a 4:3 frame that has its place before the picture comes. `eager` for the first picture
 * of a page; `name`: the words that stand for it; `sizes` as of an img: how wide it is shown. A picture that is not on this device becomes a quiet sign.
 */
export function ToolPicture({
  src,
  name,
  eager = false,
  className,
  sizes = '100vw',
  standInFor,
  sizesBefore,
}: {
  src: string;
  name: string;
  eager?: boolean;
  className?: string | undefined;
  sizes?: string | undefined;
  /** Marks a picture that the server replaces in the build's HTML. */
  standInFor?: number;
  /** The `sizes` of a smaller form that this device has kept, to be seen until the picture is there. */
  sizesBefore?: string;
}) {
  const [missing, setMissing] = useState<string | null>(null);
  const forms = pictureSources(src);
  return (
    <div className={className === undefined ? classes.frame : `${classes.frame} ${className}`}>
      {missing === src || src === '' ? (
        <span
          className={classes.missing}
          role="img"
          aria-label={`Picture of ${name} is not available offline`}
        >
          <IconPhotoOff size={28} stroke={1.5} aria-hidden />
        </span>
      ) : (
        <>
          {forms && sizesBefore !== undefined && (
            <picture className={classes.before}>
              <source type="image/avif" srcSet={forms.avif} sizes={sizesBefore} />
              <img
                className={classes.picture}
                src={forms.fallback}
                srcSet={forms.webp}
                sizes={sizesBefore}
                alt=""
                onLoad={noWait}
              />
            </picture>
          )}
          <picture data-stand-in={standInFor}>
            {forms && <source type="image/avif" srcSet={forms.avif} sizes={sizes} />}
            {forms && <source type="image/webp" srcSet={forms.webp} sizes={sizes} />}
            <img
              className={classes.picture}
              src={forms?.fallback ?? src}
              alt={name}
              width={800}
              height={600}
              loading={eager ? 'eager' : 'lazy'}
              fetchPriority={eager ? 'high' : 'auto'}
              decoding="async"
              onError={() => setMissing(src)}
              onLoad={noWait}
            />
          </picture>
        </>
      )}
    </div>
  );
}
