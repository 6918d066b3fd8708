// The operation that refunds an invoice. An amount makes it a refund of a completed invoice: a program that repeats the
// refund of an overpayment never pays out the price as well.
import type { App } from '../app.ts';
import type { InputOf } from '../contract/operation.ts';
import type { Operations } from '../contract/operations.ts';
import { type ErrorDetail, invalid, rule } from '../core/errors.ts';
import type { Project } from '../projects/project.ts';
import { refundInvoice } from './refund.ts';
import { refundCompleted } from './refund-completed.ts';
import type { PresentedRefund } from './refund-row.ts';

type Input = InputOf<Operations['createInvoiceRefund']>;

interface Caller {
  readonly project: Project;
  readonly objectId: string;
  readonly apiKey: string;
  readonly mayPayOut: boolean;
}

export function createRefund(app: App, caller: Caller, input: Input): Promise<PresentedRefund> {
  const { amount, address } = input;
  if (amount !== undefined && address !== undefined)
    return refundCompleted(app, caller, { ...input, amount, address });
  const isAboutAmount = [amount, input.amount_currency, input.rate].some((it) => it !== undefined);
  if (isAboutAmount) throw invalid(...missing(input));
  return refundInvoice(app, caller, input);
}

function missing({ amount, address }: Input): ErrorDetail[] {
  const fields = { amount, address };
  return (['amount', 'address'] as const).flatMap((field) =>
    fields[field] === undefined ? [rule.filled(field)] : [],
  );
}
