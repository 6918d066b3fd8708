// What a test does to a rippled in stand-alone mode, emulated or real, over JSON-RPC only: pay from the account that
// has all XRP, and close ledgers.
import { defined } from '../../../src/core/assert.ts';
import { genesisPayer, type Payer, signed } from './keys.ts';
import type { Fields } from './state.ts';

export interface StandAlone {
  /** The result of one request; throws when it is an error. */
  request(method: string, params?: Fields): Promise<Fields>;
  /** Signs with the account's next sequence and submits. Returns the txid. Throws unless the node applies it. */
  submit(fields: Fields, payer?: Payer): Promise<string>;
  /** Pays drops, with a tag unless it is null. Returns the txid. */
  pay(to: { address: string; tag: number | null }, drops: bigint): Promise<string>;
  /** Ensures that an account exists with at least this balance. */
  found(address: string, drops: bigint): Promise<void>;
  accept(count?: number): Promise<void>;
}

const FEE = '12';

export function standAlone(url: string): StandAlone {
  const send = async (method: string, params: Fields = {}): Promise<Fields> => {
    const response = await fetch(url, {
      method: 'POST',
      // A kept-alive connection would delay a server that is to be stopped.
      headers: { connection: 'close' },
      body: JSON.stringify({ method, params: [params] }),
    });
    const { result } = (await response.json()) as { result: Fields };
    if (result['status'] === 'success') return result;
    throw new Error(`${method}: ${JSON.stringify(result)}`);
  };
  const accept = async (count = 1) => {
    for (let done = 0; done < count; done++) await send('ledger_accept');
  };
  const submit = async (fields: Fields, payer = genesisPayer) => {
    const account = { account: payer.address, ledger_index: 'current' };
    const { account_data: data } = await send('account_info', account);
    const Sequence = Number((data as Fields)['Sequence']);
    const { blob, txid } = signed(payer, { Fee: FEE, Sequence, ...fields });
    const { engine_result: result } = await send('submit', { tx_blob: blob });
    if (result === 'tesSUCCESS') return txid;
    throw new Error(`${JSON.stringify(fields)}: ${String(result)}`);
  };
  const pay: StandAlone['pay'] = ({ address, tag }, drops) =>
    submit({
      TransactionType: 'Payment',
      Destination: address,
      Amount: `${drops}`,
      ...(tag === null ? {} : { DestinationTag: tag }),
    });
  return {
    request: send,
    submit,
    pay,
    accept,
    async found(address, drops) {
      const account = await send('account_info', {
        account: address,
        ledger_index: 'validated',
      }).catch(() => null);
      const data = account?.['account_data'] as Fields | undefined;
      if (BigInt(String(data?.['Balance'] ?? '0')) >= drops) return;
      await pay({ address, tag: 1 }, drops);
      await accept();
      defined(
        await send('account_info', { account: address, ledger_index: 'validated' }),
        'founded',
      );
    },
  };
}
