import type { Tool } from '@karigar/bff/contracts';
import { IconZoomIn } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { cardPictureSizes } from '../../shared/tools/tool-card.tsx';
import { ToolMorph } from '../../shared/tools/tool-morph.tsx';
import { ToolPicture } from '../../shared/tools/tool-picture.tsx';
import { pictureWords } from '../../shared/tools/tool-words.ts';
import { lazyPart } from '../../shared/ui/lazy.tsx';
import classes from './tool-page.module.css';

/** Whether this device keeps the pictures of the lists. */
const keepsPictures = (): boolean => Boolean(navigator.serviceWorker?.controller);

const PictureDialog = lazyPart(async () => (await import('./picture-dialog.tsx')).PictureDialog);

/** The picture of a tool's page with a button over all of it that enlarges it. The dialog's code comes when somebody points at it. */
export function ToolPhoto({ tool, sizes }: { tool: Tool; sizes: string }) {
  const opener = useRef<HTMLButtonElement>(null);
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  const prepare = () => setWanted(true);
  return (
    <div className={classes.photo}>
      <ToolMorph id={tool._id}>
        <ToolPicture
          src={tool.image}
          name={pictureWords(tool)}
          eager
          className={classes.picture ?? ''}
          sizes={sizes}
          {...(keepsPictures() ? { sizesBefore: cardPictureSizes(true) } : {})}
        />
      </ToolMorph>
      <button
        ref={opener}
        type="button"
        className={classes.enlarge}
        aria-label="Enlarge the picture"
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => {
          prepare();
          setOpened(true);
        }}
      >
        <IconZoomIn size={22} aria-hidden />
      </button>
      {wanted && (
        <PictureDialog
          tool={tool}
          opened={opened}
          onClose={() => {
            // The focus can leave the dialog once it is closed.
            flushSync(() => setOpened(false));
            opener.current?.focus();
          }}
        />
      )}
    </div>
  );
}
