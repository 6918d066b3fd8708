// The boxes of coins that a customer may choose from, of a stored link, terminal or project.
import { expect, test } from 'vitest';
import { shownCoins } from '../src/shared/ui/shown-coins.ts';

const OFFERED = ['BTC bitcoin', 'USDC ethereum', 'USDC polygon'];

test.each<[string[], string[], string[]]>([
  [[], [], []],
  [['BTC bitcoin'], ['BTC bitcoin'], []],
  // Stored without a network: on all of its networks, each of which can be unchecked.
  [['USDC '], ['USDC ethereum', 'USDC polygon'], []],
  [['USDC', 'BTC'], ['USDC ethereum', 'USDC polygon', 'BTC bitcoin'], []],
  [['USDC', 'USDC polygon'], ['USDC ethereum', 'USDC polygon'], []],
  // No longer offered: it still has a box.
  [
    ['DOGE dogecoin', 'XRP '],
    ['DOGE dogecoin', 'XRP '],
    ['DOGE dogecoin', 'XRP'],
  ],
])(
  '%j is shown as %j, and besides what is offered there are boxes for %j',
  (chosen, value, gone) => {
    const shown = shownCoins(chosen, OFFERED);
    expect(shown.value).toEqual(value);
    expect(shown.gone.map(({ label }) => label)).toEqual(gone);
  },
);
