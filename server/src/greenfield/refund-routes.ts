// The calls of shops about refunds. They create links and send no money: a person of the merchant approves each refund.

import { uuidOf } from '../shops/ids.ts';
import { listPullPayments } from './pull-payments.ts';
import { createPullPayment, refundInvoice } from './refund-invoice.ts';
import type { Call, Route } from './route-table.ts';

const CREATE = 'cancreatenonapprovedpullpayments';
const STORE = '/stores/:storeId';

const callerOf = ({ key }: Call) => ({ project: key.project, keyId: key.id });

export const refundRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: `${STORE}/invoices/:invoiceId/refund`,
    needs: CREATE,
    run: (call) =>
      refundInvoice(call.app, callerOf(call), {
        id: uuidOf(call.params.invoiceId ?? ''),
        body: call.body,
      }),
  },
  {
    method: 'POST',
    path: `${STORE}/pull-payments`,
    needs: CREATE,
    run: (call) => createPullPayment(call.app, callerOf(call), call.body),
  },
  {
    method: 'GET',
    path: `${STORE}/pull-payments`,
    // The ID of each is the secret of its link, with which an address can be entered: no key that only reads gets it.
    needs: CREATE,
    run: ({ app, key, query }) =>
      listPullPayments(app, key.project.id, query.includeArchived === 'true'),
  },
];
