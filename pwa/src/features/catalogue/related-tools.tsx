import type { Tool } from '@karigar/bff/contracts';
import { useTools } from '../../shared/saved/catalogue.ts';
import { isOrderable } from '../../shared/tools/stock.ts';
import { ToolCard } from '../../shared/tools/tool-card.tsx';
import { sameCategory } from '../../shared/tools/tool-words.ts';
import classes from './tool-page.module.css';

/** How many related tools are shown at most. */
const shown = 4;

/** The tools of the same category, those on sale first, at most four; none for a tool without a category. */
export function relatedTools(tools: readonly Tool[], { _id, category }: Tool): Tool[] {
  const related = tools.filter(
    (other) => category !== '' && other._id !== _id && sameCategory(other.category, category),
  );
  const onSale = related.filter(isOrderable);
  const soldOut = related.filter((other) => !isOrderable(other));
  return [...onSale, ...soldOut].slice(0, shown);
}

/** Other tools of the same category, from the saved catalogue; nothing where there are none. */
export function RelatedTools({ tool }: { tool: Tool }) {
  const related = relatedTools(useTools().data ?? [], tool);
  if (related.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="related-title">
      <h2 id="related-title">More in {tool.category}</h2>
      <div className={classes.related}>
        {related.map((other) => (
          <ToolCard key={other._id} tool={other} short />
        ))}
      </div>
    </section>
  );
}
