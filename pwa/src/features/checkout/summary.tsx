import type { Order, Tool } from '@karigar/bff/contracts';
import type { ReactNode } from 'react';
import { Money } from '../../shared/ui/money.tsx';
import { ToolPicture } from '../../shared/ui/tool-picture.tsx';
import { pictureWords } from '../../shared/ui/tool-words.ts';
import classes from './summary.module.css';

interface SummaryProps {
  picture: string;
  name: string;
  /** The words that stand for the picture; the name unless the tool has its own. */
  alt?: string;
  facts: Record<string, ReactNode>;
  layout: 'columns' | 'lines';
  children: ReactNode;
}

function Summary({ picture, name, alt = name, facts, layout, children }: SummaryProps) {
  return (
    <article className={classes.card}>
      <ToolPicture src={picture} name={alt} eager />
      <div className={classes.words}>
        <h2 className={classes.name}>{name}</h2>
        <dl className={classes.facts} data-layout={layout}>
          {Object.entries(facts).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {children}
      </div>
    </article>
  );
}

/** The tool that is being ordered, as the shop sells it now. */
export function PurchaseSummary({ tool }: { tool: Tool }) {
  const facts = {
    'Unit price': <Money amount={tool.price} />,
    'Minimum order': tool.minOrderQuantity,
    Available: tool.availableQuantity,
  };
  return (
    <Summary picture={tool.image} name={tool.name} alt={pictureWords(tool)} facts={facts} layout="columns">
      <p className={classes.description}>{tool.description}</p>
    </Summary>
  );
}

/** What is paid, for whom, and how much the card is charged. */
export function PaymentSummary({ order }: { order: Order }) {
  const facts = {
    Name: order.name,
    Quantity: order.quantity,
    'Unit price': <Money amount={order.unitPrice} />,
    'Total price': <Money amount={order.price} />,
  };
  return (
    <Summary picture={order.image} name={order.toolsName} facts={facts} layout="lines">
      <p className={classes.charge}>
        <span>Your card is charged</span> <Money amount={order.price} />
      </p>
    </Summary>
  );
}
