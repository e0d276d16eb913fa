import type { Tool } from '@karigar/bff/contracts';
import { Money } from '../../shared/ui/money.tsx';
import { ToolPicture } from '../../shared/ui/tool-picture.tsx';
import classes from './purchase-summary.module.css';

/** The tool that is being ordered, as the shop sells it now. */
export function PurchaseSummary({ tool }: { tool: Tool }) {
  return (
    <article className={classes.card}>
      <ToolPicture src={tool.image} name={tool.name} eager />
      <div className={classes.words}>
        <h2 className={classes.name}>{tool.name}</h2>
        <dl className={classes.facts}>
          <div>
            <dt>Unit price</dt>
            <dd>
              <Money amount={tool.price} />
            </dd>
          </div>
          <div>
            <dt>Minimum order</dt>
            <dd>{tool.minOrderQuantity}</dd>
          </div>
          <div>
            <dt>Available</dt>
            <dd>{tool.availableQuantity}</dd>
          </div>
        </dl>
        <p className={classes.description}>{tool.description}</p>
      </div>
    </article>
  );
}
