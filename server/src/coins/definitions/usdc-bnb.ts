// USDC on BNB Smart Chain, issued by Binance against USDC that it holds on Ethereum: holders depend on Binance, not
// Circle.
import { erc20CoinOn } from '../codecs/erc20-coin.ts';
import { bnbSmartChain } from './bnb.ts';
import usdc from './usdc.ts';

export default erc20CoinOn(usdc, {
  on: bnbSmartChain,
  decimals: 18,
  contracts: {
    // bscscan.com, "Binance-Peg USD Coin".
    main: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
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
