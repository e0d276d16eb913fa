import type { Tool } from '@karigar/bff/contracts';
import { useTools } from '../../shared/saved/catalogue.ts';
import { isOrderable } from '../../shared/tools/stock.ts';
import { ToolCard } from '../../shared/tools/tool-card.tsx';
import shelf from '../../shared/tools/tool-grid.module.css';
import { isOfCategory } from '../../shared/tools/tool-words.ts';
import classes from './tool-page.module.css';

/** How many related tools are shown at most. */
const shown = 4;

/** The other tools of the same category, or all others where there are none; those on sale first, at most four. */
export function relatedTools(tools: readonly Tool[], { _id, category }: Tool): Tool[] {
  const others = tools.filter((other) => other._id !== _id);
  const alike = others.filter((other) => isOfCategory(other, category));
  return (alike.length > 0 ? alike : others)
    .sort((one, other) => Number(isOrderable(other)) - Number(isOrderable(one)))
    .slice(0, shown);
}

/** Other tools of the same category, else of the shop, from the saved catalogue; nothing where there are none. */
export function RelatedTools({ tool }: { tool: Tool }) {
  const related = relatedTools(useTools().data ?? [], tool);
  const [first] = related;
  if (first === undefined) return null;
  const isAlike = tool.category !== '' && isOfCategory(first, tool.category);
  return (
    <section className={classes.section} aria-labelledby="related-title">
      <h2 id="related-title">{isAlike ? `More in ${tool.category}` : 'More tools'}</h2>
      <div className={`${shelf.grid} ${classes.related}`}>
        {related.map((other) => (
          <ToolCard key={other._id} tool={other} short />
        ))}
      </div>
    </section>
  );
}
