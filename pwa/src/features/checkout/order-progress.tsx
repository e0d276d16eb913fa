import { Button, Group, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDeviceMobile, IconSend } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { sendNow } from '../../shared/outbox/sender.ts';
import { entryWords, type Remedy, tooLateWords } from '../../shared/outbox/words.ts';
import { paths } from '../../shared/paths.ts';
import type { OrderWork, OutboxEntry } from '../../shared/saved/outbox-entry.ts';
import { Note } from '../../shared/ui/blocks.tsx';

/** Gives the page of an accepted order; one that the shop did not name is in the list. */
export const placedOrderPath = ({ orderId }: { orderId: string | null }): string =>
  orderId === null ? paths.myOrders : paths.order(orderId);

const icons = {
  saved: <IconDeviceMobile aria-hidden />,
  sending: <IconSend aria-hidden />,
  accepted: <IconCheck aria-hidden />,
  refused: <IconAlertTriangle aria-hidden />,
};

interface OrderProgressProps {
  entry: OutboxEntry;
  /** Whether the person has just placed it here, and waits to be told. */
  isAwaited: boolean;
  onOrder: (order: OrderWork['order']) => void;
  onDiscard: () => void;
}

/** Shows the state of an order that has no page yet, and what the person can do after a refusal. */
export function OrderProgress({ entry, isAwaited, onOrder, onDiscard }: OrderProgressProps) {
  const { title, text, remedies } = entryWords(entry);
  const { status } = entry;
  return (
    <Panel
      tone={status === 'refused' ? 'ask' : 'calm'}
      icon={icons[status]}
      title={title}
      text={text}
      isAwaited={isAwaited}
    >
      {status === 'accepted' && (
        <Button component={Link} to={placedOrderPath(entry)} variant="default">
          See the order
        </Button>
      )}
      {(status === 'saved' || (status === 'sending' && entry.delay !== null)) && (
        <Button variant="default" onClick={() => void sendNow()}>
          Send now
        </Button>
      )}
      {(status === 'saved' || status === 'sending') && (
        <>
          <Button component={Link} to={paths.myOrders} variant="default">
            {messages.menu.orders}
          </Button>
          <Button component={Link} to={paths.tools} variant="subtle">
            Keep shopping
          </Button>
        </>
      )}
      {remedies.map((remedy) => (
        <RemedyButton key={remedy.label} remedy={remedy} onOrder={onOrder} />
      ))}
      {(status === 'saved' || status === 'refused') && (
        <Button variant="subtle" onClick={onDiscard}>
          {status === 'saved' ? 'Discard' : 'Discard this order'}
        </Button>
      )}
    </Panel>
  );
}

function RemedyButton({ remedy, onOrder }: { remedy: Remedy } & Pick<OrderProgressProps, 'onOrder'>) {
  const variant = remedy.primary ? 'filled' : 'default';
  if ('to' in remedy) {
    return (
      <Button component={Link} to={remedy.to} variant={variant}>
        {remedy.label}
      </Button>
    );
  }
  const { work } = remedy;
  if (work.kind !== 'order') return null;
  return (
    <Button variant={variant} onClick={() => onOrder(work.order)}>
      {remedy.label}
    </Button>
  );
}

/** Says that another tab was faster with the order that the person has just changed. */
export const TooLate = () => (
  <Panel tone="ask" icon={icons.refused} title={tooLateWords.title} text={tooLateWords.text('order')} />
);

interface PanelProps {
  tone: 'calm' | 'ask';
  icon: ReactNode;
  title: string;
  text: string;
  isAwaited?: boolean;
  children?: ReactNode;
}

/** One thing that the person is told about an order, beside the form; what asks for an answer is read out at once. */
function Panel({ tone, icon, title, text, isAwaited = false, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  // On a phone it is below the fields, and the button that was pressed stays where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another thing that the person is told.
  useEffect(() => {
    if (isAwaited) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [isAwaited, title]);
  return (
    <Note tone={tone} role={tone === 'ask' ? 'alert' : 'status'}>
      <Group ref={panel} align="start" wrap="nowrap">
        {icon}
        <div>
          <Title order={2} size="h5">
            {title}
          </Title>
          <p>{text}</p>
          {children && (
            <Group gap="xs" mt="sm">
              {children}
            </Group>
          )}
        </div>
      </Group>
    </Note>
  );
}
