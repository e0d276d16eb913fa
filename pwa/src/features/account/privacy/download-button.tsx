import { useState } from 'react';
import { download } from '../../../shared/api/download.ts';
import { failureText } from '../../../shared/api/failure.ts';
import { LoadingButton } from '../../../shared/ui/loading-button.tsx';
import { saveFile } from '../../../shared/ui/save-file.ts';
import classes from './personal-data.module.css';

const fileName = 'karigar-my-data.json';

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Saves everything that the shop knows about the person as one file, and says how far it is. */
export function DownloadButton() {
  const [running, setRunning] = useState(false);
  const [words, setWords] = useState('');
  const run = async () => {
    setRunning(true);
    setWords('Preparing your data …');
    try {
      const file = await download('/me/data', 'application/json', (bytes) =>
        setWords(`${size(bytes)} downloaded …`),
      );
      saveFile(file, fileName);
      setWords(`Saved as ${fileName}, ${size(file.size)}.`);
    } catch (error) {
      setWords(`${failureText(error)} Nothing was saved. Try again later.`);
    }
    setRunning(false);
  };
  return (
    <div className={classes.action}>
      <LoadingButton variant="default" size="md" loading={running} onClick={() => void run()}>
        Download my data
      </LoadingButton>
      {running && <progress className={classes.progress} aria-label="Downloading your data" />}
      <p className={classes.said} role="status">
        {words}
      </p>
    </div>
  );
}
