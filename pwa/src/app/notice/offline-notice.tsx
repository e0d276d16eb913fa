import { IconCloudOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useReachability } from '../../shared/api/reachability.ts';
import { revalidateConfig } from '../../shared/saved/shop-config.ts';
import { LoadingButton } from '../../shared/ui/loading-button.tsx';
import { ago } from '../../shared/ui/time.ts';
import { Notice } from './notice.tsx';

/** Says that the shop cannot be reached and how old the saved data is; any answer of the shop takes it away. */
export function OfflineNotice() {
  const { reachable, lastContact } = useReachability();
  const [asking, setAsking] = useState(false);
  if (reachable) return null;
  const ask = async () => {
    setAsking(true);
    await revalidateConfig();
    setAsking(false);
  };
  const since = lastContact === null ? '' : `, last synced ${ago(lastContact)}`;
  return (
    <Notice
      name="offline"
      icon={<IconCloudOff size={18} aria-hidden />}
      text={`We can’t reach the shop. You’re seeing what is saved on this device${since}. Orders you place now are saved and sent later.`}
    >
      <LoadingButton
        size="compact-sm"
        variant="white"
        color="dark"
        onClick={() => void ask()}
        loading={asking}
      >
        Try now
      </LoadingButton>
    </Notice>
  );
}
