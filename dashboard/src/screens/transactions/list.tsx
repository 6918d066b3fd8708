// The transactions of a project, each with a link to its postings and its object. The filtered list can
// be exported.
import type { Transaction } from '@chaintill/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n.tsx';
import { toTrace } from '../../shared/links.ts';
import { accountsOf } from '../../shared/queries.ts';
import { referenceTypes } from '../../shared/statuses.tsx';
import type { Field } from '../../shared/ui/filter-bar.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { FileButtons, Page } from '../../shared/ui/page.tsx';
import { byTime, type Column } from '../../shared/ui/tables.tsx';
import { Money, shortened } from '../../shared/ui/values.tsx';
import { exportAddress, RISKS, type TransactionFilter, transactionList } from './queries.ts';
import { TransactionStatus, useTransactionStatuses } from './statuses.tsx';

const route = getRouteApi('/app/projects/$project/transactions');

export function TransactionList() {
  const t = useTexts('transactions');
  const { project } = route.useParams();
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/transactions' });
  const open = (search: TransactionFilter) => void navigate({ search });
  return (
    <Page
      title={t.title}
      actions={<FileButtons href={(form) => exportAddress(project, filter, form)} />}
    >
      <FilteredList
        name="transactions"
        filter={filter}
        fields={useFields(project, filter.type)}
        presets={[{ type: 'Invoice' }, { type: 'CoinWithdrawal' }]}
        hasDays
        bulk={{
          file: 'transactions',
          nameOf: (row) => row.custom_id ?? shortened(row.reference_id),
        }}
        // Each type has its own statuses.
        onFilter={({ status, ...search }) =>
          open(search.type === filter.type ? { status, ...search } : search)
        }
        label={t.title}
        list={transactionList(project, filter)}
        columns={useColumns()}
        rowLink={({ reference_id: reference }) => toTrace(project, reference)}
        empty={{ icon: 'transactions', text: t.empty }}
        noneFound={t.filtered}
      />
    </Page>
  );
}

function useFields(
  project: string,
  type: string | undefined,
): readonly Field<keyof TransactionFilter>[] {
  const t = useTexts('transactions');
  const { data: accounts = [] } = useQuery(accountsOf(project));
  return [
    {
      name: 'type',
      label: t.type,
      choices: referenceTypes.map((value) => ({ value, label: t.referenceTypes[value] })),
    },
    {
      name: 'currency',
      label: t.currency,
      choices: accounts.map(({ currency: value }) => ({ value, label: value })),
    },
    {
      name: 'risk',
      label: t.risk,
      choices: RISKS.map((value) => ({ value, label: t.risks[value] })),
    },
    { name: 'status', label: t.status, choices: useTransactionStatuses(type) },
    { name: 'customer_id', label: t.customer },
  ];
}

function useColumns(): readonly Column<Transaction>[] {
  const t = useTexts('transactions');
  return [
    { head: t.type, cell: ({ reference_type: type }) => t.referenceTypes[type] },
    {
      id: 'reference',
      head: t.reference,
      cell: ({ custom_id, description }) => custom_id ?? description ?? '–',
    },
    {
      id: 'status',
      head: t.status,
      cell: ({ reference_type: type, status }) =>
        status === null ? '–' : <TransactionStatus {...{ type, status }} />,
    },
    { id: 'amount', head: t.amount, money: ({ amount, currency }) => ({ amount, currency }) },
    {
      id: 'fee',
      head: t.fee,
      isAmount: true,
      cell: ({ fee, fee_currency: currency }) =>
        fee === null || currency === null ? '–' : <Money amount={fee} currency={currency} />,
    },
    {
      id: 'balance',
      head: t.balance,
      money: ({ balance, currency }) => ({ amount: balance, currency }),
    },
    { id: 'created', head: t.created, time: ({ created_at: at }) => at, orders: byTime },
  ];
}
