// The inbox of a project: payments that arrived late, as surplus, or without an owner.
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n.tsx';
import { depositStatus, Status } from '../../shared/statuses.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { Money, When } from '../../shared/ui/values.tsx';
import { useReasons, WaitingOrDecided } from './decided.tsx';
import { type InboxRow, inboxList } from './queries.ts';

const route = getRouteApi('/app/projects/$project/inbox');

export function InboxList() {
  const t = useTexts('inbox');
  const { project } = route.useParams();
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/inbox' });
  return (
    <Page title={t.title}>
      <WaitingOrDecided {...{ project, filter }} onShow={(search) => void navigate({ search })}>
        <FilteredList
          filter={filter}
          fields={[
            { name: 'reason', label: t.why, choices: useReasons() },
            { name: 'currency', label: t.coin, placeholder: 'BTC' },
            { name: 'txid', label: t.transaction },
          ]}
          hasDays
          onFilter={({ currency, ...search }) =>
            void navigate({ search: { ...search, currency: currency?.toUpperCase() } })
          }
          label={t.unmatchedPayment}
          list={inboxList(project, filter)}
          columns={useColumns()}
          rowLink={({ id }) => ({
            to: '/projects/$project/inbox/$deposit',
            params: { project, deposit: id },
          })}
          empty={t.empty}
          noneFound={t.filtered}
        />
      </WaitingOrDecided>
    </Page>
  );
}

function useColumns(): readonly Column<InboxRow>[] {
  const t = useTexts('inbox');
  return [
    { head: t.amount, cell: (row) => <Money amount={row.amount} currency={row.currency} /> },
    { head: t.why, cell: ({ reason }) => (reason === null ? '–' : t[reason]) },
    { head: t.owner, cell: ({ owner }) => owner.join(' · ') || t.nobody },
    { head: t.status, cell: ({ status }) => <Status of={depositStatus} value={status} /> },
    { head: t.seen, cell: ({ seenAt }) => <When at={seenAt} /> },
  ];
}
