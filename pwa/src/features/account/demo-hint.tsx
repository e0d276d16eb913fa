import type { ShopConfig } from '@karigar/bff/contracts';
import { Button } from '@mantine/core';
import classes from './account-card.module.css';

type DemoAccount = ShopConfig['demoAccounts'][number];
const titles: Record<DemoAccount['role'], string> = { user: 'General user', admin: 'Admin' };

interface DemoHintProps {
  accounts: DemoAccount[];
  onChoose: (account: DemoAccount) => void;
}

/** The demo's sample accounts with their passwords; one tap fills the form. Outside the demo there are none. */
export function DemoHint({ accounts, onChoose }: DemoHintProps) {
  if (accounts.length === 0) return null;
  return (
    <aside className={classes.hint} aria-label="Sample accounts">
      <p>
        <strong>Sample accounts of this demo</strong>
      </p>
      {accounts.map((account) => (
        <div key={account.email} className={classes.account}>
          <span>
            {titles[account.role]}: {account.email} / {account.password}
          </span>
          <Button
            variant="default"
            size="compact-md"
            aria-label={`Use the ${titles[account.role].toLowerCase()} account`}
            onClick={() => onChoose(account)}
          >
            Use
          </Button>
        </div>
      ))}
    </aside>
  );
}
