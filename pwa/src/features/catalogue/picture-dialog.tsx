import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../shared/dialog/dialog.tsx';
import { ToolPicture } from '../../shared/tools/tool-picture.tsx';
import classes from './picture-dialog.module.css';

interface PictureDialogProps {
  src: string;
  /** The words that stand for the picture. */
  words: string;
  title: string;
  onClose: () => void;
}

/**
 * A picture of a tool over the whole screen: first all of it, then, on request, in its full size, to scroll in. Two fingers zoom as anywhere.
 */
export function PictureDialog({ src, words, title, onClose }: PictureDialogProps) {
  const [full, setFull] = useState(false);
  return (
    <Dialog opened onClose={onClose} size="full" title={title} closeLabel="Close the picture">
      <section
        className={classes.stage}
        aria-label="The picture"
        data-full={full || undefined}
        // What scrolls has to be reached by the keyboard.
        {...(full ? { tabIndex: 0 } : {})}
      >
        <ToolPicture src={src} name={words} eager className={classes.picture} sizes="1200px" />
      </section>
      <Button className={classes.size ?? ''} variant="default" size="md" onClick={() => setFull(!full)}>
        {full ? 'Fit to the screen' : 'Full size'}
      </Button>
    </Dialog>
  );
}
