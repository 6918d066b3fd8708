// Everything behind one object: postings, on-chain transactions and callbacks.
import { Anchor, Text } from '@mantine/core';
import type { OperatorApi } from './api-types.ts';
import { SECOND } from './clock.ts';
import {
  chainStatus,
  deliveryStatus,
  isChainStatus,
  isDeliveryStatus,
} from './further-statuses.ts';
import { type Texts, useTexts } from './i18n.tsx';
import { toDelivery } from './links.ts';
import { operatorList, operatorQuery } from './queries.ts';
import { Status } from './statuses.tsx';
import { ListTable } from './ui/list-table.tsx';
import { Empty } from './ui/page.tsx';
import { RiskCell } from './ui/risk.tsx';
import { type Column, RowsTable } from './ui/tables.tsx';
import classes from './ui/text.module.css';
import { CopyId } from './ui/values.tsx';
import { Endpoint, EventName } from './ui/webhook-texts.tsx';

type Delivery = OperatorApi['callbacks.deliveries']['output']['rows'][number];

interface Props {
  /** The type of the object's live events. */
  readonly type: string;
  readonly project: string;
  readonly id: string;
}

export function callbacksOf(type: string, project: string, id: string) {
  return operatorList([type, project, 'callbacks', id], 'callbacks.deliveries', {
    project,
    object_id: id,
  });
}

export function CallbackTable({ type, project, id }: Props) {
  const t = useTexts('trace');
  return (
    <ListTable
      label={t.callbacks}
      list={callbacksOf(type, project, id)}
      columns={useColumns()}
      rowLink={(delivery) => toDelivery(project, delivery.id)}
      empty={t.noCallbacks}
    />
  );
}

function useColumns(): readonly Column<Delivery>[] {
  const t = useTexts('trace');
  return [
    { head: t.event, cell: ({ event }) => <EventName event={event} /> },
    { head: t.endpoint, cell: ({ url }) => <Endpoint url={url} /> },
    {
      head: t.status,
      cell: ({ status }) =>
        isDeliveryStatus(status) && <Status of={deliveryStatus} value={status} />,
    },
    { head: t.made, time: ({ created_at: at }) => at },
  ];
}

interface TxLinkProps {
  readonly txid: string;
  readonly url: string | null;
}

/** A transaction ID with a copy button, and a link to its block explorer. No request is sent to the explorer. */
export function TxLink({ txid, url }: TxLinkProps) {
  const t = useTexts('trace');
  return (
    <>
      <CopyId value={txid} label={t.transaction} />{' '}
      {url !== null && (
        <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm">
          {t.explorer} ↗
        </Anchor>
      )}
    </>
  );
}

export type Trace = OperatorApi['transactions.trace']['output'];
export type Posting = Trace['postings'][number];
export type OnChain = Trace['on_chain'][number];

/** `type`: that of the object's live events. Polled, because new blocks, which add confirmations, send no events. */
export function traceOf(type: string, project: string, id: string) {
  return {
    ...operatorQuery([type, project, 'trace', id], 'transactions.trace', {
      project,
      reference_id: id,
    }),
    refetchInterval: 15 * SECOND,
  };
}

export function OnChainTable({ rows }: { readonly rows: readonly OnChain[] }) {
  const t = useTexts('trace');
  const columns = useOnChainTableColumns();
  if (rows.length === 0) return <Empty text={t.noneOnChain} />;
  return (
    <RowsTable
      label={t.onChain}
      rows={rows}
      columns={columns}
      rowKey={({ id, txid }) => `${id} ${txid}`}
    />
  );
}

function useOnChainTableColumns(): readonly Column<OnChain>[] {
  const t = useTexts('trace');
  return [
    {
      head: t.transaction,
      cell: ({ txid, explorer_url: url }) => <TxLink txid={txid} url={url} />,
    },
    { head: t.direction, cell: ({ direction, network }) => `${t[direction]} · ${network}` },
    { head: t.amount, money: ({ amount }) => amount },
    {
      head: t.status,
      cell: ({ status, is_unmatched: waits }) => (
        <>
          {isChainStatus(status) ? <Status of={chainStatus} value={status} /> : status}
          {waits && ` ${t.unmatched}`}
        </>
      ),
    },
    { head: t.confirmations, cell: (row) => <Depth payment={row} /> },
    {
      head: t.sources,
      cell: ({ sources }) =>
        sources.length === 0
          ? '–'
          : sources.map((address) => (
              <div key={address}>
                <CopyId value={address} label={t.address} />
              </div>
            )),
    },
    {
      head: t.risk,
      cell: ({ risk, direction }) => {
        if (risk !== null) return <RiskCell risk={risk} />;
        return direction === 'in' ? t.notAssessed : '–';
      },
    },
    { head: t.seen, time: ({ seen_at: at }) => at },
  ];
}

/** Also shown before the payment is confirmed. */
function Depth({ payment }: { readonly payment: OnChain }) {
  const t = useTexts('trace');
  const { confirmations: seen, confirmations_required: needed } = payment;
  return (
    <>
      {confirmationsIn(t, payment) ?? '–'}
      {seen !== null && needed !== null && seen < needed && (
        <progress
          className={classes.depth}
          value={seen}
          max={needed}
          aria-label={t.confirmations}
        />
      )}
    </>
  );
}

type DepthTexts = Pick<Texts['trace'], 'ofConfirmations' | 'blocksDeep'>;

function confirmationsIn(
  t: DepthTexts,
  { confirmations: seen, confirmations_required: needed }: OnChain,
): string | null {
  if (seen === null) return null;
  return needed === null || seen >= needed ? String(seen) : t.ofConfirmations({ seen, needed });
}

/** For places without a label for the count. */
export function depthIn(t: DepthTexts, payment: OnChain): string | null {
  const { confirmations: seen, confirmations_required: needed } = payment;
  if (seen === null || (needed !== null && seen < needed)) return confirmationsIn(t, payment);
  return t.blocksDeep({ count: seen });
}

export function PostingTable({ rows }: { readonly rows: readonly Posting[] }) {
  const t = useTexts('trace');
  const columns = usePostingTableColumns();
  if (rows.length === 0) return <Empty text={t.noPostings} />;
  return (
    <>
      <Text c="dimmed" size="sm">
        {t.postingsHint}
      </Text>
      <RowsTable
        label={t.postings}
        rows={rows}
        columns={columns}
        rowKey={({ of, purpose }) => `${of.id} ${purpose}`}
      />
    </>
  );
}

function usePostingTableColumns(): readonly Column<Posting>[] {
  const t = useTexts('trace');
  const accounts: Readonly<Record<string, string>> = useTexts('trace').accounts;
  const purposes: Readonly<Record<string, string>> = useTexts('trace').purposes;
  const forWhat = (purpose: string) =>
    purposes[
      purpose
        .replace(/^return:/, '')
        .replace(/^reverse:/, '')
        .replace(/:\d+$/, '')
    ] ?? purpose;
  return [
    { head: t.purpose, cell: ({ purpose }) => forWhat(purpose) },
    { head: t.from, cell: ({ from }) => accounts[from] ?? from },
    { head: t.to, cell: ({ to }) => accounts[to] ?? to },
    { head: t.amount, money: ({ amount }) => amount },
    { head: t.at, time: ({ at }) => at },
  ];
}
