// Held channel payments of all projects: the operator credits or returns them.
import { getRouteApi } from '@tanstack/react-router';
import { whyOf } from '../../shared/code-texts.ts';
import { Decide, type HeldPayment } from '../../shared/held.tsx';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan, useProjectChoices, useProjectName } from '../../shared/session.ts';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { useRiskMessages } from '../../shared/ui/risk.tsx';
import type { Columns } from '../../shared/ui/tables.tsx';
import { CopyId, Money } from '../../shared/ui/values.tsx';
import { heldPayments } from './queries.ts';

const route = getRouteApi('/app/held-payments');

export function HeldPayments() {
  const t = useTexts('channels');
  const filter = route.useSearch();
  return (
    <Page title={t.heldTitle}>
      <FilteredList
        filter={filter}
        fields={[
          { name: 'project', label: t.project, choices: useProjectChoices() },
          { name: 'coin', label: t.coin, placeholder: 'BTC' },
          { name: 'customer_id', label: t.customer },
          { name: 'txid', label: t.transaction },
        ]}
        hasDays
        label={t.heldTitle}
        list={heldPayments(filter)}
        columns={useColumns()}
        empty={{ icon: 'heldPayments', text: t.noHeldPayments }}
        noneFound={t.noHeldPaymentsFound}
      />
    </Page>
  );
}

function useColumns(): Columns<HeldPayment> {
  const t = useTexts('channels');
  const nameOf = useProjectName();
  const mayDecide = useCan('channel-payments.release');
  const { ofLevel, ofSource } = useRiskMessages();
  return [
    { head: t.paid, cell: ({ amount }) => <Money {...amount} /> },
    { head: t.project, cell: ({ project_id: id }) => nameOf(id) },
    { head: t.why, cell: ({ context }) => whyOf(t, context) },
    {
      head: t.risk,
      cell: ({ risk, source }) =>
        [risk === null ? null : ofLevel(risk), source === null ? null : ofSource(source)]
          .filter(Boolean)
          .join(' · ') || '–',
    },
    { head: t.customer, cell: ({ customer_id: id }) => id ?? '–' },
    { head: t.transaction, cell: ({ txid }) => <CopyId value={txid} label={t.transaction} /> },
    { head: t.seen, time: ({ created_at: at }) => at },
    mayDecide && { head: t.decide, cell: (payment) => <Decide payment={payment} /> },
  ];
}
