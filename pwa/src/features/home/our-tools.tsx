import { Button, Group } from '@mantine/core';
import { Link } from 'react-router-dom';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { useTools } from '../../shared/saved/catalogue.ts';
import { SavedAgeNote, SavedView } from '../../shared/saved/saved-view.tsx';
import { ToolCard } from '../../shared/tools/tool-card.tsx';
import { ToolCardSkeleton } from '../../shared/tools/tool-card-skeleton.tsx';
import shelf from '../../shared/tools/tool-grid.module.css';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import classes from './home.module.css';

const shown = 6;
/** How many tools stand in the first row of a wide screen; a phone begins with one. */
const firstRow = 3;
const places = Array.from({ length: shown }, (_, place) => place);

/** The first six tools. A loading button holds the place of the link to all tools. */
export function OurTools() {
  const tools = useTools();
  const loading = tools.data === undefined && tools.failure === null;
  return (
    <section
      id="our-tools"
      className={`${classes.section} ${classes.tools}`}
      aria-labelledby="our-tools-title"
      aria-busy={loading}
    >
      <Group justify="space-between" align="baseline" gap="sm" className={classes.head ?? ''}>
        <h2 id="our-tools-title" className={classes.title}>
          {messages.home.tools}
        </h2>
        <SavedAgeNote saved={tools} inRow />
      </Group>
      <SavedView
        saved={tools}
        loading={
          <div className={shelf.grid}>
            {places.map((place) => (
              <ToolCardSkeleton
                key={place}
                hasPicture={place === 0}
                {...(place < firstRow ? { place } : {})}
              />
            ))}
          </div>
        }
      >
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              text="We’re stocking the shelves. Please come back soon."
              link={{ to: paths.blog, label: 'Read questions and answers' }}
            />
          ) : (
            <div className={shelf.grid}>
              {all.slice(0, shown).map((tool, place) => (
                <ToolCard key={tool._id} tool={tool} eager={place === 0} />
              ))}
            </div>
          )
        }
      </SavedView>
      <div className={shelf.more}>
        {loading ? (
          <Button size="md" variant="default" loading>
            Loading
          </Button>
        ) : (
          <Button size="md" variant="default" component={Link} to={paths.tools}>
            See all tools
          </Button>
        )}
      </div>
    </section>
  );
}
