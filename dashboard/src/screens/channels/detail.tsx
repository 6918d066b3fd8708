// One channel: its address, its payments, and disabling it.
import type { Channel } from '@chaintill/client';
import { Button, Card, Stack, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { merchant } from '../../shared/api.ts';
import { networkText, whyOf } from '../../shared/code-texts.ts';
import { Decide, type HeldPayment } from '../../shared/held.tsx';
import { useTexts } from '../../shared/i18n.tsx';
import { CustomerLink } from '../../shared/owned.tsx';
import { useCan } from '../../shared/session.ts';
import {
  channelPaymentStatus,
  endpointStatus,
  PaymentStatus,
  Status,
  useStatusChoices,
} from '../../shared/statuses.tsx';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { Page, QueryStatus } from '../../shared/ui/page.tsx';
import type { Column } from '../../shared/ui/tables.tsx';
import { CopyId, Fact, Facts, Money, When } from '../../shared/ui/values.tsx';
import { channelOne, channelPayments } from './queries.ts';

const route = getRouteApi('/app/projects/$project/channels/$channel');

export function ChannelDetail() {
  const t = useTexts('channels');
  const { project, channel: id } = route.useParams();
  const query = useQuery(channelOne(project, id));
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/projects/$project/channels/$channel' });
  const statuses = useStatusChoices(channelPaymentStatus);
  const columns = useColumns();
  const channel = query.data;
  const back = {
    label: t.title,
    link: { to: '/projects/$project/channels', params: { project } },
  } as const;
  return (
    <Page
      title={channel?.name ?? t.channel}
      back={back}
      actions={channel !== undefined && <Switch project={project} channel={channel} />}
    >
      <QueryStatus of={query} what={t.channel} />
      {channel !== undefined && (
        <Stack gap="md">
          <Card withBorder>
            <ChannelFacts channel={channel} />
          </Card>
          <Title order={2}>{t.payments}</Title>
          <FilteredList
            filter={filter}
            fields={[
              { name: 'status', label: t.status, choices: statuses },
              { name: 'txid', label: t.transaction },
            ]}
            hasDays
            onFilter={(search) => void navigate({ search })}
            label={t.payments}
            list={channelPayments(project, id, filter)}
            columns={columns}
            rowLink={(payment) => ({
              to: '/projects/$project/transactions/$reference',
              params: { project, reference: payment.id },
            })}
            empty={t.noPayments}
            noneFound={t.nonePaid}
          />
        </Stack>
      )}
    </Page>
  );
}

function ChannelFacts({ channel }: { readonly channel: Channel }) {
  const t = useTexts('channels');
  return (
    <Facts>
      <Fact name={t.status} value={<Status of={endpointStatus} value={channel.status} />} />
      <Fact name={t.paidIn}>
        {channel.pay_currency} · {networkText(channel.network)}
      </Fact>
      <Fact name={t.account}>{channel.receiver_currency}</Fact>
      <Fact name={t.customer} value={<CustomerLink id={channel.customer_id} />} />
      <Fact name={t.reference}>{channel.custom_id}</Fact>
      <Fact name={t.address} value={<CopyId value={channel.address} label={t.address} isWhole />} />
      <Fact name={t.page} value={<CopyId value={channel.hosted_page_url} label={t.page} />} />
    </Facts>
  );
}

function Switch({ project, channel }: { readonly project: string; readonly channel: Channel }) {
  const t = useTexts('channels');
  const client = useQueryClient();
  const canSwitch = useCan('updateChannel');
  const [isConfirming, setConfirming] = useState(false);
  const attempt = useRef('');
  if (!canSwitch) return null;
  const isOn = channel.status === 'enabled';
  const run = async () => {
    const status = isOn ? 'disabled' : 'enabled';
    const input = { channel_id: channel.id, status } as const;
    await merchant(project)('updateChannel', input, { attempt: attempt.current });
    await client.invalidateQueries({ queryKey: ['channel', project] });
  };
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          attempt.current = crypto.randomUUID();
          setConfirming(true);
        }}
      >
        {isOn ? t.disable : t.enable}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={isOn ? t.disableTitle : t.enableTitle}
          action={isOn ? t.disableAction : t.enableAction}
          isDangerous={isOn}
          run={run}
          onClose={() => setConfirming(false)}
        >
          {isOn ? t.disableWhat({ name: channel.name }) : t.enableWhat({ name: channel.name })}
        </ConfirmDialog>
      )}
    </>
  );
}

function useColumns(): readonly Column<HeldPayment>[] {
  const t = useTexts('channels');
  const mayDecide = useCan('channel-payments.refund');
  const columns: readonly Column<HeldPayment>[] = [
    { head: t.paid, cell: ({ amount }) => <Money {...amount} /> },
    { head: t.creditedAmount, cell: ({ credited }) => <Money {...credited} /> },
    { head: t.status, cell: ({ status }) => <PaymentStatus value={status} /> },
    { head: t.why, cell: ({ context }) => whyOf(t, context) },
    { head: t.transaction, cell: ({ txid }) => <CopyId value={txid} label={t.transaction} /> },
    { head: t.seen, cell: ({ created_at: at }) => <When at={at} /> },
  ];
  if (!mayDecide) return columns;
  return [
    ...columns,
    {
      head: t.decide,
      cell: (row) => (row.status === 'on_hold' ? <Decide payment={row} /> : '–'),
    },
  ];
}
