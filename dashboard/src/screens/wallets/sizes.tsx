// The UTXOs of a wallet by size: many small ones with little value appear as a long bar next to a short one.
import { Text, Title } from '@mantine/core';
import { scaled, sumOf } from '../../shared/amounts.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { RowsTable } from '../../shared/ui/tables.tsx';
import { Money } from '../../shared/ui/values.tsx';
import type { Size } from './queries.ts';
import classes from './wallets.module.css';

interface Props {
  readonly coin: string;
  readonly sizes: readonly Size[];
}

export function Sizes({ coin, sizes }: Props) {
  const t = useTexts('wallets');
  if (sizes.length === 0) return null;
  const outputs = `${sizes.reduce((sum, size) => sum + size.outputs, 0)}`;
  const amount = sumOf(sizes.map((size) => size.amount));
  const about = ({ from }: Size) => `${coin}, ${t.from} ${from}`;
  return (
    <>
      <Title order={3} size="h5" mt="lg" mb="xs">
        {t.sizeTitle}
      </Title>
      <RowsTable
        label={`${t.sizeTitle} ${coin}`}
        rows={sizes}
        rowKey={({ from }) => from}
        columns={[
          { head: t.from, cell: ({ from }) => <Money amount={from} currency={coin} /> },
          {
            head: t.pieces,
            isAmount: true,
            cell: (size) => (
              <>
                {size.outputs}
                <Share
                  label={`${t.pieces} ${about(size)}`}
                  part={`${size.outputs}`}
                  whole={outputs}
                />
              </>
            ),
          },
          {
            head: t.amount,
            isAmount: true,
            cell: (size) => (
              <>
                <Money amount={size.amount} currency={coin} />
                <Share label={`${t.amount} ${about(size)}`} part={size.amount} whole={amount} />
              </>
            ),
          },
          {
            head: t.cost,
            isAmount: true,
            cell: (size) => (
              <>
                {size.cost === null ? null : <Money amount={size.cost} currency={coin} />}
                {isUneconomical(size) && (
                  <Text size="sm" fw={600}>
                    {t.sizeDear}
                  </Text>
                )}
              </>
            ),
          },
        ]}
      />
    </>
  );
}

/** Their total value is below the cost of spending them. */
function isUneconomical({ amount, cost }: Size): boolean {
  if (cost === null) return false;
  const [worth = 0n, price = 0n] = scaled([amount, cost]).units;
  return price >= worth;
}

interface ShareProps {
  readonly label: string;
  readonly part: string;
  readonly whole: string;
}

/**
 * A share of a total as a bar. Both are decimal text and the browser draws the ratio, so nothing is calculated here.
 */
export function Share({ label, part, whole }: ShareProps) {
  // A total of zero is drawn as an empty bar.
  const max = /[1-9]/.test(whole) ? whole : '1';
  return <progress className={classes.share} aria-label={label} value={part} max={max} />;
}
