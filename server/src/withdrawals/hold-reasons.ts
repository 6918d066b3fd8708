// Why the program itself holds a payout that may have been paid. The text for people is made here and is kept with the
// withdrawal, as what a rule says is. Nothing is decided by it: screens say it in their own language.

const BEFORE = 'may have been paid by ';
const AFTER = ', which this database does not know';

export function maybePaidText(txid: string): string {
  return `${BEFORE}${txid}${AFTER}`;
}

/** The transaction that may have paid it; null: it is held for something else. Pure. */
export function maybePaidBy(text: string): string | null {
  if (!text.startsWith(BEFORE) || !text.endsWith(AFTER)) return null;
  const txid = text.slice(BEFORE.length, -AFTER.length);
  return /^[0-9A-Za-z]+$/.test(txid) ? txid : null;
}
