// The on-chain transactions of one object, with confirmations and the known source.
import { chainStatus, isChainStatus } from '../statuses/chain.ts';
import { type Texts, useTexts } from '../texts.ts';
import { CopyId } from '../ui/copy-id.tsx';
import { Empty } from '../ui/empty.tsx';
import { Money } from '../ui/money.tsx';
import { RiskCell } from '../ui/risk-cell.tsx';
import { type Column, RowsTable } from '../ui/rows-table.tsx';
import { Status } from '../ui/status.tsx';
import classes from '../ui/text.module.css';
import { When } from '../ui/when.tsx';
import type { OnChain } from './queries.ts';
import { TxLink } from './tx-link.tsx';

export function OnChainTable({ rows }: { readonly rows: readonly OnChain[] }) {
  const t = useTexts('trace');
  const columns = useColumns();
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

function useColumns(): readonly Column<OnChain>[] {
  const t = useTexts('trace');
  return [
    {
      head: t.transaction,
      cell: ({ txid, explorer_url: url }) => <TxLink txid={txid} url={url} />,
    },
    { head: t.direction, cell: ({ direction, network }) => `${t[direction]} · ${network}` },
    { head: t.amount, isAmount: true, cell: ({ amount }) => <Money {...amount} /> },
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
    { head: t.seen, cell: ({ seen_at: at }) => <When at={at} /> },
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

export function confirmationsIn(
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
