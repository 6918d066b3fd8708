// Tether's dollar on Base, bridged by Base and backed by USDT locked on Ethereum. Tether does not issue it there.
import { erc20CoinOn } from '../codecs/erc20-coin.ts';
import { base } from './base.ts';
import usdt from './usdt.ts';

export default erc20CoinOn(usdt, {
  on: base,
  decimals: 6,
  contracts: {
    // basescan.org, "Bridged Tether USD".
    main: '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2',
    test: null,
    regtest: null,
  },
  // Same as ether on Base.
  confirmationTiers: [{ upTo: null, confirmations: 30 }],
  // 65,000 gas at a hundredth of a gwei, and the same again for data.
  baselineFee: 1_300_000_000_000n,
  limits: {
    perTransfer: '30000',
    perDay: '60000',
    fees: { perTransfer: '0.006', perDay: '0.5', free: '0.003' },
  },
});
