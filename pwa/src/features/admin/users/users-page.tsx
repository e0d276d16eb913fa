import type { User } from '@karigar/bff/contracts';
import { Badge, Button, Stack, Text } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { getUsers, makeAdmin, removeAdmin } from '../../../shared/api/calls.ts';
import { ApiProblem, failureText } from '../../../shared/api/failure.ts';
import { messages } from '../../../shared/messages.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { ConfirmModal } from '../../../shared/ui/confirm-modal.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { notifyFailure, notifySuccess } from '../../../shared/ui/toast.ts';
import type { Column } from '../admin-table.tsx';
import { PagedList } from '../paged-list.tsx';
import { useCursorPaging } from '../pager.tsx';
import { SearchForm } from '../search-form.tsx';
import { useOpened } from '../use-opened.ts';
import { useServerData } from '../use-server-data.ts';

const usersPerPage = 50;

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
      const words = isAdmin ? 'Take rights away' : messages.admin.makeAdmin;
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
    getUsers({ search, limit: usersPerPage, ...(paging.cursor === null ? {} : { cursor: paging.cursor }) }),
  );
  const promoting = useOpened<User>();
  const demoting = useOpened<User>();
  const me = useSession().user?.email.toLowerCase() ?? '';

  const promote = async (user: User) => {
    try {
      await makeAdmin(user.email);
      notifySuccess(messages.admin.madeAdmin);
    } catch (error) {
      const forbidden = error instanceof ApiProblem && error.problem.status === 403;
      notifyFailure(
        forbidden
          ? messages.admin.makeAdminFailed
          : `${messages.admin.makeAdminFailed} ${failureText(error)}`,
      );
    }
    users.reload();
  };

  const demote = async (user: User) => {
    try {
      await removeAdmin(user.email);
      notifySuccess(`${user.email} is no admin any more.`);
    } catch (error) {
      notifyFailure(failureText(error));
    }
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
          <EmptyState picture="card" text="No account fits this search. Write fewer letters of the address.">
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
        onConfirm={() => promoting.subject && promote(promoting.subject)}
      >
        <strong>{promoting.subject?.email}</strong> will be able to change products, see every order and make
        more admins
        {promoting.subject?.verified === false && ', once their address is verified'}.
      </ConfirmModal>
      <ConfirmModal
        opened={demoting.opened}
        title="Take this admin’s rights away?"
        confirm="Take rights away"
        danger
        onClose={demoting.close}
        onConfirm={() => demoting.subject && demote(demoting.subject)}
      >
        <strong>{demoting.subject?.email}</strong> becomes a customer at once; what they did stays recorded.
      </ConfirmModal>
    </Stack>
  );
}
