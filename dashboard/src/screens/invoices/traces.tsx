// What an invoice left behind: its transactions on chain with where they came from, and the callbacks about it.
import type { Invoice, InvoiceTransaction } from '@chaintill/client';
import { Stack, Title } from '@mantine/core';
import { useMessages } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { deliveryStatus, isDeliveryStatus } from '../../shared/statuses/delivery.ts';
import { CopyId } from '../../shared/ui/copy-id.tsx';
import { type Column, ListTable } from '../../shared/ui/list-table.tsx';
import { Status } from '../../shared/ui/status.tsx';
import { When } from '../../shared/ui/when.tsx';
import { type Delivery, invoiceCallbacks, invoiceTransactions } from './queries.ts';
import { resolveWords } from './resolve-messages.ts';

interface Props {
  readonly project: string;
  readonly invoice: Invoice;
}

export function InvoiceTraces({ project, invoice }: Props) {
  const t = useMessages(resolveWords);
  const canSeeCallbacks = useCan('callbacks.log');
  const callbacks = useCallbacks();
  return (
    <>
      <Stack gap="sm">
        <Title order={2}>{t.transactions}</Title>
        <ListTable
          label={t.transactions}
          list={invoiceTransactions(invoice, project)}
          columns={useTransactions()}
          rowKey={({ txid }) => txid}
          empty={t.noTransactions}
        />
      </Stack>
      {canSeeCallbacks && (
        <Stack gap="sm">
          <Title order={2}>{t.callbacks}</Title>
          <ListTable
            label={t.callbacks}
            list={invoiceCallbacks(project, invoice.id)}
            columns={callbacks}
            rowKey={({ id }) => id}
            rowLink={({ id }) => ({
              to: '/projects/$project/callbacks/$delivery',
              params: { project, delivery: id },
            })}
            empty={t.noCallbacks}
          />
        </Stack>
      )}
    </>
  );
}

function useTransactions(): readonly Column<InvoiceTransaction>[] {
  const t = useMessages(resolveWords);
  return [
    { head: t.transaction, cell: ({ txid }) => <CopyId value={txid} label={t.transaction} /> },
    {
      head: t.sources,
      cell: ({ source_addresses: from }) =>
        from.length === 0
          ? '–'
          : from.map((address) => (
              <div key={address}>
                <CopyId value={address} label={t.address} />
              </div>
            )),
    },
    {
      head: t.risk,
      cell: ({ risk }) => (risk === null ? '–' : `${risk.score} · ${risk.resource_name}`),
    },
  ];
}

function useCallbacks(): readonly Column<Delivery>[] {
  const t = useMessages(resolveWords);
  return [
    { head: t.event, cell: ({ event }) => event },
    { head: t.endpoint, cell: ({ url }) => url },
    {
      head: t.status,
      cell: ({ status }) =>
        isDeliveryStatus(status) && <Status of={deliveryStatus} value={status} />,
    },
    { head: t.made, cell: ({ created_at: at }) => <When at={at} /> },
  ];
}
