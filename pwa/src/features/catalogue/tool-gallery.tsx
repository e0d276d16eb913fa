import type { Tool } from '@karigar/bff/contracts';
import { picturesOf } from '@karigar/bff/page-words';
import { IconChevronLeft, IconChevronRight, IconZoomIn } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { cardPictureSizes } from '../../shared/tools/tool-card.tsx';
import { ToolMorph } from '../../shared/tools/tool-morph.tsx';
import { ToolPicture } from '../../shared/tools/tool-picture.tsx';
import { pictureWords } from '../../shared/tools/tool-words.ts';
import { lazyPart } from '../../shared/ui/lazy.tsx';
import classes from './tool-gallery.module.css';

/** Whether this device keeps the pictures of the lists. */
const keepsPictures = (): boolean => Boolean(navigator.serviceWorker?.controller);

const PictureDialog = lazyPart(() => import('./picture-dialog.tsx'), 'PictureDialog');

/**
 * The pictures of a tool in a row that is swiped, scrolled, or turned by its buttons. Each is a button that enlarges it; the dialog's code
 * comes when somebody points at one. A picture is fetched when the one before it has been seen. `sizes` as of an img.
 */
export function ToolGallery({ tool, sizes }: { tool: Tool; sizes: string }) {
  const pictures = picturesOf(tool);
  const count = pictures.length;
  const row = useRef<HTMLUListElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState(0);
  const [furthest, setFurthest] = useState(0);
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const nameOf = (at: number) =>
    count === 1 ? pictureWords(tool) : `${pictureWords(tool)} (${at + 1} of ${count})`;
  const see = (at: number) => {
    setPlace(at);
    setFurthest((before) => Math.max(before, at));
  };
  const turnTo = (at: number) => row.current?.scrollTo({ left: at * row.current.clientWidth });
  const turn = (words: string, by: number, Icon: typeof IconChevronLeft) => (
    <button
      type="button"
      aria-label={words}
      aria-disabled={pictures[place + by] === undefined}
      onClick={() => turnTo(place + by)}
    >
      <Icon size={22} aria-hidden />
    </button>
  );
  // Offline the dialog may not come, which the press says by doing nothing.
  const prepare = () => void PictureDialog.preload().catch(() => undefined);
  return (
    <div className={classes.gallery}>
      <ul
        ref={row}
        className={classes.row}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          see(Math.round(scrollLeft / clientWidth))
        }
      >
        {pictures.map((src, at) => (
          <li key={src} className={classes.slide}>
            {at === 0 && (
              <ToolMorph id={tool._id}>
                <ToolPicture
                  src={src}
                  name={nameOf(at)}
                  eager
                  className={classes.picture}
                  sizes={sizes}
                  {...(keepsPictures() ? { sizesBefore: cardPictureSizes } : {})}
                />
              </ToolMorph>
            )}
            {at > 0 && at <= furthest + 1 && (
              <ToolPicture src={src} name={nameOf(at)} className={classes.picture} sizes={sizes} />
            )}
            <button
              type="button"
              className={classes.enlarge}
              aria-label={count === 1 ? 'Enlarge the picture' : `Enlarge picture ${at + 1} of ${count}`}
              aria-haspopup="dialog"
              onPointerEnter={prepare}
              onFocus={prepare}
              onClick={({ currentTarget }) => {
                opener.current = currentTarget;
                setEnlarged(at);
              }}
            >
              <IconZoomIn size={22} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {count > 1 && (
        <fieldset className={`${classes.turn} no-print`} aria-label="Pictures">
          {turn('Previous picture', -1, IconChevronLeft)}
          {pictures.map((src, at) => (
            <button
              key={src}
              type="button"
              className={classes.dot}
              aria-label={`Picture ${at + 1}`}
              aria-current={at === place}
              onClick={() => turnTo(at)}
            />
          ))}
          {turn('Next picture', 1, IconChevronRight)}
        </fieldset>
      )}
      {enlarged !== null && (
        <PictureDialog
          src={pictures[enlarged] ?? tool.image}
          words={nameOf(enlarged)}
          title={tool.name}
          onClose={() => {
            // The focus can leave the dialog once it is closed.
            flushSync(() => setEnlarged(null));
            opener.current?.focus();
          }}
        />
      )}
    </div>
  );
}
