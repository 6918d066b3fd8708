// The channels of one customer and their payments, with the actions on held ones.
import type { Channel } from '@chaintill/client';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { networkText, whyOf } from '../../shared/code-texts.ts';
import { Decide, type HeldPayment } from '../../shared/held.tsx';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import {
  channelPaymentStatus,
  endpointStatus,
  paymentStatuses,
  Status,
  useStatusChoices,
} from '../../shared/statuses.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';
import { CopyId, Money, When } from '../../shared/ui/values.tsx';
import { customerChannels, customerPayments } from './queries.ts';

interface Props {
  readonly project: string;
  /** The customer's ID. */
  readonly id: string;
}

const route = getRouteApi('/app/projects/$project/customers/$customer');

export function CustomerChannels({ project, id }: Props) {
  const t = useTexts('customers');
  const texts = useTexts('customers').detail;
  const columns: readonly Column<Channel>[] = [
    { head: texts.name, cell: ({ name }) => name },
    { head: texts.status, cell: ({ status }) => <Status of={endpointStatus} value={status} /> },
    { head: texts.paidIn, cell: (row) => `${row.pay_currency} · ${networkText(row.network)}` },
    { head: texts.address, cell: ({ address }) => <CopyId value={address} label={t.address} /> },
  ];
  return (
    <ListTable
      label={texts.channels}
      list={customerChannels(project, id)}
      columns={columns}
      rowLink={(channel) => ({
        to: '/projects/$project/channels/$channel',
        params: { project, channel: channel.id },
      })}
      empty={texts.noChannels}
    />
  );
}

export function CustomerPayments({ project, id }: Props) {
  const texts = useTexts('customers').detail;
  const { status } = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/customers/$customer' });
  const known = paymentStatuses.find((each) => each === status);
  return (
    <FilteredList
      filter={{ status: known }}
      fields={[
        { name: 'status', label: texts.status, choices: useStatusChoices(channelPaymentStatus) },
      ]}
      onFilter={(search) => void navigate({ search })}
      label={texts.payments}
      list={customerPayments(project, id, known)}
      columns={useColumns()}
      rowLink={(payment) => ({
        to: '/projects/$project/transactions/$reference',
        params: { project, reference: payment.id },
      })}
      empty={texts.noPayments}
      noneFound={texts.noneFound}
    />
  );
}

function useColumns(): readonly Column<HeldPayment>[] {
  const texts = useTexts('customers').detail;
  const mayDecide = useCan('channel-payments.refund');
  const columns: readonly Column<HeldPayment>[] = [
    { head: texts.amount, cell: ({ amount }) => <Money {...amount} /> },
    { head: texts.credited, cell: ({ credited }) => <Money {...credited} /> },
    { head: texts.status, cell: ({ status }) => <PaymentStatus value={status} /> },
    { head: texts.why, cell: ({ context }) => whyOf(texts, context) },
    { head: texts.seen, cell: ({ created_at: at }) => <When at={at} /> },
  ];
  if (!mayDecide) return columns;
  return [
    ...columns,
    {
      head: texts.decide,
      cell: (row) => (row.status === 'on_hold' ? <Decide payment={row} /> : '–'),
    },
  ];
}

function PaymentStatus({ value }: { readonly value: string }) {
  const known = paymentStatuses.find((each) => each === value);
  return known === undefined ? value : <Status of={channelPaymentStatus} value={known} />;
}
