import type { Tool } from '@karigar/bff/contracts';
import { Button, Chip, Group, NativeSelect, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { call } from '../../../shared/api/call.ts';
import { deleteTool, getStats } from '../../../shared/api/calls.ts';
import { failureText, hasCode } from '../../../shared/api/failure.ts';
import { useToolSearch } from '../../../shared/finding/tool-search.ts';
import { messages } from '../../../shared/messages.ts';
import { paths } from '../../../shared/paths.ts';
import { rereadTools, useTools } from '../../../shared/saved/catalogue.ts';
import { ConfirmModal } from '../../../shared/ui/confirm-modal.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorPanel } from '../../../shared/ui/error-panel.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { RowSkeletons } from '../../../shared/ui/skeletons.tsx';
import { notifyFailure, notifySuccess } from '../../../shared/ui/toast.ts';
import { categoriesOf, isOfCategory, sameCategory } from '../../../shared/ui/tool-words.ts';
import { settle } from '../../../shared/writes/settle.ts';
import { AdminTable } from '../admin-table.tsx';
import { SearchForm } from '../search-form.tsx';
import { useOpened } from '../use-opened.ts';
import { useServerData } from '../use-server-data.ts';
import { stockLevel, toolColumns } from './tool-columns.tsx';
import { ToolEditDrawer } from './tool-edit-drawer.tsx';

const rowsAtOnce = 50;

function nothingFits(showsNearest: boolean, narrowed: boolean): string {
  if (showsNearest) return 'No products match. Similar names are below.';
  return narrowed ? 'No products match.' : 'No products yet.';
}

/** Every product of the shop: searched, edited, restocked and taken out of sale. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const onlyLow = params.get('low') === '1';
  const saved = useTools();
  const tools = saved.data;
  const stats = useServerData('stats', getStats);
  const categories = categoriesOf(tools ?? []);
  const category = categories.find((each) => sameCategory(each, params.get('category') ?? '')) ?? '';
  const [rows, setRows] = useState(rowsAtOnce);
  const editing = useOpened<Tool>();
  const deleting = useOpened<Tool>();

  const lowIds = useMemo(() => new Set(stats.data?.lowStock.map((tool) => tool._id)), [stats.data]);
  const named = useToolSearch(tools, search, 'names');
  const found = named.found?.filter(
    (tool) => isOfCategory(tool, category) && (!onlyLow || stockLevel(tool, lowIds) !== 'fine'),
  );
  const nearest = found?.length === 0 && search !== '' ? named.nearest() : [];
  const listed = [...(found ?? []), ...nearest];

  const unread = tools === undefined && saved.failure !== null;
  const narrowed = search !== '' || onlyLow || category !== '';
  const narrow = (next: { search?: string; low?: boolean; category?: string }) => {
    const wanted = { search, low: onlyLow, category, ...next };
    setRows(rowsAtOnce);
    setParams({
      ...(wanted.search ? { search: wanted.search } : {}),
      ...(wanted.low ? { low: '1' } : {}),
      ...(wanted.category ? { category: wanted.category } : {}),
    });
  };
  const refresh = () => {
    void rereadTools();
    stats.reload();
  };
  const remove = async (tool: Tool, unknown: () => void) => {
    await settle<unknown>({
      what: `${tool.name} was deleted`,
      send: () => deleteTool(tool._id),
      find: () =>
        call('GET /tools/:id', { params: { id: tool._id }, auth: 'none' }).then(
          () => null,
          (error: unknown) => hasCode(error, 'TOOL_NOT_FOUND') || Promise.reject(error),
        ),
      unknown,
      done: () => notifySuccess(messages.orders.deleted),
      failed: (error) => notifyFailure(`${tool.name} was not deleted. ${failureText(error)}`),
    });
    refresh();
  };

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
        <Chip checked={onlyLow} onChange={(low) => narrow({ low })} size="md">
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
        {named.failure !== null && (
          <ErrorPanel error={named.failure} title="The search could not be loaded" onRetry={named.prepare} />
        )}
        {!found && !unread && <RowSkeletons count={6} />}
        {found?.length === 0 && (
          <EmptyState
            text={nothingFits(nearest.length > 0, narrowed)}
            {...(narrowed ? {} : { link: { to: paths.addProduct, label: 'Add Product' } })}
          >
            {narrowed && (
              <Button variant="default" onClick={() => narrow({ search: '', low: false, category: '' })}>
                Show all products
              </Button>
            )}
          </EmptyState>
        )}
        {listed.length > 0 && (
          <AdminTable
            caption="Products"
            columns={toolColumns({
              lowIds,
              onEdit: editing.open,
              onDelete: deleting.open,
            })}
            rows={listed.slice(0, rows)}
            rowKey={(tool) => tool._id}
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
      {editing.subject && (
        <ToolEditDrawer
          key={editing.openings}
          tool={editing.subject}
          opened={editing.opened}
          onClose={editing.close}
          onSaved={refresh}
        />
      )}
      <ConfirmModal
        opened={deleting.opened}
        danger
        title="Delete this tool?"
        confirm={messages.admin.deleteTool}
        onClose={deleting.close}
        onConfirm={(close) => deleting.subject && remove(deleting.subject, close)}
      >
        <strong>{deleting.subject?.name}</strong> will no longer be for sale. Orders already placed for it
        stay.
      </ConfirmModal>
    </Stack>
  );
}
