// Which boxes of coins are checked, for coins as they are stored: `BTC bitcoin`, or without a network.

/**
 * A coin without a network stands for all of its networks. One that is no longer offered has a box too, so that it can
 * be unchecked.
 */
export function shownCoins(chosen: readonly string[], offered: readonly string[]) {
  const value = chosen.flatMap((coin) => {
    const [currency = '', network = ''] = coin.split(' ');
    const same = offered.filter((one) => one.startsWith(`${currency} `));
    return network === '' && same.length > 0 ? same : [coin];
  });
  const gone = value
    .filter((coin) => !offered.includes(coin))
    .map((coin) => ({ value: coin, label: coin.trim() }));
  return { value: [...new Set(value)], gone };
}
