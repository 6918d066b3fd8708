// Held channel payments, of all projects or of one: they are credited or returned here, or that is proposed.
import { useParams, useSearch } from '@tanstack/react-router';
import { whyOf } from '../../shared/code-texts.ts';
import { Decide, type HeldPayment, useDecidesHeld } from '../../shared/held.tsx';
import { useTexts } from '../../shared/i18n.tsx';
import { toTrace } from '../../shared/links.ts';
import { useProjectChoices, useProjectName } from '../../shared/session.ts';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { useRiskMessages } from '../../shared/ui/risk.tsx';
import type { Columns } from '../../shared/ui/tables.tsx';
import { CopyId, Money } from '../../shared/ui/values.tsx';
import { type HeldFilter, heldPayments } from './queries.ts';

export function HeldPayments() {
  const t = useTexts('channels');
  const { project } = useParams({ strict: false });
  const filter: HeldFilter = useSearch({ strict: false });
  const choices = useProjectChoices();
  return (
    <Page title={t.heldTitle}>
      <FilteredList
        filter={filter}
        fields={[
          ...(project === undefined
            ? [{ name: 'project', label: t.project, choices } as const]
            : []),
          { name: 'coin', label: t.coin, placeholder: 'BTC' },
          { name: 'customer_id', label: t.customer },
          { name: 'txid', label: t.transaction },
        ]}
        hasDays
        label={t.heldTitle}
        list={heldPayments(project, filter)}
        columns={useColumns(project)}
        rowLink={(row) => toTrace(row.project_id, row.id)}
        empty={{ icon: 'heldPayments', text: t.noHeldPayments }}
        noneFound={t.noHeldPaymentsFound}
      />
    </Page>
  );
}

function useColumns(project: string | undefined): Columns<HeldPayment> {
  const t = useTexts('channels');
  const nameOf = useProjectName();
  const mayDecide = useDecidesHeld();
  const { ofLevel, ofSource } = useRiskMessages();
  return [
    { head: t.paid, cell: ({ amount }) => <Money {...amount} /> },
    project === undefined && { head: t.project, cell: ({ project_id: id }) => nameOf(id) },
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
