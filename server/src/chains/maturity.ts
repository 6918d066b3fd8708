// Outputs that cannot be spent at once, and how many confirmations they need first. Consensus: a transaction that
// spends one before is refused by every node and never mined.

/**
 * By what made them. Miners' get 100 (`COINBASE_MATURITY` in consensus/consensus.h of Bitcoin Core, Litecoin Core and
 * BCHN). What comes out of Litecoin's extension block, by the transaction that integrates it (HogEx), gets 6
 * (`PEGOUT_MATURITY` in consensus/consensus.h of Litecoin Core).
 */
export const MATURITIES = { coinbase: 100, hogex: 6 } as const;

/** A miner's transaction, or Litecoin's that integrates the extension block; each is made by its block itself. */
export type BlockMade = keyof typeof MATURITIES;
