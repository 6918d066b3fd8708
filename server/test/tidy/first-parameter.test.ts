// The first parameter says what a function may do: `app` may call out and open one transaction, `tx` is in its caller's
// transaction and has what decisions there may use. No function has both, in any order or object.
import { expect, test } from 'vitest';
import { codeOf, sources } from './files.ts';

const files = sources('server/src');
/** The outer parentheses of a list of parameters, with one more level inside. */
const PARAMETERS = /\(((?:[^()]|\([^()]*\))*)\)\s*(?::|=>)/g;
const TAKES_TX = /\w+: (?:Sql)?Tx\b/;
const TAKES_APP = /: (?:App\b|Pick<\s*App\b|Omit<\s*App\b)/;

const offences = (text: string): string[] =>
  [...codeOf(text).matchAll(PARAMETERS)]
    .map(([, list = '']) => list)
    .filter((list) => TAKES_TX.test(list) && TAKES_APP.test(list));

test('nothing takes a transaction and the application', () => {
  const found = files.flatMap(({ path, text }) =>
    offences(text).map((list) => `${path}: ${list.replaceAll(/\s+/g, ' ')}`),
  );
  expect(found).toEqual([]);
});

test('the rule detects both', () => {
  const both = ['(tx: Tx, app: App): void', '(app: App, tx: Tx) => x'];
  const hidden = "(tx: Tx, facts: { app: Pick<App, 'db'>; ids: string[] }): void";
  expect([...both, hidden].map((text) => offences(text).length)).toEqual([1, 1, 1]);
  expect(offences('(tx: Tx, till: Till): void')).toEqual([]);
});

test('inside a transaction there is one time', () => {
  // Both read the clock before they hold a lock, for nothing that is decided: that must not fix the transaction's time.
  const before = [
    'server/src/deposits/receive-in-books.ts',
    'server/src/withdrawals/payout-doubts.ts',
  ];
  const found = files.filter(({ text }) => /\btx\.instance\.clock\b/.test(codeOf(text)));
  expect(found.map(({ path }) => path)).toEqual(before);
});
