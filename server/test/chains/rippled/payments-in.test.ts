// What a validated transaction credits: the delivered amount, never the announced one, and nothing of a failed
// transaction. The metadata have the forms of xrpl.org, "Transaction Metadata", "EscrowFinish" and
// "PaymentChannelClaim".
import { expect, test } from 'vitest';
import { ChainUnavailable } from '../../../src/chains/chain.ts';
import {
  paymentsIn,
  sourcesOf,
  type ValidatedTransaction,
} from '../../../src/chains/rippled/payments-in.ts';

const OURS = 'rWACP85cfJfBM8DKakctscmctGtUAXNVb';
const PAYER = 'rhmcpZEG4aaTHeG5pdKxMv8bRmY23k1LYf';
const OTHER = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const TXID = 'CC47665AFF43FBD09AE6C0A7E7D69D43C085285D1F42385376A171D8FABDCAF4';

function transaction(
  fields: Partial<ValidatedTransaction> & { Amount?: string; Flags?: number },
  meta: Partial<ValidatedTransaction['meta']>,
): ValidatedTransaction {
  return {
    TransactionType: 'Payment',
    Account: PAYER,
    Destination: OURS,
    DestinationTag: 7,
    txid: TXID,
    ...fields,
    meta: { TransactionResult: 'tesSUCCESS', AffectedNodes: [], ...meta },
  };
}

const root = (Account: string, before: string, after: string) => ({
  ModifiedNode: {
    LedgerEntryType: 'AccountRoot',
    FinalFields: { Account, Balance: after },
    PreviousFields: { Balance: before },
  },
});

test('a partial payment is credited with the delivered amount', () => {
  const partial = transaction(
    { Amount: '1000000000', Flags: 0x0002_0000 },
    { delivered_amount: '1' },
  );
  expect(paymentsIn(partial)).toEqual([
    { txid: TXID, index: 0, address: OURS, tag: 7, amount: 1n },
  ]);
});

test('a payment that failed in the ledger brings nothing', () => {
  for (const TransactionResult of ['tecPATH_PARTIAL', 'tecDST_TAG_NEEDED', 'tecUNFUNDED_PAYMENT']) {
    const failed = transaction({}, { TransactionResult, delivered_amount: '5000000' });
    expect(paymentsIn(failed)).toEqual([]);
  }
});

test('an issued currency named XRP brings nothing', () => {
  const delivered_amount = { currency: 'XRP', issuer: PAYER, value: '1000000' };
  expect(paymentsIn(transaction({}, { delivered_amount }))).toEqual([]);
});

test('a node without the delivered amount is not trusted', () => {
  for (const meta of [{}, { delivered_amount: 'unavailable' }, { delivered_amount: '1e9' }]) {
    expect(() => paymentsIn(transaction({}, meta))).toThrow(ChainUnavailable);
  }
});

test('a payment without a tag is reported without one, tag 0 as 0', () => {
  const { DestinationTag: _, ...untagged } = transaction({}, { delivered_amount: '2' });
  expect(paymentsIn(untagged)).toMatchObject([{ tag: null, amount: 2n }]);
  const zero = transaction({ DestinationTag: 0 }, { delivered_amount: '2' });
  expect(paymentsIn(zero)).toMatchObject([{ tag: 0 }]);
});

test('the remainder of a deleted account is credited', () => {
  const deletion = transaction(
    { TransactionType: 'AccountDelete' },
    { delivered_amount: '19999988' },
  );
  expect(paymentsIn(deletion)).toMatchObject([{ address: OURS, tag: 7, amount: 19_999_988n }]);
});

test('an escrow that a third party finishes is credited with its tag, from its creator', () => {
  const finished = transaction(
    { TransactionType: 'EscrowFinish', Account: OTHER },
    {
      AffectedNodes: [
        root(OTHER, '1000', '988'),
        {
          DeletedNode: {
            LedgerEntryType: 'Escrow',
            FinalFields: { Account: PAYER, Destination: OURS, DestinationTag: 23 },
          },
        },
        root(OURS, '70000000', '80000000'),
      ],
    },
  );
  expect(paymentsIn(finished)).toEqual([
    { txid: TXID, index: 2, address: OURS, tag: 23, amount: 10_000_000n },
  ]);
  expect(sourcesOf(finished)).toEqual([PAYER]);
});

test('a payment channel claim is credited with our balance increase', () => {
  const claim = transaction(
    { TransactionType: 'PaymentChannelClaim', Account: PAYER },
    {
      AffectedNodes: [
        root(PAYER, '5000', '4988'),
        {
          ModifiedNode: {
            LedgerEntryType: 'PayChannel',
            FinalFields: { Account: PAYER, Destination: OURS, DestinationTag: 5 },
          },
        },
        root(OURS, '0', '1000000'),
      ],
    },
  );
  expect(paymentsIn(claim)).toMatchObject([{ address: OURS, tag: 5, amount: 1_000_000n }]);
});

test('a signer is not credited with their own gain', () => {
  const own = transaction(
    { TransactionType: 'EscrowCancel', Account: OURS },
    { AffectedNodes: [root(OURS, '10', '5000')] },
  );
  expect(paymentsIn(own)).toEqual([]);
});

test('an account that a transaction creates is credited with its whole balance', () => {
  const created = transaction(
    { TransactionType: 'EscrowFinish', Account: OTHER },
    {
      AffectedNodes: [
        {
          CreatedNode: {
            LedgerEntryType: 'AccountRoot',
            NewFields: { Account: OURS, Balance: '25000000' },
          },
        },
      ],
    },
  );
  expect(paymentsIn(created)).toMatchObject([{ address: OURS, tag: null, amount: 25_000_000n }]);
});
