// The coins that a customer may choose from, behind a line that says how many. None chosen: all.
import { Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n.tsx';
import { coinsOf } from '../queries.ts';
import { Fold } from './fold.tsx';
import { shownCoins } from './shown-coins.ts';

interface Props {
  readonly project: string;
  /** Code and network: `BTC bitcoin`. */
  readonly chosen: readonly string[];
  readonly error: ReactNode;
  readonly onChange: (coins: string[]) => void;
}

export function CoinChoice({ project, chosen, error, onChange }: Props) {
  const t = useTexts('checkouts');
  const { data: coins = [] } = useQuery(coinsOf(project));
  const offered = coins.flatMap(({ currency, name, networks }) =>
    networks
      .filter(({ invoices }) => invoices.enabled)
      .map(({ network, name: networkName }) => ({
        value: `${currency} ${network}`,
        label: networks.length > 1 ? `${name}, ${networkName}` : `${name} (${currency})`,
      })),
  );
  const { value, gone } = shownCoins(
    chosen,
    offered.map((coin) => coin.value),
  );
  const label =
    value.length === 0 ? t.allCoins : t.someCoins({ count: value.length, all: offered.length });
  return (
    <Fold label={label} hasError={error !== undefined}>
      <Checkbox.Group
        label={t.coins}
        description={t.coinsHint}
        value={value}
        error={error}
        onChange={onChange}
      >
        <Stack gap="xs" mt="xs">
          {[...offered, ...gone].map((coin) => (
            <Checkbox key={coin.value} {...coin} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Fold>
  );
}
