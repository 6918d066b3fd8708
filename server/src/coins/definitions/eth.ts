// Ethereum, and its ether. Addresses: BIP-44. The ledger counts wei; the API has 8 decimals (wire.md (h)).
import { evmNetwork } from '../codecs/evm-network.ts';
import { defineAsset } from '../coin.ts';

export const ethereum = evmNetwork({
  network: 'ethereum',
  networkName: 'Ethereum (ERC20)',
  feeCoin: 'ETH',
  nodes: {
    // Ethereum, Sepolia (chainlist.org), and the default chain id of anvil and hardhat.
    chainIds: { main: 1, test: 11_155_111, regtest: 31_337 },
    addressRange: 0,
    // Epochs have 32 slots. Votes justify an epoch (safe) that is one to two epochs old, and finalize the one before it
    // (consensus specification, `SLOTS_PER_EPOCH`, "Justification and finalization").
    finality: { safe: 32, finalized: 64 },
    // Yellow paper, appendix G, G_transaction; the gas of a USDT or USDC transfer to an address without a previous
    // balance, rounded up.
    gas: { payment: 21_000, token: 65_000 },
    // `leastTip` is far below what blocks charge in quiet times, and above the smallest tip that geth's pool keeps (1
    // wei). `most` is far above the base fees of all but single blocks so far.
    gasPrice: { leastTip: 10_000_000n, mostTip: 100_000_000_000n, most: 2_000_000_000_000n },
    dataFee: 'none',
    tokens: {
      // The stricter column of wire.md part 1.2, "confirmations".
      confirmations: 33,
      // 65,000 gas, about what a transfer of USDT uses, at 20 gwei.
      baselineFee: 1_300_000_000_000_000n,
      fees: { perTransfer: '0.06', perDay: '5', free: '0.06' },
    },
  },
  blockSeconds: 12,
  stuckAfterBlocks: 25,
  // 21,000 gas at 20 gwei.
  baselineFee: 420_000_000_000_000n,
  explorers: { main: 'https://etherscan.io', test: 'https://sepolia.etherscan.io' },
  unspendable: [
    {
      from: '0x00000000219ab540356cbb839cbe05303d7705fa',
      source:
        'Deposit contract of the beacon chain (consensus specification, DEPOSIT_CONTRACT_ADDRESS)',
    },
    {
      from: '0x000f3df6d732807ef1319fb7b8bb8522d0beac02',
      source: 'EIP-4788, BEACON_ROOTS_ADDRESS',
    },
    {
      from: '0x0000f90827f1c53a10cb7a02335b175320002935',
      source: 'EIP-2935, HISTORY_STORAGE_ADDRESS',
    },
    {
      from: '0x00000961ef480eb55e80d19ad83579a64c007002',
      source: 'EIP-7002, WITHDRAWAL_REQUEST_PREDEPLOY_ADDRESS',
    },
    {
      from: '0x0000bbddc7ce488642fb579f8b00f3a590007251',
      source: 'EIP-7251, CONSOLIDATION_REQUEST_PREDEPLOY_ADDRESS',
    },
    {
      from: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
      source: 'WETH, which credits the sender (etherscan.io, "Wrapped Ether")',
    },
  ],
});

export default defineAsset({
  asset: { code: 'ETH', kind: 'coin', scale: 18, precision: 8 },
  on: ethereum,
  name: 'Ethereum',
  isOptional: false,
  token: null,
  payPrecision: 8,
  // docs/money.md states the risk of each tier.
  confirmationTiers: [
    { upTo: '0.3', confirmations: 2 },
    { upTo: '3', confirmations: 3 },
    { upTo: '30', confirmations: 12 },
    { upTo: null, confirmations: 33 },
  ],
  aliases: [],
  rates: { sandbox: '2700.0', symbols: { kraken: 'ETH' } },
  limits: {
    perTransfer: '10',
    perDay: '20',
    fees: { perTransfer: '0.05', perDay: '5', free: '0.02' },
    feeLoss: '0.005',
  },
  demo: {
    balance: '20',
    wallet: { pieces: 1, amount: '40' },
    channelPayment: '0.05',
    payee: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    highRiskPayee: '0xa6e71d97c71ff4b3449013ae2e5a94ccb67d6fa7',
  },
});
