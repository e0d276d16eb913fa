import type { User } from '@karigar/bff/contracts';
import { Badge, Button, Stack, Text } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { call, reply } from '../../../shared/api/call.ts';
import { pageOf } from '../../../shared/api/calls.ts';
import { ApiProblem, failureText } from '../../../shared/api/failure.ts';
import { messages } from '../../../shared/messages.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { ConfirmModal } from '../../../shared/ui/confirm-modal.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { notifyFailure, notifySuccess } from '../../../shared/ui/toast.ts';
import { settle } from '../../../shared/writes/settle.ts';
import type { Column } from '../admin-table.tsx';
import { PagedList } from '../paged-list.tsx';
import { useCursorPaging } from '../pager.tsx';
import { SearchForm } from '../search-form.tsx';
import { useOpened } from '../use-opened.ts';
import { useServerData } from '../use-server-data.ts';

const usersPerPage = 50;

const usersPage = async (query: { search: string; limit?: number; cursor?: number }) =>
  pageOf(await reply('GET /user', { query }));

interface RowActions {
  /** Address of the admin who looks at the list: nobody takes their own rights away. */
  me: string;
  onMakeAdmin: (user: User) => void;
  onRemoveAdmin: (user: User) => void;
}

const columnsOf = ({ me, onMakeAdmin, onRemoveAdmin }: RowActions): Column<User>[] => [
  { id: 'email', header: 'Email', card: 'title', cell: (user) => user.email },
  {
    id: 'address',
    header: 'Address',
    cell: ({ verified }) =>
      verified ? (
        <Badge variant="light">Verified</Badge>
      ) : (
        <Badge color="gray" variant="outline">
          Not verified
        </Badge>
      ),
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
        <Badge color="gray" variant="outline">
          Customer
        </Badge>
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
          onClick={() => (isAdmin ? onRemoveAdmin : onMakeAdmin)(user)}
          aria-label={`${words}: ${user.email}`}
        >
          {words}
        </Button>
      );
    },
  },
];

/** Every account of the shop; an admin may make others admins and take their rights away, after being asked once more. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const paging = useCursorPaging();
  const users = useServerData(`users|${search}|${paging.cursor ?? ''}`, () =>
    usersPage({ search, limit: usersPerPage, cursor: Number(paging.cursor ?? 0) }),
  );
  const promoting = useOpened<User>();
  const demoting = useOpened<User>();
  const me = useSession().user?.email.toLowerCase() ?? '';

  const change = async ({ email }: User, isAdmin: boolean, unknown: () => void) => {
    await settle<unknown>({
      what: isAdmin ? `${email} was made an admin` : `${email} is no longer an admin`,
      send: () =>
        call(isAdmin ? 'PUT /user/admin/:email' : 'DELETE /user/admin/:email', { params: { email } }),
      async find() {
        const { items } = await usersPage({ search: email });
        return items.some((user) => user.email === email && (user.role === 'admin') === isAdmin) || null;
      },
      unknown,
      done: () => notifySuccess(isAdmin ? messages.admin.madeAdmin : `${email} is no longer an admin.`),
      failed(error) {
        const forbidden = error instanceof ApiProblem && error.problem.status === 403;
        const words = isAdmin ? messages.admin.makeAdminFailed : `${email} is still an admin.`;
        void notifyFailure(isAdmin && forbidden ? words : `${words} ${failureText(error)}`);
      },
    });
    users.reload();
  };

  return (
    <Stack gap="lg">
      <PageTitle title="Make Admin" />
      <SearchForm
        name="Search users"
        label="Email"
        placeholder="Part of an email address"
        value={search}
        onSearch={(text) => setParams(text === '' ? {} : { search: text })}
      />
      <PagedList
        list={users}
        paging={paging}
        perPage={usersPerPage}
        caption="Users"
        columns={columnsOf({ me, onMakeAdmin: promoting.open, onRemoveAdmin: demoting.open })}
        count={messages.admin.users}
        empty={
          <EmptyState picture="card" text="No accounts match. Try typing less of the address.">
            <Button variant="default" onClick={() => setParams({})}>
              Show all users
            </Button>
          </EmptyState>
        }
      />
      <ConfirmModal
        opened={promoting.opened}
        title="Make this person an admin?"
        confirm={messages.admin.makeAdmin}
        onClose={promoting.close}
        onConfirm={(close) => promoting.subject && change(promoting.subject, true, close)}
      >
        <strong>{promoting.subject?.email}</strong> will be able to change products, see every order and make
        more admins
        {promoting.subject?.verified === false && ', once their address is verified'}.
      </ConfirmModal>
      <ConfirmModal
        opened={demoting.opened}
        title="Remove this person’s admin rights?"
        confirm="Remove admin rights"
        danger
        onClose={demoting.close}
        onConfirm={(close) => demoting.subject && change(demoting.subject, false, close)}
      >
        <strong>{demoting.subject?.email}</strong> becomes a customer right away. Their activity stays on
        record.
      </ConfirmModal>
    </Stack>
  );
}
