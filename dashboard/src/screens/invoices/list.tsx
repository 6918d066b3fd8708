// The invoices of a project, newest first.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import {
  InvoiceStatusBadge,
  invoiceContext,
  invoiceStatus,
  useStatusChoices,
} from '../../shared/statuses.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Page } from '../../shared/ui/page.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { Money, shortened, When } from '../../shared/ui/values.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { invoiceList, type ListedInvoice, payableCoins } from './queries.ts';

const route = getRouteApi('/app/projects/$project/invoices');

export function InvoiceList() {
  const t = useTexts('invoices');
  const { project } = route.useParams();
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/invoices' });
  const canCreate = useCan('createInvoice');
  const [isCreating, setCreating] = useState(false);
  const create = canCreate && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  );
  return (
    <Page title={t.title} actions={create}>
      <FilteredList
        filter={filter}
        fields={[
          { name: 'status', label: t.status, choices: useStatusChoices(invoiceStatus) },
          { name: 'context', label: t.why, choices: useStatusChoices(invoiceContext) },
          { name: 'coin', label: t.coin, choices: useCoinChoices(project) },
          { name: 'customer_id', label: t.customer },
          { name: 'payer_email', label: t.payerEmail },
        ]}
        hasDays
        onFilter={(search) => void navigate({ search })}
        label={t.title}
        list={invoiceList(project, filter)}
        columns={useColumns()}
        rowLink={({ id }) => ({
          to: '/projects/$project/invoices/$invoice',
          params: { project, invoice: id },
        })}
        empty={t.empty}
        noneFound={t.filtered}
      />
      {isCreating && <CreateDialog project={project} onClose={() => setCreating(false)} />}
    </Page>
  );
}

function useCoinChoices(project: string) {
  const { data = [] } = useQuery(payableCoins(project));
  const codes = [...new Set(data.map(({ currency }) => currency))];
  return codes.map((value) => ({ value, label: value }));
}

function useColumns(): readonly Column<ListedInvoice>[] {
  const t = useTexts('invoices');
  return [
    {
      head: t.reference,
      cell: ({ custom_id, name, id }) => custom_id ?? name ?? shortened(id),
    },
    {
      head: t.status,
      cell: ({ status, context, expires_at: expiresAt, paid }) => (
        <InvoiceStatusBadge {...{ status, context, expiresAt }} paid={paid.amount} />
      ),
    },
    {
      head: t.price,
      isAmount: true,
      cell: ({ price }) => <Money {...price} />,
    },
    {
      head: t.amountDue,
      isAmount: true,
      cell: ({ pay }) => <Money {...pay} />,
    },
    { head: t.created, cell: ({ created_at }) => <When at={created_at} /> },
  ];
}
