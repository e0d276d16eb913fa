import type { User } from '@karigar/bff/contracts';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call, reply } from '../../../shared/api/call.ts';
import { pageOf } from '../../../shared/api/calls.ts';
import { ApiProblem, failureText } from '../../../shared/api/failure.ts';
import { ConfirmModal } from '../../../shared/dialog/confirm-modal.tsx';
import { messages } from '../../../shared/messages.ts';
import { Freshness, QueryGap, withQueries } from '../../../shared/queries/queries.tsx';
import { useSession } from '../../../shared/session/session-store.ts';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { notifyFailure, notifySuccess } from '../../../shared/ui/toast.ts';
import { settle } from '../../../shared/writes/settle.ts';
import { AdminTable, type Column } from '../admin-table.tsx';
import { Pager, useCursorPaging } from '../pager.tsx';
import { SearchForm } from '../search-form.tsx';
import { useAddress } from '../use-address.ts';
import { useOverlay } from '../use-overlay.tsx';

const usersPerPage = 50;

const usersPage = async (query: { search: string; limit?: number; cursor?: number }) =>
  pageOf(await reply('GET /user', { query }));

const greyBadge = (words: string) => (
  <Badge color="gray" variant="outline">
    {words}
  </Badge>
);

/** `me`: the address of the admin who looks at the list, because admins cannot remove their own rights. */
const columnsOf = (me: string, onChange: (user: User, isAdmin: boolean) => void): Column<User>[] => [
  { id: 'email', header: 'Email', card: 'title', cell: ({ email }) => email },
  {
    id: 'address',
    header: 'Address',
    cell: ({ verified }) => (verified ? <Badge variant="light">Verified</Badge> : greyBadge('Not verified')),
  },
  {
    id: 'role',
    header: 'Role',
    cell: ({ role, verified }) =>
      role === 'admin' ? (
        <>
          <Badge>Admin</Badge>
          {!verified && <Text size="sm">once the address is verified</Text>}
        </>
      ) : (
        greyBadge('Customer')
      ),
  },
  {
    id: 'action',
    header: 'Rights',
    card: 'action',
    cell: (user) => {
      if (user.email === me) return null;
      const isAdmin = user.role === 'admin';
      const words = isAdmin ? 'Remove admin rights' : messages.admin.makeAdmin;
      return (
        <Button
          size="compact-md"
          variant="default"
          onClick={() => onChange(user, !isAdmin)}
          aria-label={`${words}: ${user.email}`}
        >
          {words}
        </Button>
      );
    },
  },
];

/** Every account of the shop; an admin may make others admins and take their rights away, after being asked once more. */
function UsersPage() {
  const { word, change } = useAddress();
  const search = word('search');
  const find = (text: string) => change({ search: text, cursor: '' });
  const paging = useCursorPaging();
  const cursor = Number(paging.cursor);
  const users = useQuery({
    queryKey: ['users', search, cursor],
    queryFn: () => usersPage({ search, limit: usersPerPage, cursor }),
  });
  const { data: page, error } = users;
  const { open, overlay } = useOverlay();
  const me = useSession().user?.email.toLowerCase() ?? '';

  const settleRights = async ({ email }: User, isAdmin: boolean, unknown: () => void) => {
    try {
      await settle<unknown>({
        what: isAdmin ? `${email} was made an admin` : `${email} is no longer an admin`,
        send: () =>
          call(isAdmin ? 'PUT /user/admin/:email' : 'DELETE /user/admin/:email', { params: { email } }),
        async find() {
          const { items } = await usersPage({ search: email });
          return items.some((user) => user.email === email && (user.role === 'admin') === isAdmin) || null;
        },
        unknown,
      });
      notifySuccess(isAdmin ? messages.admin.madeAdmin : `${email} is no longer an admin.`);
    } catch (error) {
      const forbidden = error instanceof ApiProblem && error.problem.status === 403;
      const words = isAdmin ? messages.admin.makeAdminFailed : `${email} is still an admin.`;
      notifyFailure(isAdmin && forbidden ? words : `${words} ${failureText(error)}`);
    }
    void users.refetch();
  };

  const ask = (user: User, isAdmin: boolean) =>
    open((dialog) => (
      <ConfirmModal
        {...dialog}
        danger={!isAdmin}
        title={isAdmin ? 'Make this person an admin?' : 'Remove this person’s admin rights?'}
        confirm={isAdmin ? messages.admin.makeAdmin : 'Remove admin rights'}
        onConfirm={(close) => settleRights(user, isAdmin, close)}
      >
        <strong>{user.email}</strong>{' '}
        {isAdmin
          ? `will be able to change products, see every order and make more admins${user.verified ? '' : ', once their address is verified'}.`
          : 'becomes a customer right away. Their activity stays on record.'}
      </ConfirmModal>
    ));

  return (
    <Stack gap="lg">
      <PageTitle title="Make Admin" />
      <SearchForm
        name="Search users"
        label="Email"
        placeholder="Part of an email address"
        value={search}
        onSearch={find}
      />
      <div>
        <Group justify="space-between" mb="sm">
          <Text fw={600} role="status">
            {page ? messages.admin.users(page.total) : error === null && 'Loading…'}
          </Text>
          <Freshness query={users} />
        </Group>
        <QueryGap query={users} count={6} />
        {page?.items.length === 0 && (
          <EmptyState picture="card" text="No accounts match. Try typing less of the address.">
            <Button variant="default" onClick={() => find('')}>
              Show all users
            </Button>
          </EmptyState>
        )}
        {page && page.items.length > 0 && (
          <>
            <AdminTable
              caption="Users"
              columns={columnsOf(me, ask)}
              rows={page.items}
              busy={users.isFetching}
              stale={users.isPlaceholderData}
            />
            <Pager paging={paging} page={page} perPage={usersPerPage} />
          </>
        )}
      </div>
      {overlay}
    </Stack>
  );
}

export const Component = withQueries(UsersPage);
