// The simulated networks reject in the words of their coin's nodes. Sources: Bitcoin Core validation.cpp; Bitcoin Cash
// Node test/functional/mempool_accept.py and quotes by its users; Dogecoin Core 1.14 src/rpc/rawtransaction.cpp. No
// response of a real Bitcoin Cash Node or Dogecoin Core was recorded.
import { expect, test } from 'vitest';
import { isConflict, rejectReason } from '../../../src/chains/bitcoind/bitcoind-transfers.ts';
import { refusalText } from '../../../src/chains/simulated/submit.ts';

const MISSING = 'bad-txns-inputs-missingorspent';
const PREMATURE = 'bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 7';
const CONFLICT = 'txn-mempool-conflict';

test.each([
  ['BTC', MISSING, MISSING],
  ['BTC', 'dust, tx with dust output must be 0-fee', 'dust, tx with dust output must be 0-fee'],
  ['BCH', MISSING, 'Missing inputs'],
  ['BCH', 'dust', 'dust (code 64)'],
  ['BCH', 'tx-size', 'tx-size (code 64)'],
  ['BCH', 'min relay fee not met, 50 < 226', 'min relay fee not met (code 66)'],
  ['BCH', CONFLICT, 'txn-mempool-conflict (code 18)'],
  ['BCH', PREMATURE, `${PREMATURE} (code 16)`],
  ['DOGE', MISSING, 'Missing inputs'],
  ['DOGE', 'dust', '64: dust'],
  ['DOGE', 'min relay fee not met, 50 < 226', '66: min relay fee not met'],
  ['DOGE', 'insufficient fee, rejecting replacement ab', '66: insufficient fee'],
  [
    'DOGE',
    'too-long-mempool-chain, too many unconfirmed ancestors [limit: 25]',
    '64: too-long-mempool-chain',
  ],
  ['DOGE', CONFLICT, '18: txn-mempool-conflict'],
  ['DOGE', PREMATURE, '16: bad-txns-premature-spend-of-coinbase'],
  // No node sends these.
  ['BCH', 'cannot be decoded', 'cannot be decoded'],
  ['XRP', 'terPRE_SEQ', 'terPRE_SEQ'],
])('%s rejects "%s" as "%s"', (coin, refusal, words) => {
  expect(refusalText(coin, refusal)).toBe(words);
});

test.each(['BTC', 'LTC', 'BCH', 'DOGE'])(
  'a conflict is recognized in the message of %s',
  (coin) => {
    expect(isConflict(refusalText(coin, CONFLICT))).toBe(true);
    expect(isConflict(refusalText(coin, 'dust'))).toBe(false);
    expect(rejectReason(refusalText(coin, 'dust'))).toBe('dust');
  },
);
