// Creates withdrawals. Gather: rates and network fees from memory, the risk of the destination. Decide: the
// price. Write: the row with its hold; with force_commit also the debit, in the same transaction.
import { refuseOwnAddress } from '../addresses/refuse-own.ts';
import type { App } from '../app.ts';
import { formatDecimal } from '../core/decimal.ts';
import { AppError, conflict, invalid, rule } from '../core/errors.ts';
import { formatAmount } from '../core/money.ts';
import { checkCustomer } from '../customers/exists.ts';
import { type Tx, violatedConstraint } from '../db/database.ts';
import { hold } from '../ledger/hold.ts';
import { lockLedger } from '../ledger/post.ts';
import type { Project } from '../projects/project.ts';
import { assess, RiskUnavailable } from '../risk/assess.ts';
import { riskToJson, type StoredRisk } from '../risk/present-risk.ts';
import { commitLocked } from './commit.ts';
import {
  type CreateWithdrawalInput,
  mostReceived,
  type PricedWithdrawal,
  priceRequest,
} from './price.ts';
import { findWithdrawal, insertWithdrawal } from './store.ts';
import { COMMIT_WINDOW, type WithdrawalRow } from './withdrawal.ts';

export interface WithdrawalCaller {
  readonly project: Project;
  readonly objectId: string;
  readonly apiVersion: 1 | 2;
}

/** Errors: 422 `invalid` or `high_risk_address`, 409 `duplicate_custom_id`, 503 rates, fees or risk unavailable. */
export async function createWithdrawal(
  app: App,
  caller: WithdrawalCaller,
  input: CreateWithdrawalInput,
): Promise<WithdrawalRow> {
  const priced = priceRequest(app, caller, input);
  await checkCustomer(app, caller.project, input.customer_id);
  await refuseOwnAddress(app, priced.coin, { destination: priced.destination, target: 'address' });
  const risk = await assessDestination(app, priced);
  const row = toRow(app, { caller, input, priced, risk });
  try {
    return await app.db.transaction((tx) =>
      write(tx, app, { row, priced, input, project: caller.project }),
    );
  } catch (error) {
    if (violatedConstraint(error) === 'coin_withdrawals_custom_id')
      throw conflict('duplicate_custom_id');
    throw error;
  }
}

async function assessDestination(app: App, priced: PricedWithdrawal): Promise<StoredRisk | null> {
  const subject = {
    currency: priced.coin.code,
    type: 'destination_of_funds' as const,
    addresses: [priced.destination.address],
    txid: null,
    receivedAt: null,
  };
  try {
    const [risk] = await assess(app, [subject]);
    if (risk === undefined) return null;
    if (risk.level === 'high') throw highRiskAddress();
    return riskToJson(risk);
  } catch (error) {
    if (!(error instanceof RiskUnavailable)) throw error;
    throw new AppError({
      code: 'risk_unavailable',
      status: 503,
      retryAfterSeconds: 5,
      log: { reason: error.message },
    });
  }
}

/** In the words of interface.md part 7. */
function highRiskAddress(): AppError {
  return new AppError({
    code: 'high_risk_address',
    status: 422,
    message:
      'We were unable to process your request as the address of the recipient may be associated with resource primarily used for unlawful activities',
  });
}

function toRow(
  app: App,
  facts: {
    caller: WithdrawalCaller;
    input: CreateWithdrawalInput;
    priced: PricedWithdrawal;
    risk: StoredRisk | null;
  },
): WithdrawalRow {
  const { caller, input, priced, risk } = facts;
  const now = app.clock.now();
  return {
    project_id: caller.project.id,
    id: caller.objectId,
    custom_id: input.custom_id ?? null,
    customer_id: input.customer_id ?? null,
    status: 'new',
    address: priced.destination.address,
    tag: priced.destination.tag,
    network: priced.coin.network,
    charged_amount: priced.price.charged,
    charged_currency: priced.charged.code,
    received_amount: priced.price.received,
    received_currency: priced.coin.code,
    network_fee: priced.price.networkFee,
    network_fee_level: priced.level,
    fee: priced.price.fee,
    rate: priced.rate === null ? null : formatDecimal(priced.rate),
    txid: null,
    risk,
    hold_reason: priced.holdReason,
    failure: null,
    beneficiary: priced.beneficiary,
    transfer_id: null,
    commit_key: null,
    created_at: new Date(now),
    committed_at: null,
    // A millisecond after the window: a commit in its last moment still counts.
    due_at: new Date(now + COMMIT_WINDOW + 1),
  };
}

async function write(
  tx: Tx,
  app: App,
  facts: {
    row: WithdrawalRow;
    priced: PricedWithdrawal;
    input: CreateWithdrawalInput;
    project: Project;
  },
): Promise<WithdrawalRow> {
  const { row, priced, input, project } = facts;
  await lockLedger(tx, project.id);
  const repeated = await findWithdrawal(tx, project.id, row.id);
  if (repeated !== null) return repeated;
  // The reference first: a repeated one is told as such, whatever the balance has become.
  await insertWithdrawal(tx, row);
  await refuseShortBalance(tx, row, priced);
  await hold(tx, project.id, {
    referenceId: row.id,
    currency: row.charged_currency,
    amount: row.charged_amount,
    now: row.created_at,
  });
  return input.force_commit === true
    ? commitLocked(tx, app, { row, project, commitKey: null })
    : row;
}

/** The check under the lock; the constraint on the account stands behind it. Both sides are told. */
async function refuseShortBalance(
  tx: Tx,
  row: WithdrawalRow,
  priced: PricedWithdrawal,
): Promise<void> {
  const rows = await tx.query<{ available: bigint }>(
    `select balance - held as available from ledger_accounts
     where project_id = $1 and kind = 'available' and currency = $2`,
    [row.project_id, row.charged_currency],
  );
  const available = rows[0]?.available ?? 0n;
  if (row.charged_amount <= available) return;
  throw invalid(
    rule.atMost('charged_amount', formatAmount(available, priced.charged)),
    rule.atMost(
      'received_amount',
      formatAmount(mostReceived(priced.terms, available), priced.coin),
    ),
  );
}
