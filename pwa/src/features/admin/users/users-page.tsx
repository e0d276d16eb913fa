import type { User } from '@karigar/bff/contracts';
import { Badge, Button, Stack } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { getUsers, makeAdmin } from '../../../shared/api/calls.ts';
import { ApiProblem, failureText } from '../../../shared/api/failure.ts';
import { messages } from '../../../shared/messages.ts';
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

const columnsOf = (onMakeAdmin: (user: User) => void): Column<User>[] => [
  { id: 'email', header: 'Email', card: 'title', cell: (user) => user.email },
  {
    id: 'role',
    header: 'Role',
    cell: (user) =>
      user.role === 'admin' ? (
        <Badge>Admin</Badge>
      ) : (
        <Badge color="gray" variant="outline">
          Customer
        </Badge>
      ),
  },
  {
    id: 'action',
    header: 'Promote',
    card: 'action',
    cell: (user) =>
      user.role === 'admin' ? null : (
        <Button
          size="compact-md"
          variant="default"
          onClick={() => onMakeAdmin(user)}
          aria-label={`${messages.admin.makeAdmin}: ${user.email}`}
        >
          {messages.admin.makeAdmin}
        </Button>
      ),
  },
];

/** Every account of the shop; an admin may make others admins, after being asked once more. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const paging = useCursorPaging();
  const users = useServerData(`users|${search}|${paging.cursor ?? ''}`, () =>
    getUsers({ search, limit: usersPerPage, ...(paging.cursor === null ? {} : { cursor: paging.cursor }) }),
  );
  const promoting = useOpened<User>();

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
        columns={columnsOf(promoting.open)}
        count={messages.admin.users}
        empty={<EmptyState text="No account fits this search." />}
      />
      <ConfirmModal
        opened={promoting.opened}
        title="Make this person an admin?"
        confirm={messages.admin.makeAdmin}
        onClose={promoting.close}
        onConfirm={() => promoting.subject && promote(promoting.subject)}
      >
        <strong>{promoting.subject?.email}</strong> will be able to change products, see every order and make
        more admins.
      </ConfirmModal>
    </Stack>
  );
}
