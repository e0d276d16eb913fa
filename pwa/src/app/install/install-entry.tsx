import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyPart } from '../../shared/ui/lazy.tsx';
import { askToInstall, useInstallWay } from './install-store.ts';

const InstallSteps = lazyPart(() => import('./install-steps.tsx'), 'InstallSteps');

/** The menu's entry that puts the shop on the home screen; there only when that is possible and welcome. */
export function InstallEntry({ className }: { className: string }) {
  const way = useInstallWay();
  const [steps, setSteps] = useState(false);
  if (way === null) return null;
  return (
    <>
      <button
        type="button"
        className={className}
        onClick={() => (way === 'ask' ? void askToInstall() : setSteps(true))}
      >
        <IconDownload size={18} aria-hidden /> Install app
      </button>
      {steps && <InstallSteps onClose={() => setSteps(false)} />}
    </>
  );
}
