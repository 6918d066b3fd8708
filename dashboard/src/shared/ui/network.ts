// The name of a network, derived from its code, because names are the same in every language.

/** `bitcoin_cash` becomes `Bitcoin Cash`. Words with another spelling are in `SPELLED`. */
export function networkText(code: string): string {
  const labels = code
    .split('_')
    .map((word) => SPELLED[word] ?? word[0]?.toUpperCase() + word.slice(1));
  return labels.join(' ');
}

const SPELLED: Readonly<Record<string, string>> = { bnb: 'BNB' };
