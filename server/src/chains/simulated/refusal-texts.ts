// How a node words a rejection from `sendrawtransaction`. The rules in this folder produce the wording of Bitcoin Core
// (`reason, details`). Bitcoin Cash Node appends the number of the reject message (FormatStateMessage, as Bitcoin Core
// did until 0.18); Dogecoin Core 1.14 puts the number first and omits the details (src/rpc/rawtransaction.cpp).
import type { RefusalFormat } from '../../coins/nodes.ts';
import { definedCoin } from '../../coins/registry.ts';

const MISSING = 'bad-txns-inputs-missingorspent';

const INVALID = 16;
/** Reject codes (consensus/validation.h); others are `INVALID`. */
const CODES: ReadonlyMap<string, number> = new Map([
  ['txn-mempool-conflict', 18],
  ['dust', 64],
  ['tx-size', 64],
  ['too-long-mempool-chain', 64],
  ['too many potential replacements', 64],
  ['replacement-adds-unconfirmed', 64],
  ['min relay fee not met', 66],
  ['insufficient fee', 66],
]);
const INVALID_REASONS = /^(?:bad-txns-|mandatory-script-verify-flag-failed)/;
/** Reject messages that Bitcoin Cash Node sends without details (validation.cpp). */
const WITHOUT_DETAILS: ReadonlySet<string> = new Set(['min relay fee not met', 'dust']);

/** `refusal` is in Bitcoin Core's wording. Texts that no node produces are returned unchanged. */
export function refusalText(coin: string, refusal: string): string {
  const { nodes } = definedCoin(coin);
  return nodes.family === 'bitcoind' ? formatRefusal(nodes.refusalFormat, refusal) : refusal;
}

function formatRefusal(format: RefusalFormat, refusal: string): string {
  const [reason = '', ...details] = refusal.split(', ');
  const code = codeOf(reason);
  if (format === 'plain' || code === null) return refusal;
  if (reason === MISSING) return 'Missing inputs';
  if (format === 'code_first') return `${code}: ${reason}`;
  const message = WITHOUT_DETAILS.has(reason) ? reason : [reason, ...details].join(', ');
  return `${message} (code ${code})`;
}

function codeOf(reason: string): number | null {
  return CODES.get(reason) ?? (INVALID_REASONS.test(reason) ? INVALID : null);
}
