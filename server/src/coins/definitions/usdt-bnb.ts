// USDT on BNB Smart Chain, issued by Binance against USDT that it holds elsewhere: holders depend on Binance, not
// Tether.
import { erc20CoinOn } from '../codecs/erc20-coin.ts';
import { bnbSmartChain } from './bnb.ts';
import usdt from './usdt.ts';

export default erc20CoinOn(usdt, {
  on: bnbSmartChain,
  decimals: 18,
  contracts: {
    // bscscan.com, "Binance-Peg BSC-USD".
    main: '0x55d398326f99059fF775485246999027B3197955',
    test: null,
    regtest: null,
  },
  confirmationTiers: [{ upTo: null, confirmations: 15 }],
  // 65,000 gas at a tenth of a gwei.
  baselineFee: 6_500_000_000_000n,
  limits: {
    perTransfer: '30000',
    perDay: '60000',
    fees: { perTransfer: '0.015', perDay: '1', free: '0.006' },
  },
});
