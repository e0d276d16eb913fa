import type { Order, Tool } from '@karigar/bff/contracts';
import { keepUnits } from '@karigar/bff/page-words';
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { ToolPicture } from '../../shared/tools/tool-picture.tsx';
import { pictureWords } from '../../shared/tools/tool-words.ts';
import { Facts } from '../../shared/ui/blocks.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { useIsPhone } from '../../shared/ui/use-is-phone.ts';
import classes from './summary.module.css';

interface SummaryProps {
  picture: string;
  name: string;
  /** The words that stand for the picture; the name unless the tool has its own. */
  alt?: string;
  /** What a phone's one line ends with. */
  sum: ReactNode;
  facts: Record<string, ReactNode>;
  layout: 'columns' | 'rows';
  children: ReactNode;
}

/** A card beside the form; on a phone one line above it, which opens to the rest. */
function Summary({ picture, name, alt = name, sum, facts, layout, children }: SummaryProps) {
  const isPhone = useIsPhone();
  const [Card, Head] = isPhone ? (['details', 'summary'] as const) : (['article', 'div'] as const);
  return (
    <Card className={classes.card}>
      <Head className={classes.head}>
        <ToolPicture
          src={picture}
          name={alt}
          className={classes.picture}
          sizes={isPhone ? '72px' : '100vw'}
          eager
        />
        <h2 className={classes.name}>{keepUnits(name)}</h2>
        {isPhone && <span className={classes.sum}>{sum}</span>}
      </Head>
      <div className={classes.words}>
        <Facts of={facts} layout={layout} />
        {children}
      </div>
    </Card>
  );
}

/** The tool that is being ordered, as the shop sells it now. */
export function PurchaseSummary({ tool }: { tool: Tool }) {
  const price = <Money amount={tool.price} />;
  const facts = {
    'Unit price': price,
    'Minimum order': tool.minOrderQuantity,
    Available: tool.availableQuantity,
  };
  return (
    <Summary
      picture={tool.image}
      name={tool.name}
      alt={pictureWords(tool)}
      sum={<>{price} each</>}
      facts={facts}
      layout="columns"
    >
      <p className={classes.description}>{tool.description}</p>
    </Summary>
  );
}

/** What is paid, for whom, and how much: what the card is to be charged, or was. */
export function PaymentSummary({ order }: { order: Order }) {
  const price = <Money amount={order.price} />;
  const facts = {
    Name: order.name,
    Quantity: order.quantity,
    'Unit price': <Money amount={order.unitPrice} />,
    'Total price': price,
  };
  const charge = order.paid ? 'Charged' : 'Charge';
  return (
    <Summary
      picture={order.image}
      name={order.toolsName}
      sum={
        <>
          <span>{charge}</span> {price}
        </>
      }
      facts={facts}
      layout="rows"
    >
      <p className={classes.charge}>
        <span>{charge}</span> {price}
      </p>
    </Summary>
  );
}

/** The place of the summary before anything is known. */
export const SummarySkeleton = () => <Skeleton h={{ base: '4.5rem', sm: '30rem' }} radius="lg" />;
