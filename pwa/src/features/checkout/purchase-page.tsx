import type { Tool } from '@karigar/bff/contracts';
import { Container } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useOutbox } from '../../shared/outbox/outbox.ts';
import { paths } from '../../shared/paths.ts';
import { TellWhenBack } from '../../shared/push/tell-when-back.tsx';
import { useTool } from '../../shared/saved/catalogue.ts';
import { SavedView } from '../../shared/saved/saved-view.tsx';
import { useConfig } from '../../shared/saved/shop-config.ts';
import { isOrderable } from '../../shared/tools/stock.ts';
import { BackLink } from '../../shared/ui/back-link.tsx';
import { Columns } from '../../shared/ui/blocks.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { RowSkeletons } from '../../shared/ui/skeletons.tsx';
import { PurchaseForm } from './purchase-form.tsx';
import { PurchaseSummary, SummarySkeleton } from './summary.tsx';

/** The purchase page before everything about it is known, in the same boxes; shows the tool as soon as that is. */
function PurchaseSkeleton({ tool }: { tool: Tool | null | undefined }) {
  return (
    <Columns role="status" aria-label="Loading">
      {tool ? <PurchaseSummary tool={tool} /> : <SummarySkeleton />}
      <RowSkeletons height={64} />
    </Columns>
  );
}

/** Orders one tool: what it is on the left, where it goes and how many on the right. */
export function Component() {
  const { id = '' } = useParams();
  const tool = useTool(id);
  const { entries } = useOutbox();
  const config = useConfig();
  const ofTool = useMemo(
    () => entries?.filter(({ work }) => work.kind === 'order' && work.order.toolId === id),
    [entries, id],
  );

  const ready = tool.data !== undefined && ofTool !== undefined;
  // The form is drawn in slices, so that the phone answers to touch meanwhile.
  const drawn = useDeferredValue(ready) && ready;
  return (
    <Container size="xl" pt={{ base: 'sm', sm: 'lg' }} pb="xl">
      <BackLink to={paths.tool(id)} label="Back to the tool" />
      <PageTitle title={tool.data ? `Order ${tool.data.name}` : 'Order a tool'}>Your order</PageTitle>
      <SavedView
        aged
        saved={tool}
        loading={<PurchaseSkeleton tool={undefined} />}
        gone={
          <EmptyState
            text="We no longer sell this tool."
            link={{ to: paths.tools, label: 'See all tools' }}
          />
        }
      >
        {(data) =>
          drawn ? (
            <>
              {!isOrderable(data) && (
                <>
                  <p>
                    This tool is sold out. <Link to={paths.tools}>See all tools</Link>
                  </p>
                  <TellWhenBack toolId={data._id} config={config} />
                </>
              )}
              <Columns>
                <PurchaseSummary tool={data} />
                {(isOrderable(data) || ofTool.some(({ status }) => status !== 'accepted')) && (
                  <PurchaseForm key={data._id} tool={data} entries={ofTool} />
                )}
              </Columns>
            </>
          ) : (
            <PurchaseSkeleton tool={data} />
          )
        }
      </SavedView>
    </Container>
  );
}
