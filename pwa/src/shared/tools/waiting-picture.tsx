import { Skeleton } from '@mantine/core';
import { ToolPicture } from './tool-picture.tsx';

/** An address in the form of a stored picture's; the server puts a tool's own in its place. */
const standIn = `/images/${'0'.repeat(32)}.webp`;

/**
 * The place of a tool's picture while the tool is not known. In the HTML that the build draws it is a stand-in for the
 * picture of the tool at `place` of the page's list; the server, which knows the tools, fills or removes it.
 */
export function WaitingPicture({
  place,
  sizes,
  className,
}: {
  place: number;
  sizes?: string | undefined;
  className?: string | undefined;
}) {
  if (!import.meta.env.SSR) {
    return <Skeleton radius={0} className={className ?? ''} style={{ aspectRatio: '4 / 3' }} />;
  }
  return (
    <ToolPicture
      src={standIn}
      name=""
      eager={place === 0}
      standInFor={place}
      sizes={sizes}
      className={className}
    />
  );
}
