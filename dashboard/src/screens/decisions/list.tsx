// The proposed decisions of a project: those that wait, and what became of the others. They are made on the page of
// their object.
import { Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n.tsx';
import { toDeposit, toInvoice, toTrace } from '../../shared/links.ts';
import { ProposalStatus, proposalStatuses, useProposalText } from '../../shared/proposal-panel.tsx';
import { type Proposal, proposalList } from '../../shared/proposals.ts';
import { Ago } from '../../shared/ui/ago.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { When } from '../../shared/ui/values.tsx';

const route = getRouteApi('/app/projects/$project/decisions');

export function Decisions() {
  const t = useTexts('proposals');
  const { project } = route.useParams();
  const filter = route.useSearch();
  const status = proposalStatuses.find((known) => known === filter.status);
  return (
    <Page title={t.title}>
      <Text c="dimmed">{t.about}</Text>
      <FilteredList
        filter={filter}
        fields={[
          {
            name: 'status',
            label: t.status,
            choices: proposalStatuses.map((value) => ({ value, label: t.statuses[value] })),
          },
        ]}
        label={t.title}
        list={proposalList(project, status)}
        columns={useColumns()}
        empty={{ icon: 'unmatched', text: t.empty }}
        noneFound={t.filtered}
      />
    </Page>
  );
}

const links = { invoice: toInvoice, deposit: toDeposit, channel_payment: toTrace };

function useColumns(): readonly Column<Proposal>[] {
  const t = useTexts('proposals');
  const textOf = useProposalText();
  return [
    {
      head: t.decision,
      isText: true,
      cell: (row) => (
        <Link {...links[row.object_type](row.project_id, row.object_id)}>{textOf(row)}</Link>
      ),
    },
    { head: t.status, cell: ({ status }) => <ProposalStatus value={status} /> },
    { head: t.note, isText: true, cell: ({ note }) => note ?? '–' },
    {
      head: t.proposed,
      isText: true,
      cell: ({ proposed_by: name, created_at: at, status }) => (
        <>
          {name}
          <Text size="sm" c="dimmed">
            {status === 'open' ? <Ago at={at} /> : <When at={at} />}
          </Text>
        </>
      ),
    },
    { head: t.decidedBy, isText: true, cell: ({ decided_by: name }) => name ?? '–' },
  ];
}
