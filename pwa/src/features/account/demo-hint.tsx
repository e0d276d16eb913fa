import type { ShopConfig } from '@karigar/bff/contracts';
import { Anchor, Button } from '@mantine/core';
import { Note } from '../../shared/ui/blocks.tsx';
import classes from './account-card.module.css';

type DemoAccount = ShopConfig['demoAccounts'][number];
const titles: Record<DemoAccount['role'], string> = { user: 'General user', admin: 'Admin' };
const unknown: DemoAccount[] = [
  { role: 'user', email: '', password: '' },
  { role: 'admin', email: '', password: '' },
];

interface DemoHintProps {
  /** Undefined while the shop has not told them: then the box keeps their place, so that the form does not jump. */
  accounts: DemoAccount[] | undefined;
  /** Where the letters of the demo are shown; undefined where they are not. */
  inbox: string | undefined;
  onChoose: (account: DemoAccount) => void;
}

/** The demo's sample accounts with their passwords; one tap fills the form. Outside the demo there are none. */
export function DemoHint({ accounts, inbox, onChoose }: DemoHintProps) {
  if (accounts?.length === 0) return null;
  return (
    <Note as="aside" className={classes.hint} aria-label="Sample accounts" aria-busy={accounts === undefined}>
      <p>
        <strong>Demo accounts</strong>
      </p>
      {(accounts ?? unknown).map((account) => (
        <div key={account.role} className={classes.account}>
          <span className={classes.details}>
            <span>{titles[account.role]}</span>
            <span>{account.email || '…'}</span>
            <span>{account.password || '…'}</span>
          </span>
          <Button
            variant="default"
            size="compact-md"
            disabled={accounts === undefined}
            aria-label={`Use the ${titles[account.role].toLowerCase()} account`}
            onClick={() => onChoose(account)}
          >
            Use
          </Button>
        </div>
      ))}
      {inbox !== undefined && (
        <p>
          This demo sends no real email. Read sent messages in the{' '}
          <Anchor href={inbox} inherit>
            demo inbox
          </Anchor>
          .
        </p>
      )}
    </Note>
  );
}
