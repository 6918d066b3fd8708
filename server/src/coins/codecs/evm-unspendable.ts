// Unspendable addresses of the evm family, each with its source: no key exists, or only code that credits someone else.
// Lists of a single network are in its definition file.

/** Addresses from `from` to `to`, both included; a single address without `to`. Letter case does not matter. */
export interface AddressRange {
  readonly from: string;
  readonly to?: string;
  /** What they are, and the source. */
  readonly source: string;
}

/** Ranges on every network of the family. */
const SHARED: readonly AddressRange[] = [
  {
    from: '0x0000000000000000000000000000000000000000',
    to: '0x000000000000000000000000000000000000ffff',
    // Contains the zero address, the precompiles of every network (with P256VERIFY at 0x100), the system contracts of
    // Polygon and BNB Smart Chain (0x1000 and above), ArbOS (0x64 to 0xff), and the burn address that ends in dead.
    source: 'EIP-1352, "Specify restricted address range for precompiles/system contracts"',
  },
  {
    from: '0xfffffffffffffffffffffffffffffffffffffffe',
    to: '0xffffffffffffffffffffffffffffffffffffffff',
    source: 'SYSTEM_ADDRESS of EIP-4788, and the highest address (a burn address)',
  },
  {
    from: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
    source: 'EIP-7528, "ETH (Native Asset) Address Convention": stands for the coin itself',
  },
  {
    from: '0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead',
    source: 'Burn address (etherscan.io, label "Burn Address")',
  },
  {
    from: '0xdead000000000000000042069420694206942069',
    source: 'Burn address (etherscan.io, label "Burn Address")',
  },
];

/** Whether a canonical address is in the list of the family or of its network. Pure. */
export function isUnspendableEvm(address: string, own: readonly AddressRange[]): boolean {
  const number = BigInt(address);
  return [...SHARED, ...own].some(
    ({ from, to = from }) => number >= BigInt(from) && number <= BigInt(to),
  );
}
