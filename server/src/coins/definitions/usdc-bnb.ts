// USDC on BNB Smart Chain, issued by Binance, not Circle, against USDC that it holds on Ethereum.
import { erc20CoinOn } from '../codecs/erc20-coin.ts';
import { bnbSmartChain } from './bnb.ts';
import usdc from './usdc.ts';

export default erc20CoinOn(usdc, {
  on: bnbSmartChain,
  decimals: 18,
  // bscscan.com, "Binance-Peg USD Coin".
  contracts: { main: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', test: null },
});
