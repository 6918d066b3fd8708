// No decision depends on a display text: code stores and compares codes, and the edge adds the texts. Texts of others
// (nodes, libraries, protocols) are compared where they have no code; each is listed with its source.
import { expect, test } from 'vitest';
import { errorTextsIn, keysOverTexts, textsComparedIn } from './compared-texts.ts';
import { filesBelow } from './files.ts';

/** By the compared text: its source, and its version. */
const OTHERS_WORDS: Readonly<Record<string, string>> = {
  'mempool or blockchain transaction':
    'getrawtransaction of Bitcoin Core 22, Litecoin Core 0.21, Bitcoin Cash Node 28 and newer',
  '(safe|finalized) block not found|unknown block':
    'geth before it used the code -39001 of the execution API',
  'not (available|supported|enabled|exist)|method not found|unsupported':
    'nodes of EVM networks without the codes of EIP-1474: an interface that is switched off',
  'bitcoin cash|bch|bitcoin verde|knuth|flowee': 'user agents of nodes of BCH, 2026',
  '^(Connection terminated|Client has encountered a connection error|Client was closed)': 'pg 8.23',
  '^(Query read timeout|timeout expired|timeout exceeded when trying to connect)': 'pg 8.23',
  'bad upgrade': 'undici 7.30',
  'bad response': 'undici 7.30',
  'Unknown asset pair': 'Kraken, public API of 2026',
  '^digital currency address\\s*-\\s*': 'sanctions list of OFAC, format of 2026',
  '\\b(insert into|update|delete from) (\\w+)': 'SQL',
  'No space left on device|Disk quota exceeded': 'glibc, strerror',
  'version `GLIBC_|not found \\(required by': 'glibc, ld.so',
  'recovery ended before configured recovery target': 'PostgreSQL 15 to 18',
  'client backend': 'PostgreSQL 10 to 18, pg_stat_activity',
  'last completed transaction was at log time (\\S+ \\S+?)\\+00': 'PostgreSQL 15 to 18',
};

const sources = [
  'server/src',
  'dashboard/src',
  'client/src',
  'packages/embedded-postgres/src',
  'packages/vendure-plugin/src',
].flatMap((folder) => filesBelow(folder, /\.tsx?$/));
const compared = sources.flatMap(textsComparedIn);

test('no decision compares a display string', () => {
  expect(compared.filter(({ text }) => !(text in OTHERS_WORDS))).toEqual([]);
});

test('every listed external text is still compared', () => {
  const texts = new Set(compared.map(({ text }) => text));
  expect(Object.keys(OTHERS_WORDS).filter((text) => !texts.has(text))).toEqual([]);
});

test.each([
  `if (reason === 'asked for by the merchant') end();`,
  `const is = reason\n  !== 'asked for by the merchant';`,
  `switch (reason) { case 'the signer refuses': break; }`,
  `const BEFORE = 'may have been paid by ';\nif (text.startsWith(BEFORE)) end();`,
  `const is = ['the signer refuses'].includes(text) || texts.has('the signer refuses');`,
  'const found = /^may have been paid by (.+)$/.exec(text);',
  `await tx.query("select 1 from payouts where said = 'the signer refuses'");`,
  "await tx.query(`update payouts set said = null where said like 'the signer %' and id = $1`);",
])('a comparison is detected: %s', (text) => {
  expect(textsComparedIn({ path: 'server/src/some.ts', text })).not.toEqual([]);
});

test.each([
  `if (code === 'requested_by_merchant') log.warn({ code }, 'the merchant asked for it');`,
  "await tx.query(`select 1 from payouts where status = 'waiting' and wait_reason = 'signer_unavailable'`);",
])('a code is not a text: %s', (text) => {
  expect(textsComparedIn({ path: 'server/src/some.ts', text })).toEqual([]);
});

test('the texts of API errors are in the catalog', () => {
  const server = sources.filter(({ path }) => path.startsWith('server/'));
  expect(server.flatMap(errorTextsIn)).toEqual([]);
});

test.each([
  `throw new AppError({ code: 'conflict', status: 409, message: 'another process runs it' });`,
  `throw new AppError({ code, status, message: \`the chain of \${coin} is behind\` });`,
  `const message = 'the signer refuses it';\nthrow new AppError({ code, status, message });`,
  `throw new AppError({ code, status, message: isLate ? 'it is too late' : text });`,
])('an error with an English text is found: %s', (text) => {
  expect(errorTextsIn({ path: 'server/src/some.ts', text })).not.toEqual([]);
});

test('the text of a received error is no text of ours', () => {
  const text = `throw new AppError({ code, status, message: \`\${message}\${suffix}\` });`;
  expect(errorTextsIn({ path: 'server/src/some.ts', text })).toEqual([]);
});

const [schema] = filesBelow('docs', /^docs\/schema\.sql$/);

test('no unique key contains a display string', () => {
  expect(schema?.text).toContain('create table coin_withdrawals');
  expect(keysOverTexts(schema?.text ?? '')).toEqual([]);
});

test('a unique key over a text is detected, one over a code is not', () => {
  const tables = `create table stops (
  reason text not null,
  code text not null,
  constraint stops_code CHECK (code = ANY (ARRAY['a'::text]))
);
CREATE UNIQUE INDEX stops_open ON stops USING btree (code);`;
  expect(keysOverTexts(tables)).toEqual([]);
  const planted = `${tables}\nCREATE UNIQUE INDEX stops_why ON stops USING btree (code, reason);`;
  expect(keysOverTexts(planted)).toHaveLength(1);
});
