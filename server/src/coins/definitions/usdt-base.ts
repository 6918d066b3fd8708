// Tether's dollar on Base, bridged by Base and backed by USDT locked on Ethereum. Tether does not issue it there.
import { erc20CoinOn } from '../codecs/erc20-coin.ts';
import { base } from './base.ts';
import usdt from './usdt.ts';

export default erc20CoinOn(usdt, {
  on: base,
  decimals: 6,
  // basescan.org, "Bridged Tether USD".
  contracts: { main: '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2', test: null },
});
