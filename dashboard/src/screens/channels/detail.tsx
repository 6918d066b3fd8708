// One channel: its address, its payments, and disabling it.
import type { Channel } from '@chaintill/client';
import { Card, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { merchant } from '../../shared/api.ts';
import { whyOf } from '../../shared/code-texts.ts';
import { endpointStatus, useStatusChoices } from '../../shared/further-statuses.ts';
import { Decide, type HeldPayment, useDecidesHeld } from '../../shared/held.tsx';
import { useTexts } from '../../shared/i18n.tsx';
import { toTrace } from '../../shared/links.ts';
import { CustomerLink } from '../../shared/owned.tsx';
import { useCan, useCanSimulate } from '../../shared/session.ts';
import { channelPaymentStatus, PaymentStatus, Status } from '../../shared/statuses.tsx';
import { ConfirmButton } from '../../shared/ui/buttons.tsx';
import { CoinOn } from '../../shared/ui/coin.tsx';
import { DetailPage } from '../../shared/ui/detail-page.tsx';
import { FilteredList } from '../../shared/ui/filtered-list.tsx';
import { PageLink } from '../../shared/ui/page-link.tsx';
import type { Columns } from '../../shared/ui/tables.tsx';
import { CopyId, Fact, Facts, Money } from '../../shared/ui/values.tsx';
import { channelOne, channelPayments } from './queries.ts';

/** Loaded on demand, because only a sandbox simulates payments. */
const PayChannel = lazy(async () => ({
  default: (await import('../../shared/simulated-payment.tsx')).PayChannel,
}));
const route = getRouteApi('/app/projects/$project/channels/$channel');

export function ChannelDetail() {
  const t = useTexts('channels');
  const { project, channel: id } = route.useParams();
  const filter = route.useSearch();
  const statuses = useStatusChoices(channelPaymentStatus);
  const columns = useColumns();
  const mayPay = useCanSimulate('channels.simulate-payment');
  return (
    <DetailPage
      query={useQuery(channelOne(project, id))}
      what={t.channel}
      title={({ name }) => name}
      back={{ label: t.title, to: '/projects/$project/channels' }}
      actions={(channel) => <Switch {...{ project, channel }} />}
    >
      {(channel) => (
        <>
          <Card withBorder>
            <ChannelFacts channel={channel} />
          </Card>
          {mayPay && (
            <Suspense>
              <PayChannel {...{ project, channel: id }} currency={channel.pay_currency} />
            </Suspense>
          )}
          <Title order={2}>{t.payments}</Title>
          <FilteredList
            filter={filter}
            fields={[
              { name: 'status', label: t.status, choices: statuses },
              { name: 'txid', label: t.transaction },
            ]}
            hasDays
            label={t.payments}
            list={channelPayments(project, id, filter)}
            columns={columns}
            rowLink={(payment) => toTrace(project, payment.id)}
            empty={t.noPayments}
            noneFound={t.nonePaid}
          />
        </>
      )}
    </DetailPage>
  );
}

function ChannelFacts({ channel }: { readonly channel: Channel }) {
  const t = useTexts('channels');
  return (
    <Facts>
      <Fact name={t.status} value={<Status of={endpointStatus} value={channel.status} />} />
      <Fact name={t.paidIn}>
        <CoinOn currency={channel.pay_currency} network={channel.network} />
      </Fact>
      <Fact name={t.account}>{channel.receiver_currency}</Fact>
      <Fact name={t.customer} value={<CustomerLink id={channel.customer_id} />} />
      <Fact name={t.reference}>{channel.custom_id}</Fact>
      <Fact name={t.address} value={<CopyId value={channel.address} label={t.address} isWhole />} />
      <Fact name={t.page}>
        <PageLink url={channel.hosted_page_url} label={t.page} open={t.openPage} />
      </Fact>
    </Facts>
  );
}

function Switch({ project, channel }: { readonly project: string; readonly channel: Channel }) {
  const t = useTexts('channels');
  if (!useCan('updateChannel')) return null;
  const { id, name } = channel;
  const isOn = channel.status === 'enabled';
  const status = isOn ? 'disabled' : 'enabled';
  return (
    <ConfirmButton
      label={isOn ? t.disable : t.enable}
      title={isOn ? t.disableTitle : t.enableTitle}
      action={isOn ? t.disableAction : t.enableAction}
      isDangerous={isOn}
      run={(_, attempt) =>
        merchant(project)('updateChannel', { channel_id: id, status }, { attempt })
      }
      refreshes={[['channel', project]]}
    >
      {isOn ? t.disableWhat({ name }) : t.enableWhat({ name })}
    </ConfirmButton>
  );
}

function useColumns(): Columns<HeldPayment> {
  const t = useTexts('channels');
  const mayDecide = useDecidesHeld();
  return [
    { head: t.paid, cell: ({ amount }) => <Money {...amount} /> },
    { head: t.creditedAmount, cell: ({ credited }) => <Money {...credited} /> },
    { head: t.status, cell: ({ status }) => <PaymentStatus value={status} /> },
    { head: t.why, cell: ({ context }) => whyOf(t, context) },
    { head: t.transaction, cell: ({ txid }) => <CopyId value={txid} label={t.transaction} /> },
    { head: t.seen, time: ({ created_at: at }) => at },
    mayDecide && {
      head: t.decide,
      cell: (row) => (row.status === 'on_hold' ? <Decide payment={row} /> : '–'),
    },
  ];
}
