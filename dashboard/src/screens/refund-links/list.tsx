// The refund links of a project: those whose refund waits for approval, and what became of the others.
import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n.tsx';
import { claimList, claimStatuses, useClaimColumns } from '../../shared/refund-claims.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Page } from '../../shared/ui/page.tsx';

const route = getRouteApi('/app/projects/$project/refund-links');

export function RefundLinks() {
  const t = useTexts('refunds');
  const { project } = route.useParams();
  const filter = route.useSearch();
  const status = claimStatuses.find((known) => known === filter.status);
  const list = claimList(project, status === undefined ? {} : { status });
  const columns = useClaimColumns(project, false);
  return (
    <Page title={t.title}>
      <Text c="dimmed">{t.about}</Text>
      <FilteredList
        filter={filter}
        fields={[
          {
            name: 'status',
            label: t.status,
            choices: claimStatuses.map((value) => ({ value, label: t.statuses[value] })),
          },
        ]}
        presets={[{ status: 'claimed' }]}
        label={t.title}
        list={list}
        columns={columns}
        empty={{ icon: 'invoices', text: t.empty }}
        noneFound={t.filtered}
      />
    </Page>
  );
}
