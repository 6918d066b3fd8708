// Tether's dollar on Ethereum (ERC-20). Offered when the operator switches it on (CHAINTILL_TOKENS).
import { erc20Coin } from '../codecs/erc20-coin.ts';

export default erc20Coin({
  code: 'USDT',
  name: 'Tether USD',
  decimals: 6,
  accountPath: "m/44'/60'/1'",
  contracts: {
    // tether.to, "supported protocols".
    main: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    // Tether has none on Sepolia.
    test: null,
    regtest: null,
  },
  // wire.md (h), guides/confirmations.
  confirmationTiers: [
    { upTo: '1000', confirmations: 3 },
    { upTo: '5000', confirmations: 5 },
    { upTo: null, confirmations: 6 },
  ],
});
