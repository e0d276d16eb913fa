import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './tool-picture.module.css';

/**
 * A tool's picture, whole, in a 4:3 frame that has its place before the picture comes. `eager` for the first picture
 * of a page. A picture that is not on this device becomes a quiet sign.
 */
export function ToolPicture({
  src,
  name,
  eager = false,
  className,
}: {
  src: string;
  name: string;
  eager?: boolean;
  className?: string;
}) {
  const [missing, setMissing] = useState<string | null>(null);
  return (
    <div className={className === undefined ? classes.frame : `${classes.frame} ${className}`}>
      {missing === src || src === '' ? (
        <span className={classes.missing} role="img" aria-label={`Picture of ${name} is not on this device`}>
          <IconPhotoOff size={28} stroke={1.5} aria-hidden />
        </span>
      ) : (
        <img
          className={classes.picture}
          src={src}
          alt={name}
          width={800}
          height={600}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          onError={() => setMissing(src)}
        />
      )}
    </div>
  );
}
