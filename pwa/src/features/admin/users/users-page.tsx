import type { Role, User } from '@karigar/bff/contracts';
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

/** What the page calls each role, and what somebody may do who has it. */
const roles = {
  admin: {
    label: 'Admin',
    name: 'an admin',
    make: messages.admin.makeAdmin,
    remove: 'Remove admin rights',
    rights: 'change products, see every order and make more admins',
  },
  packer: {
    label: 'Packer',
    name: 'a packer',
    make: 'Make packer',
    remove: 'Remove packer',
    rights: 'see paid orders without prices, ship them and print packing slips',
  },
  editor: {
    label: 'Editor',
    name: 'an editor',
    make: 'Make editor',
    remove: 'Remove editor',
    rights: 'change products, and hide and answer reviews',
  },
} satisfies Record<Role, object>;
const roleNames = Object.keys(roles) as Role[];

/** A role that is given (`has`) or taken away. */
interface Change {
  role: Role;
  has: boolean;
}

/** `me`: the address of the admin who looks at the list, because admins cannot remove their own rights. */
const columnsOf = (me: string, onChange: (user: User, change: Change) => void): Column<User>[] => [
  { header: 'Email', card: 'title', cell: ({ email }) => email },
  {
    header: 'Email address',
    cell: ({ verified }) => (verified ? <Badge variant="light">Verified</Badge> : greyBadge('Not verified')),
  },
  {
    header: 'Role',
    cell: (user) =>
      user.roles.length > 0 ? (
        <div>
          <Group gap="xs">
            {user.roles.map((role) => (
              <Badge key={role}>{roles[role].label}</Badge>
            ))}
          </Group>
          {!user.verified && <Text size="sm">once the address is verified</Text>}
        </div>
      ) : (
        greyBadge('Customer')
      ),
  },
  {
    header: 'Rights',
    card: 'action',
    cell: (user) =>
      user.email !== me && (
        <Group gap="xs">
          {roleNames.map((role) => {
            const has = user.roles.includes(role);
            // An admin may do all that the other roles allow.
            if (!has && user.roles.includes('admin')) return null;
            const words = roles[role][has ? 'remove' : 'make'];
            return (
              <Button
                key={role}
                size="compact-md"
                variant="default"
                onClick={() => onChange(user, { role, has: !has })}
                aria-label={`${words}: ${user.email}`}
              >
                {words}
              </Button>
            );
          })}
        </Group>
      ),
  },
];

/** Sends a change of a role to the shop. Throws ApiProblem or NoAnswerError. */
const sendRole = (email: string, { role, has }: Change) =>
  role === 'admin'
    ? call(has ? 'PUT /user/admin/:email' : 'DELETE /user/admin/:email', { params: { email } })
    : call(has ? 'PUT /user/:email/roles/:role' : 'DELETE /user/:email/roles/:role', {
        params: { email, role },
      });

/** What becomes of somebody who loses a role. */
const lossWords = ({ roles: all }: User, role: Role): string => {
  const left = all.filter((one) => one !== role).map((one) => roles[one].name);
  return `${left.length === 0 ? 'becomes a customer' : `stays ${left.join(' and ')} only`} right away. Their activity stays on record.`;
};

/** Every account of the shop; an admin may give others roles and take them away, after being asked once more. */
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

  const settleRole = async ({ email, verified }: User, change: Change, unknown: () => void) => {
    const { role, has } = change;
    const { name } = roles[role];
    const isMadeAdmin = role === 'admin' && has;
    try {
      await settle<unknown>({
        what: `${email} ${has ? 'was made' : 'is no longer'} ${name}`,
        send: () => sendRole(email, change),
        async find() {
          const { items } = await usersPage({ search: email });
          return items.some((user) => user.email === email && user.roles.includes(role) === has) || null;
        },
        unknown,
      });
      notifySuccess(
        isMadeAdmin
          ? messages.admin.madeAdmin
          : `${email} is ${has ? 'now' : 'no longer'} ${name}${has && !verified ? ', once the address is verified' : ''}.`,
      );
    } catch (error) {
      const forbidden = error instanceof ApiProblem && error.problem.status === 403;
      const words = isMadeAdmin
        ? messages.admin.makeAdminFailed
        : `${email} is ${has ? 'not' : 'still'} ${name}.`;
      notifyFailure(isMadeAdmin && forbidden ? words : `${words} ${failureText(error)}`);
    }
    void users.refetch();
  };

  const ask = (user: User, change: Change) => {
    const { name, make, remove, rights } = roles[change.role];
    open((dialog) => (
      <ConfirmModal
        {...dialog}
        danger={!change.has}
        title={
          change.has
            ? `Make this person ${name}?`
            : `Remove this person’s ${change.role === 'admin' ? 'admin rights' : `role as ${name}`}?`
        }
        confirm={change.has ? make : remove}
        onConfirm={(close) => settleRole(user, change, close)}
      >
        <strong>{user.email}</strong>{' '}
        {change.has
          ? `will be able to ${rights}${user.verified ? '' : ', once their address is verified'}.`
          : lossWords(user, change.role)}
      </ConfirmModal>
    ));
  };

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
