// A real Ethereum node's response to a tip above the fee, which our signer would not sign (transfer-standard.ts).
import { expect, test } from 'vitest';
import { startAnvil } from '../support/anvil.ts';
import { TIP_ABOVE_FEE } from './transfer-standard.ts';

test('the node rejects a tip above the fee in the words of the simulated one', async () => {
  const node = await startAnvil();
  try {
    const { payer } = node;
    const prices = { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x77359401' };
    const sent = node.rpc('eth_sendTransaction', { from: payer, to: payer, ...prices });
    await expect(sent).rejects.toThrow(new RegExp(TIP_ABOVE_FEE.source.slice(1), 'i'));
  } finally {
    await node.stop();
  }
});
