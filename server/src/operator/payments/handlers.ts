// Searches the database first, and the networks for what it does not know.
import type { App } from '../../app.ts';
import type { HandlersOf } from '../operator.ts';
import { PAYMENT_FINDINGS, type PAYMENT_VERDICTS, type paymentsOperations } from './contract.ts';
import { explainFound } from './explain-chain.ts';
import {
  explainAddresses,
  explainDeposits,
  explainPayouts,
  explainUnknownTokens,
} from './explain-stored.ts';
import { feeLevelOf, inspect, type NetworkResult, searchChains } from './find-on-chain.ts';
import { depositsOfTransactions, FINDINGS_MAX } from './find-stored.ts';
import type { Answer, Finding } from './finding.ts';
import { type Pasted, parsePasted } from './parse-payment.ts';

export const paymentsHandlers: HandlersOf<typeof paymentsOperations> = {
  async 'payments.find'(app, { text, project: projectId = null }) {
    const pasted = parsePasted(app, text);
    const { findings, networks } =
      pasted.hash === null
        ? { findings: await explainAddresses(app, pasted, projectId), networks: [] }
        : await explainTransaction(app, pasted, projectId);
    const sorted = [...findings].sort(
      (a, b) => PAYMENT_FINDINGS.indexOf(a.code) - PAYMENT_FINDINGS.indexOf(b.code),
    );
    const verdict = sorted[0]?.code ?? withoutFinding(pasted, networks);
    return { verdict, findings: sorted.slice(0, FINDINGS_MAX), networks };
  },
};

function withoutFinding(
  { hash, ids, destinations }: Pasted,
  networks: readonly NetworkResult[],
): (typeof PAYMENT_VERDICTS)[number] {
  if (hash === null && ids.length === 0 && destinations.length === 0) return 'not_readable';
  return networks.some(({ result }) => result === 'unreachable') ? 'node_unreachable' : 'not_found';
}

async function explainTransaction(
  app: App,
  pasted: Pasted,
  projectId: string | null,
): Promise<Answer> {
  const { hash } = pasted;
  const asked = { txids: [`${hash}`, `${hash?.toUpperCase()}`, `0x${hash}`], projectId };
  const [deposits, ...rest] = await Promise.all([
    depositsOfTransactions(app, asked),
    explainPayouts(app, asked),
    explainUnknownTokens(app, asked),
  ]);
  const stored = [...(await explainDeposits(app, deposits)), ...rest.flat()];
  if (stored.length > 0) return withFeeLevels(app, stored, pasted);
  const { found, networks } = await searchChains(app, pasted);
  return { findings: await explainFound(app, found, projectId), networks };
}

/** Only the node knows the fee of an unconfirmed transaction. */
async function withFeeLevels(
  app: App,
  findings: readonly Finding[],
  pasted: Pasted,
): Promise<Answer> {
  const inMempool = findings.find(({ confirmations }) => confirmations?.seen === 0);
  const coin = [...app.coins.values()].find(
    ({ code }) => code === (inMempool?.amount?.currency ?? ''),
  );
  if (coin === undefined) return { findings, networks: [] };
  const found = await inspect(app, coin, pasted);
  const level = await feeLevelOf(app, coin, found?.ordinaryFee ?? null);
  return {
    findings: findings.map((one) =>
      one.confirmations?.seen === 0 ? { ...one, fee_level: level } : one,
    ),
    networks: [],
  };
}
