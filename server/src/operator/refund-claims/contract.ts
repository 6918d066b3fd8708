// What people see before they decide about refund claims. They create, approve, decline and revoke them with the
// operations of the merchant (contract/objects/refund-claims.ts).
import { Type } from 'typebox';
import { required, uuid } from '../../contract/fields.ts';
import { operatorOperation, theProject } from '../../contract/operator/operation.ts';
import * as schema from '../../contract/schema.ts';

export const refundClaimsOperations = {
  'refund-claims.refundable': operatorOperation({
    summary: 'Show how much of a completed invoice can still be refunded',
    permission: 'read',
    input: { project: theProject, invoice_id: required(uuid('ID of the invoice')) },
    output: schema.row({
      id: schema.Id,
      /** In its price currency, and in the coin that was paid. Open and claimed refund links are deducted. */
      price: schema.Money,
      paid: schema.Money,
    }),
  }),
  'refund-claims.preview': operatorOperation({
    summary: 'Preview approving a claimed refund, at current rates and network fees',
    permission: 'read',
    input: { project: theProject, claim_id: required(uuid('ID of the refund claim')) },
    output: schema.row({
      id: schema.Id,
      /** By the account, or of an unresolved invoice by its payments. */
      charged: schema.Money,
      is_from_payment: Type.Boolean(),
      /** The processing fee of an unresolved invoice, which the payer bears. */
      fee: schema.Money,
      network_fee: schema.Money,
      received: schema.Money,
    }),
  }),
} as const;
