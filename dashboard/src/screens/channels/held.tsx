// Held channel payments of all projects: the operator credits or returns them.
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { whyOf } from '../../shared/code-texts.ts';
import { Decide, type HeldPayment } from '../../shared/held.tsx';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan, useMe } from '../../shared/session.ts';
import { FilteredList, useProjectChoices } from '../../shared/ui/filtered-list.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { useRiskMessages } from '../../shared/ui/risk.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { CopyId, Money, When } from '../../shared/ui/values.tsx';
import { heldPayments } from './queries.ts';

const route = getRouteApi('/app/held-payments');

export function HeldPayments() {
  const t = useTexts('channels');
  const texts = useTexts('common');
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/held-payments' });
  return (
    <Page title={t.heldTitle}>
      <FilteredList
        filter={filter}
        fields={[
          { name: 'project', label: t.project, choices: useProjectChoices() },
          { name: 'coin', label: texts.coin, placeholder: 'BTC' },
          { name: 'customer_id', label: t.customer },
          { name: 'txid', label: t.transaction },
        ]}
        hasDays
        onFilter={(search) => void navigate({ search })}
        label={t.heldTitle}
        list={heldPayments(filter)}
        columns={useColumns()}
        empty={t.noHeldPayments}
        noneFound={texts.noHeldPaymentsFound}
      />
    </Page>
  );
}

function useColumns(): readonly Column<HeldPayment>[] {
  const t = useTexts('channels');
  const { projects } = useMe();
  const mayDecide = useCan('channel-payments.release');
  const { ofLevel, ofSource } = useRiskMessages();
  const columns: readonly Column<HeldPayment>[] = [
    { head: t.paid, cell: ({ amount }) => <Money {...amount} /> },
    {
      head: t.project,
      cell: ({ project_id: of }) => projects.find(({ id }) => id === of)?.name ?? of,
    },
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
    { head: t.seen, cell: ({ created_at: at }) => <When at={at} /> },
  ];
  if (!mayDecide) return columns;
  return [...columns, { head: t.decide, cell: (payment) => <Decide payment={payment} /> }];
}
