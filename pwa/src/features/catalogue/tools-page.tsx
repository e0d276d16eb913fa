import { Button, Container, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useToolSearch } from '../../shared/finding/tool-search.ts';
import { publicPages } from '../../shared/public-pages.ts';
import { useTools } from '../../shared/saved/catalogue.ts';
import { SavedAgeNote, SavedView } from '../../shared/saved/saved-view.tsx';
import { ToolCard } from '../../shared/tools/tool-card.tsx';
import { ToolCardSkeleton } from '../../shared/tools/tool-card-skeleton.tsx';
import shelf from '../../shared/tools/tool-grid.module.css';
import { categoriesOf, sameCategory } from '../../shared/tools/tool-words.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ErrorPanel } from '../../shared/ui/error-panel.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { CategoryChips } from './category-chips.tsx';
import { ToolFilterBar } from './tool-filter-bar.tsx';
import {
  filterFromAddress,
  filterToAddress,
  filterTools,
  isSearching,
  type ToolFilter,
} from './tool-list.ts';
import classes from './tools-page.module.css';

const places = Array.from({ length: 9 }, (_, place) => place);
/** How many tools show their picture as soon as possible: the first row. */
const eagerCount = 3;
/** How many tools are shown at once; a large catalogue grows on demand. */
const step = 48;
const everything = { search: '', sort: null, inStock: false, category: '' } as const;

const loading = (
  <div className={shelf.grid} aria-busy>
    {places.map((place) => (
      <ToolCardSkeleton key={place} dense {...(place < eagerCount ? { place } : {})} />
    ))}
  </div>
);

/** Why no tool is listed, and what is shown in place of it. */
function nothingFits(filter: ToolFilter, showsNearest: boolean): string {
  if (!isSearching(filter)) return 'No tools match these filters.';
  const narrowed = filter.category !== '' || filter.inStock;
  const next = showsNearest ? 'Similar tools are below.' : 'Check the spelling or try another word.';
  return `No tools match “${filter.search.trim()}”${narrowed ? ' with these filters' : ''}. ${next}`;
}

/** All tools: found, sorted and filtered on this device, so also without a network; the address keeps the choice. */
export function Component() {
  const tools = useTools();
  const [params, setParams] = useSearchParams();
  const filter = filterFromAddress(params);
  const [shown, setShown] = useState(step);
  const search = useToolSearch(tools.data, filter.search, 'everything');
  const found = search.found && filterTools(search.found, filter);
  const nearest = found?.length === 0 && isSearching(filter) ? search.nearest() : [];
  const categories = categoriesOf(tools.data ?? []);
  const narrow = (next: ToolFilter) =>
    setParams(filterToAddress(next), { replace: true, preventScrollReset: true });

  return (
    <Container size="xl" pt="lg" pb="xl">
      <PageTitle {...publicPages.tools} />
      <ToolFilterBar filter={filter} onChange={narrow} onSearchFocus={search.prepare} />
      <div className={classes.count}>
        <p role="status" className={classes.found}>
          <span>{found && `${found.length} ${found.length === 1 ? 'tool' : 'tools'}`}</span>
          {nearest.length > 0 && <VisuallyHidden>{`; ${nearest.length} similar`}</VisuallyHidden>}
        </p>
        {tools.data && (
          <CategoryChips
            categories={categories}
            chosen={categories.find((each) => sameCategory(each, filter.category)) ?? filter.category}
            onChoose={(category) => narrow({ ...filter, category })}
          />
        )}
        <SavedAgeNote saved={tools} />
      </div>
      {search.failure !== null && (
        <ErrorPanel error={search.failure} title="The search could not be loaded" onRetry={search.prepare} />
      )}
      <SavedView saved={tools} loading={loading}>
        {(all) => {
          if (found === undefined) return loading;
          return (
            <>
              {found.length === 0 && (
                <EmptyState
                  text={all.length === 0 ? 'No tools yet.' : nothingFits(filter, nearest.length > 0)}
                >
                  {all.length > 0 && (
                    <Button
                      variant="default"
                      onClick={() => setParams(filterToAddress(everything), { replace: true })}
                    >
                      Show all tools
                    </Button>
                  )}
                </EmptyState>
              )}
              <div className={shelf.grid}>
                {[...found.slice(0, shown), ...nearest].map((tool, place) => (
                  <ToolCard key={tool._id} tool={tool} dense level="h2" eager={place < eagerCount} />
                ))}
              </div>
            </>
          );
        }}
      </SavedView>
      {found !== undefined && found.length > shown && (
        <div className={shelf.more}>
          <Button variant="default" size="md" onClick={() => setShown(shown + step)}>
            Show more tools
          </Button>
        </div>
      )}
    </Container>
  );
}
