import type { Tool } from '@karigar/bff/contracts';
import { Button, Chip, Group, NativeSelect, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../../shared/api/call.ts';
import { deleteTool } from '../../../shared/api/calls.ts';
import { failureText, hasCode } from '../../../shared/api/failure.ts';
import { ConfirmModal } from '../../../shared/dialog/confirm-modal.tsx';
import { useToolSearch } from '../../../shared/finding/tool-search.ts';
import { messages } from '../../../shared/messages.ts';
import { paths } from '../../../shared/paths.ts';
import { withQueries } from '../../../shared/queries/queries.tsx';
import { rereadTools, useTools } from '../../../shared/saved/catalogue.ts';
import { SavedAgeNote } from '../../../shared/saved/saved-view.tsx';
import { categoriesOf, isOfCategory, sameCategory } from '../../../shared/tools/tool-words.ts';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorPanel } from '../../../shared/ui/error-panel.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { RowSkeletons } from '../../../shared/ui/skeletons.tsx';
import { notifyFailure, notifySuccess } from '../../../shared/ui/toast.ts';
import { settle } from '../../../shared/writes/settle.ts';
import { AdminTable } from '../admin-table.tsx';
import { statsQuery } from '../orders/model/desk.ts';
import { SearchForm } from '../search-form.tsx';
import { useAddress } from '../use-address.ts';
import { useOverlay } from '../use-overlay.tsx';
import { stockLevel, toolColumns } from './tool-columns.tsx';
import { ToolEditDrawer } from './tool-edit-drawer.tsx';

const rowsAtOnce = 50;

/** Every product of the shop: searched, edited, restocked and taken out of sale. */
function ManageProductsPage() {
  const { word, change } = useAddress();
  const search = word('search');
  const onlyLow = word('low') === '1';
  const saved = useTools();
  const tools = saved.data;
  const stats = useQuery(statsQuery);
  const categories = categoriesOf(tools ?? []);
  const category = categories.find((each) => sameCategory(each, word('category'))) ?? '';
  const [rows, setRows] = useState(rowsAtOnce);
  const { open, overlay } = useOverlay();

  const lowIds = useMemo(() => new Set(stats.data?.lowStock.map((tool) => tool._id)), [stats.data]);
  const named = useToolSearch(tools, search, 'names');
  const found = named.found?.filter(
    (tool) => isOfCategory(tool, category) && (!onlyLow || stockLevel(tool, lowIds) !== 'fine'),
  );
  const nearest = found?.length === 0 && search !== '' ? named.nearest() : [];
  const listed = [...(found ?? []), ...nearest];

  const unread = tools === undefined && saved.failure !== null;
  const narrowed = search !== '' || onlyLow || category !== '';
  const narrow = (next: Record<string, string>) => {
    setRows(rowsAtOnce);
    change(next);
  };
  const refresh = () => {
    void rereadTools();
    void stats.refetch();
  };
  const remove = async (tool: Tool, unknown: () => void) => {
    try {
      await settle<unknown>({
        what: `${tool.name} was deleted`,
        send: () => deleteTool(tool._id),
        find: () =>
          call('GET /tools/:id', { params: { id: tool._id }, auth: 'none' }).then(
            () => null,
            (error: unknown) => hasCode(error, 'TOOL_NOT_FOUND') || Promise.reject(error),
          ),
        unknown,
      });
      notifySuccess(messages.orders.deleted);
    } catch (error) {
      notifyFailure(`${tool.name} was not deleted. ${failureText(error)}`);
    }
    refresh();
  };

  const askToDelete = (tool: Tool) =>
    open((dialog) => (
      <ConfirmModal
        {...dialog}
        danger
        title="Delete this tool?"
        confirm={messages.admin.deleteTool}
        onConfirm={(close) => remove(tool, close)}
      >
        <strong>{tool.name}</strong> will no longer be for sale. Orders already placed for it stay.
      </ConfirmModal>
    ));

  return (
    <Stack gap="lg">
      <PageTitle title="Manage Products" />
      <SearchForm
        name="Search products"
        label="Tools name"
        placeholder="Search by tool name"
        value={search}
        onSearch={(text) => narrow({ search: text })}
      >
        <NativeSelect
          label="Category"
          data={[{ value: '', label: 'All categories' }, ...categories]}
          value={category}
          onChange={(event) => narrow({ category: event.currentTarget.value })}
        />
        <Chip checked={onlyLow} onChange={(low) => narrow({ low: low ? '1' : '' })} size="md">
          Low on stock
        </Chip>
      </SearchForm>
      <div>
        {unread ? (
          <ErrorPanel
            error={saved.failure}
            onRetry={() => void saved.revalidate()}
            retrying={saved.revalidating}
          />
        ) : (
          <Text fw={600} mb="sm" role="status">
            <span>{found ? `${found.length} product(s)` : 'Loading…'}</span>
            {nearest.length > 0 && <VisuallyHidden>{`; ${nearest.length} similar`}</VisuallyHidden>}
          </Text>
        )}
        <SavedAgeNote saved={saved} />
        {named.failure !== null && (
          <ErrorPanel error={named.failure} title="The search could not be loaded" onRetry={named.prepare} />
        )}
        {!found && !unread && <RowSkeletons count={6} />}
        {found?.length === 0 && (
          <EmptyState
            text={
              narrowed
                ? `No products match.${nearest.length > 0 ? ' Similar names are below.' : ''}`
                : 'No products yet.'
            }
            {...(!narrowed && { link: { to: paths.addProduct, label: 'Add Product' } })}
          >
            {narrowed && (
              <Button variant="default" onClick={() => narrow({ search: '', low: '', category: '' })}>
                Show all products
              </Button>
            )}
          </EmptyState>
        )}
        {listed.length > 0 && (
          <AdminTable
            caption="Products"
            columns={toolColumns(
              lowIds,
              (tool) => open((drawer) => <ToolEditDrawer {...drawer} tool={tool} onSaved={refresh} />),
              askToDelete,
            )}
            rows={listed}
            most={rows}
          />
        )}
        {listed.length > rows && (
          <Group justify="center" mt="lg">
            <Button variant="default" onClick={() => setRows(rows + rowsAtOnce)}>
              {`Show ${Math.min(rowsAtOnce, listed.length - rows)} more`}
            </Button>
          </Group>
        )}
      </div>
      {overlay}
    </Stack>
  );
}

export const Component = withQueries(ManageProductsPage);
