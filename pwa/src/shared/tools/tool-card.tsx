import type { Tool } from '@karigar/bff/contracts';
import { Button } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { messages } from '../messages.ts';
import { paths } from '../paths.ts';
import { Money } from '../ui/money.tsx';
import { isOrderable, preview, stockWords } from './stock.ts';
import classes from './tool-card.module.css';
import { ToolMorph } from './tool-morph.tsx';
import { ToolName } from './tool-name.tsx';
import { ToolPicture } from './tool-picture.tsx';
import { pictureWords } from './tool-words.ts';

/** How wide a card shows its picture: two stand side by side on a phone. */
export const cardPictureSizes = '(min-width: 62em) 30vw, (min-width: 36em) 46vw, 45vw';
/** How much of the description a card shows, in characters. */
const previewLength = 65;

/**
 * One tool in a grid. Its picture and name lead to the tool's page, its button to the order. `level` of its heading. `short`: on a phone
 * it says no more than name, price and stock.
 */
export const ToolCard = memo(function ToolCard({
  tool,
  eager = false,
  level: Heading = 'h3',
  short = false,
}: ToolCardProps) {
  const stock = stockWords(tool);
  return (
    <article className={classes.card} data-short={short || undefined}>
      <Link to={paths.tool(tool._id)} className={classes.pictureLink} tabIndex={-1} aria-hidden>
        <ToolMorph id={tool._id}>
          <ToolPicture
            src={tool.image}
            name={pictureWords(tool)}
            eager={eager}
            className={classes.picture}
            sizes={cardPictureSizes}
          />
        </ToolMorph>
      </Link>
      <div className={classes.words}>
        <Heading className={classes.name}>
          <Link to={paths.tool(tool._id)}>
            <ToolName name={tool.name} />
          </Link>
        </Heading>
        <p className={classes.description}>{preview(tool.description, previewLength)}</p>
        <dl className={classes.facts}>
          <div>
            <dt>Minimum order</dt>
            <dd>{tool.minOrderQuantity}</dd>
          </div>
          <div>
            <dt>Available</dt>
            <dd>
              <span>{tool.availableQuantity}</span>
              {stock.tone !== 'plenty' && <span data-stock={stock.tone}>{` · ${stock.text}`}</span>}
            </dd>
          </div>
        </dl>
        <div className={classes.end}>
          <span className={classes.price}>
            <Money amount={tool.price} /> <small className={classes.each}>each</small>
            {short && tool.minOrderQuantity > 1 && (
              <small className={classes.shortMinimum}> · min.&nbsp;{tool.minOrderQuantity}</small>
            )}
          </span>
          {short && (
            <span className={classes.shortStock} data-stock={stock.tone}>
              {stock.text}
            </span>
          )}
          {isOrderable(tool) ? (
            <Button
              component={Link}
              to={paths.purchase(tool._id)}
              size="md"
              aria-label={`${messages.home.purchaseNow}: ${tool.name}`}
            >
              {messages.home.purchaseNow}
            </Button>
          ) : (
            <Button size="md" variant="default" disabled>
              Sold out
            </Button>
          )}
        </div>
      </div>
    </article>
  );
});

interface ToolCardProps {
  tool: Tool;
  eager?: boolean;
  level?: 'h2' | 'h3';
  short?: boolean;
}
