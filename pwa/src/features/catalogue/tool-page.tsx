import type { ShopConfig, Tool } from '@karigar/bff/contracts';
import { dayCount, keepUnits, summaryOf } from '@karigar/bff/page-words';
import { Button, Container, Group, Skeleton } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { Link, useParams } from 'react-router-dom';
import { HeldBar } from '../../shared/bottom/held-bar.tsx';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { publicPages } from '../../shared/public-pages.ts';
import { useTool } from '../../shared/saved/catalogue.ts';
import { SavedView } from '../../shared/saved/saved-view.tsx';
import { useSavedConfig } from '../../shared/saved/shop-config.ts';
import { isOrderable, stockWords } from '../../shared/tools/stock.ts';
import { WaitingPicture } from '../../shared/tools/waiting-picture.tsx';
import { Columns, Facts } from '../../shared/ui/blocks.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { lazyPart } from '../../shared/ui/lazy.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { PageTitle, usePageTitle } from '../../shared/ui/page-title.tsx';
import { RelatedTools } from './related-tools.tsx';
import { ToolGallery } from './tool-gallery.tsx';
import classes from './tool-page.module.css';

/** Shares this page with the device's own sheet, or copies its address where there is none. */
function ShareButton({ title }: { title: string }) {
  if (typeof navigator.share !== 'function') return <CopyButton value={location.href} label="Copy link" />;
  return (
    <Button
      variant="subtle"
      size="lg"
      leftSection={<IconShare2 aria-hidden size={18} />}
      // A person who closes the sheet has changed their mind: nothing to report.
      onClick={() => void navigator.share({ title, url: location.href }).catch(() => undefined)}
    >
      Share
    </Button>
  );
}

const TellWhenBack = lazyPart(() => import('../../shared/push/tell-when-back.tsx'), 'TellWhenBack');

const ToolReviews = lazyPart(() => import('./tool-reviews.tsx'), 'ToolReviews');

const shares = 'minmax(0, 3fr) minmax(0, 2fr)';
const pictureSizes = '(min-width: 62em) 56vw, 94vw';

/** One tool with its picture at full size and its whole text. */
export function Component() {
  const { id = '' } = useParams();
  const tool = useTool(id);
  const category = tool.data?.category ?? '';
  return (
    <Container size="xl" pt="md" pb="xl">
      <nav className={classes.back} aria-label="Breadcrumb">
        <Link to={paths.tools}>All tools</Link>
        {category !== '' && <Link to={paths.toolsOf(category)}>{category}</Link>}
      </nav>
      <SavedView
        aged
        saved={tool}
        loading={
          <Columns shares={shares} role="status" aria-label="Loading">
            <WaitingPicture place={0} className={classes.picture} sizes={pictureSizes} />
            <div>
              <Skeleton height={48} width="80%" />
              <Skeleton height={120} mt="lg" />
            </div>
          </Columns>
        }
        gone={
          <>
            <PageTitle {...publicPages.tool} />
            <EmptyState
              text={publicPages.tool.description}
              link={{ to: paths.tools, label: 'See all tools' }}
            />
          </>
        }
      >
        {(data) => <ToolDetails key={data._id} tool={data} />}
      </SavedView>
    </Container>
  );
}

/** When a tool leaves and arrives, and how it goes back, as far as the shop's settings say. */
function Terms({ shipping, terms }: Pick<ShopConfig, 'shipping' | 'terms'>) {
  return (
    <section aria-labelledby="terms-title">
      <h2 id="terms-title">Delivery{terms.returns && ' and returns'}</h2>
      <Facts
        of={{
          Dispatch: `Usually within ${dayCount(shipping.dispatchDays)} of payment`,
          Delivery: terms.delivery || null,
          Returns: terms.returns || null,
        }}
      />
    </section>
  );
}

function ToolDetails({ tool }: { tool: Tool }) {
  const heading = usePageTitle(tool.name, summaryOf(tool.description));
  const { data: config, failure } = useSavedConfig();
  const stock = stockWords(tool);
  const { specifications = [] } = tool;
  // Below the name, or in the bar of a phone: only one of them is shown.
  const price = (
    <p className={classes.price}>
      <Money amount={tool.price} /> <span className={classes.each}>each</span>
    </p>
  );
  return (
    <article className={classes.page}>
      <Columns shares={shares}>
        <ToolGallery tool={tool} sizes={pictureSizes} />
        <div className={classes.words}>
          <h1 ref={heading} tabIndex={-1} className={classes.name}>
            {keepUnits(tool.name)}
          </h1>
          {price}
          <p className={classes.stock} data-stock={stock.tone}>
            {stock.text}
          </p>
          <p className={classes.description}>{tool.description}</p>
          <Facts
            layout="columns"
            of={{ 'Minimum order': tool.minOrderQuantity, Available: tool.availableQuantity }}
          />
          <Group mt="lg" gap="sm">
            <HeldBar inline>
              {price}
              {isOrderable(tool) ? (
                <Button component={Link} to={paths.purchase(tool._id)} size="lg">
                  {messages.home.purchaseNow}
                </Button>
              ) : (
                <Button size="lg" variant="default" disabled>
                  Sold out
                </Button>
              )}
            </HeldBar>
            <ShareButton title={tool.name} />
          </Group>
          {!isOrderable(tool) && <TellWhenBack toolId={tool._id} config={config} />}
        </div>
      </Columns>
      <div className={classes.facts}>
        <Columns>
          {specifications.length > 0 && (
            <section aria-labelledby="specifications-title">
              <h2 id="specifications-title">Specifications</h2>
              <Facts of={Object.fromEntries(specifications.map(({ label, value }) => [label, value]))} />
            </section>
          )}
          {config && <Terms {...config} />}
        </Columns>
      </div>
      {/* Not before the terms above them, which would push them down. */}
      {(config !== undefined || failure !== null) && (
        <>
          <RelatedTools tool={tool} />
          <ToolReviews toolId={tool._id} />
        </>
      )}
    </article>
  );
}
