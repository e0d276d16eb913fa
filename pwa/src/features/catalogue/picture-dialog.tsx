import type { Tool } from '@karigar/bff/contracts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { ToolPicture } from '../../shared/ui/tool-picture.tsx';
import { pictureWords } from '../../shared/ui/tool-words.ts';
import classes from './picture-dialog.module.css';

interface PictureDialogProps {
  tool: Tool;
  opened: boolean;
  onClose: () => void;
}

/**
 * A tool's picture over the whole screen, first all of it, then, on request, in its full size to move about in. Two fingers zoom as anywhere.
 * The focus is its opener's business, who may have had to wait for this code.
 */
export function PictureDialog({ tool, opened, onClose }: PictureDialogProps) {
  const [full, setFull] = useState(false);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      fullScreen
      title={tool.name}
      returnFocus={false}
      removeScrollProps={{ allowPinchZoom: true }}
      closeButtonProps={{ 'aria-label': 'Close the picture' }}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      <section
        className={classes.stage}
        aria-label="The picture"
        data-full={full || undefined}
        // What scrolls has to be reached by the keyboard.
        {...(full ? { tabIndex: 0 } : {})}
      >
        <ToolPicture
          src={tool.image}
          name={pictureWords(tool)}
          eager
          className={classes.picture ?? ''}
          sizes="1200px"
        />
      </section>
      <Button className={classes.size ?? ''} variant="default" size="md" onClick={() => setFull(!full)}>
        {full ? 'Fit to the screen' : 'Full size'}
      </Button>
    </Dialog>
  );
}
