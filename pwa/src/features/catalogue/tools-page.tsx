import { longest } from '@karigar/bff/written-text';
import { Button, Chip, Container, NativeSelect, TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAddressText } from '../../shared/fields/use-address-text.ts';
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
import {
  filterFromAddress,
  filterToAddress,
  filterTools,
  isSearching,
  sortOf,
  type ToolFilter,
  type ToolSort,
  toolSorts,
} from './tool-list.ts';
import classes from './tools-page.module.css';

const sorts = Object.entries(toolSorts).map(([value, { label }]) => ({ value, label }));
const bestFirst = { value: '', label: 'Best match' };

interface FilterProps {
  filter: ToolFilter;
  onChange: (filter: ToolFilter) => void;
}

/** Search and order. The box keeps what is typed itself; the address follows at each key. `onSearchFocus`: somebody is about to type. */
function ToolFilterBar({ filter, onChange, onSearchFocus }: FilterProps & { onSearchFocus: () => void }) {
  const { field } = useAddressText(filter.search);
  return (
    <search className={classes.bar}>
      <TextInput
        className={classes.search}
        type="search"
        size="md"
        label="Search"
        placeholder="Hammer, saw, level"
        leftSection={<IconSearch aria-hidden size={18} />}
        maxLength={longest.search}
        {...field}
        onFocus={onSearchFocus}
        onChange={(event) => {
          field.onChange(event);
          onChange({ ...filter, search: event.currentTarget.value });
        }}
      />
      <NativeSelect
        className={classes.sort}
        size="md"
        label="Sort"
        data={isSearching(filter) ? [bestFirst, ...sorts] : sorts}
        value={sortOf(filter) ?? bestFirst.value}
        onChange={(event) =>
          onChange({ ...filter, sort: (event.currentTarget.value || null) as ToolSort | null })
        }
      />
    </search>
  );
}

/** The stock filter, and the categories side by side, of which one is chosen: radio buttons to keyboards and screen readers. */
function NarrowingRow({ filter, categories, onChange }: FilterProps & { categories: readonly string[] }) {
  // In the shop's spelling, '' for all. One that no tool has any more is shown all the same, so that it can be left.
  const chosen = categories.find((each) => sameCategory(each, filter.category)) ?? filter.category;
  const shown = chosen === '' || categories.includes(chosen) ? categories : [...categories, chosen];
  const chips = shown.join('\n');
  const label = useId();
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other chips move the chosen one
  useEffect(() => {
    const show = () => {
      const chip = row.current?.querySelector(`input[value="${CSS.escape(chosen)}"] + label`);
      if (!row.current || !chip) return;
      const [outer, inner] = [row.current.getBoundingClientRect(), chip.getBoundingClientRect()];
      // The row alone scrolls: `scrollIntoView` would scroll the page as well. Its beginning stays in sight where nothing is chosen.
      if (chosen === '') row.current.scrollLeft = 0;
      else row.current.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
    };
    show();
    // A font that comes later makes the chips wider.
    void document.fonts?.ready?.then(show);
  }, [chosen, chips]);
  return (
    <div ref={row} className={classes.narrowing}>
      <Chip
        size="md"
        classNames={{ label: classes.category ?? '' }}
        checked={filter.inStock}
        onChange={(inStock) => onChange({ ...filter, inStock })}
      >
        In stock only
      </Chip>
      {shown.length > 0 && (
        <Chip.Group value={chosen} onChange={(category: string) => onChange({ ...filter, category })}>
          <div role="radiogroup" aria-labelledby={label} className={classes.categories}>
            <span id={label} hidden>
              Category
            </span>
            {['', ...shown].map((category) => (
              <Chip key={category} value={category} size="md" classNames={{ label: classes.category ?? '' }}>
                {category || 'All'}
              </Chip>
            ))}
          </div>
        </Chip.Group>
      )}
    </div>
  );
}

const places = Array.from({ length: 9 }, (_, place) => place);
/** How many tools show their picture as soon as possible: the first row. */
const eagerCount = 3;
/** How many tools are shown at once; a large catalogue grows on demand. */
const step = 48;
const everything = { search: '', sort: null, inStock: false, category: '' } as const;

const loading = (
  <div className={shelf.grid} aria-busy>
    {places.map((place) => (
      <ToolCardSkeleton key={place} short {...(place < eagerCount ? { place } : {})} />
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
    <Container size="xl" className={classes.page}>
      <PageTitle {...publicPages.tools} />
      <ToolFilterBar filter={filter} onChange={narrow} onSearchFocus={search.prepare} />
      <div className={classes.count}>
        <p role="status" className={classes.found}>
          <span>{found && `${found.length} ${found.length === 1 ? 'tool' : 'tools'}`}</span>
          {nearest.length > 0 && <VisuallyHidden>{`; ${nearest.length} similar`}</VisuallyHidden>}
        </p>
        <NarrowingRow filter={filter} categories={categories} onChange={narrow} />
        <SavedAgeNote saved={tools} inRow />
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
                  <ToolCard key={tool._id} tool={tool} short level="h2" eager={place < eagerCount} />
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
