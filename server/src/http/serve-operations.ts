// Every operation and the feature that implements it, one line each.
import type { App } from '../app.ts';
import { createChannel, findChannelProblems, updateChannel } from '../channels/create.ts';
import { presentChannel, presentChannelPayment } from '../channels/present.ts';
import {
  findChannel,
  findChannelByCustomId,
  findPayment,
  listChannels,
  listPayments,
} from '../channels/store-channels.ts';
import { acceptCheckout } from '../checkouts/accept.ts';
import { cancelCheckout } from '../checkouts/advance.ts';
import { createAlone } from '../checkouts/create.ts';
import { presentCheckouts, presentNew, presentWithOffers } from '../checkouts/present.ts';
import {
  findCheckout,
  findCheckoutByCustomId,
  listCheckouts,
} from '../checkouts/store-checkouts.ts';
import { presentCoins } from '../coins/present.ts';
import type { Page } from '../contract/operation.ts';
import { notFound } from '../core/errors.ts';
import {
  createCustomer,
  listCustomers,
  showCustomer,
  updateCustomer,
} from '../customers/customer.ts';
import type { Sql } from '../db/database.ts';
import { commitExchange, createExchange, showExchange } from '../exchange/exchange.ts';
import { findExchangeProblems } from '../exchange/price.ts';
import {
  attachCoinDeposit,
  creditCoinDeposit,
  listCoinDeposits,
  refundCoinDeposit,
  showCoinDeposit,
} from '../inbox/answer.ts';
import { findClaim, listClaims } from '../invoices/claims.ts';
import { createInvoice, findInvoiceProblems } from '../invoices/create.ts';
import { createClaim, revokeClaim } from '../invoices/create-claim.ts';
import { createRefund } from '../invoices/create-refund.ts';
import { approveClaim, declineClaim } from '../invoices/decide-claim.ts';
import { presentInvoice, presentInvoices } from '../invoices/present.ts';
import { presentClaim } from '../invoices/present-claim.ts';
import { commitRecalculation, recalculate } from '../invoices/recalculate.ts';
import { listRefunds } from '../invoices/refund.ts';
import {
  findInvoice,
  findInvoiceByCustomId,
  type InvoiceRow,
  listInvoices,
} from '../invoices/store-invoices.ts';
import { cancelByMerchant } from '../payouts/recover/cancel.ts';
import { attemptsOf, presentAttempts } from '../payouts/send/attempts.ts';
import type { Project } from '../projects/project.ts';
import { presentRate, presentRateOfPair, presentRates } from '../rates/present.ts';
import { scoreAddress } from '../risk/assess.ts';
import { cancelSubscription } from '../subscriptions/cancel.ts';
import { createSubscription } from '../subscriptions/create.ts';
import { presentSubscription } from '../subscriptions/present.ts';
import {
  findSubscription,
  findSubscriptionByCustomId,
  listSubscriptions,
} from '../subscriptions/store-subscriptions.ts';
import {
  listAccounts,
  listAccountTransactions,
  listTransactions,
  PAGE_SIZE,
} from '../transactions/list.ts';
import { createWithdrawal, findWithdrawalProblems } from '../withdrawals/create.ts';
import { presentWithdrawal } from '../withdrawals/present.ts';
import { listNetworkFees } from '../withdrawals/price.ts';
import {
  findWithdrawal,
  findWithdrawalByCustomId,
  listWithdrawals,
} from '../withdrawals/store-withdrawals.ts';
import { commitWithdrawal } from '../withdrawals/take-step.ts';
import { type Handlers, storingSignature, withProblems } from './handlers.ts';
import { paymentLinkHandlers } from './serve-payment-links.ts';

export const handlers: Handlers = {
  listAccounts: (app, { project }) => listAccounts(app, project),
  listAccountTransactions: (app, { project }, input) =>
    listAccountTransactions(app, project, input),
  listTransactions: (app, { project }, input) => listTransactions(app, project, input),

  createChannel: withProblems<'createChannel'>(
    async (app, caller, input) => presentChannel(app, await createChannel(app, caller, input)),
    findChannelProblems,
  ),
  listChannels: async (app, { project }, input) =>
    mapPage(
      await listChannels(app.db, project.id, {
        customerId: input.customer_id ?? null,
        ...pageOf(input),
      }),
      (row) => presentChannel(app, row),
    ),
  showChannelByCustomId: async (app, { project }, input) =>
    presentChannel(app, found(await findChannelByCustomId(app.db, project.id, input.custom_id))),
  showChannel: async (app, { project }, input) =>
    presentChannel(app, found(await findChannel(app.db, project.id, input.channel_id))),
  updateChannel: async (app, { project }, input) =>
    presentChannel(app, await updateChannel(app, project, input)),
  listChannelPayments: async (app, { project }, input) => {
    found(await findChannel(app.db, project.id, input.channel_id));
    const page = await listPayments(app.db, project.id, {
      channelId: input.channel_id,
      ...pageOf(input),
    });
    return mapPage(page, (row) => presentChannelPayment(app, row));
  },
  showChannelPayment: async (app, { project }, input) =>
    presentChannelPayment(
      app,
      found(await findPayment(app.db, project.id, { channelId: input.channel_id, id: input.id })),
    ),

  listCoinDeposits: (app, { project }, input) =>
    listCoinDeposits(app, project, { ...input, limit: input.limit ?? PAGE_SIZE }),
  showCoinDeposit: (app, { project }, input) => showCoinDeposit(app, project, input.id),
  creditCoinDeposit: (app, caller, input) => creditCoinDeposit(app, caller, input),
  refundCoinDeposit: (app, caller, input) => refundCoinDeposit(app, caller, input),
  attachCoinDeposit: (app, caller, input) => attachCoinDeposit(app, caller, input),

  listCoins: async (app) => presentCoins(app),

  createCustomer: (app, caller, input) => createCustomer(app, caller, input),
  listCustomers: (app, { project }, input) => listCustomers(app, project, input),
  showCustomer: (app, { project }, input) => showCustomer(app, project, input.customer_id),
  updateCustomer: (app, { project }, input) => updateCustomer(app, project, input),

  createInvoice: withProblems<'createInvoice'>(
    async (app, caller, input) => presentInvoice(app, await createInvoice(app, caller, input), []),
    findInvoiceProblems,
  ),
  listInvoices: (app, { project }, input) =>
    app.db.snapshot(async (sql) => {
      const page = await listInvoices(sql, project.id, {
        customerId: input.customer_id ?? null,
        subscriptionId: input.subscription_id ?? null,
        ...pageOf(input),
      });
      return { ...page, rows: await presentInvoices(app, sql, page.rows) };
    }),
  showInvoiceByCustomId: (app, { project }, input) =>
    presentOne(app, (sql) => findInvoiceByCustomId(sql, project.id, input.custom_id)),
  showInvoice: (app, { project }, input) =>
    presentOne(app, (sql) => findInvoice(sql, project.id, input.invoice_id)),
  createInvoiceRecalculation: (app, caller, input) => recalculate(app, caller, input),
  commitInvoiceRecalculation: (app, caller, input) => commitRecalculation(app, caller, input),
  createInvoiceRefund: (app, caller, input) => createRefund(app, caller, input),
  listInvoiceRefunds: (app, { project }, input) => listRefunds(app, project, input.invoice_id),

  createRefundClaim: async (app, caller, input) =>
    presentClaim(app, await createClaim(app, caller, input)),
  listRefundClaims: async (app, { project, mayWrite }, input) => {
    const filter = { status: input.status ?? null, invoiceId: input.invoice_id ?? null };
    const page = await listClaims(app.db, project.id, { ...filter, ...pageOf(input) });
    return mapPage(page, (row) => presentClaim(app, row, mayWrite));
  },
  showRefundClaim: async (app, { project, mayWrite }, input) =>
    presentClaim(app, found(await findClaim(app.db, project.id, input.claim_id)), mayWrite),
  approveRefundClaim: async (app, caller, input) =>
    presentClaim(app, await approveClaim(app, caller, input.claim_id)),
  declineRefundClaim: async (app, caller, { claim_id: id, reason = null }) =>
    presentClaim(app, await declineClaim(app, caller, { id, reason })),
  revokeRefundClaim: async (app, caller, input) =>
    presentClaim(app, await revokeClaim(app, caller, input.claim_id)),

  createCoinWithdrawal: storingSignature(
    withProblems<'createCoinWithdrawal'>(async (app, caller, input) => {
      const row = await createWithdrawal(app, caller, input);
      // The response to a creation contains no risk, whether committed or not (interface.md 2.2).
      return { ...presentWithdrawal(app, row), risk: null };
    }, findWithdrawalProblems),
  ),
  listCoinWithdrawals: async (app, { project }, input) =>
    mapPage(
      await listWithdrawals(app.db, project.id, {
        customerId: input.customer_id ?? null,
        ...pageOf(input),
      }),
      (row) => presentWithdrawal(app, row),
    ),
  listNetworkFees: async (app, _caller, input) => listNetworkFees(app, input.all_networks ?? false),
  showCoinWithdrawalByCustomId: async (app, { project }, input) =>
    presentWithdrawal(
      app,
      found(await findWithdrawalByCustomId(app.db, project.id, input.custom_id)),
    ),
  showCoinWithdrawal: async (app, { project }, input) =>
    presentWithdrawal(app, found(await findWithdrawal(app.db, project.id, input.id))),
  listCoinWithdrawalAttempts: async (app, { project }, input) =>
    presentAttempts(
      await attemptsOf(app.db, found(await findWithdrawal(app.db, project.id, input.id))),
    ),
  commitCoinWithdrawal: storingSignature<'commitCoinWithdrawal'>(async (app, caller, input) =>
    presentWithdrawal(app, await commitWithdrawal(app, caller, input.id)),
  ),

  cancelCoinWithdrawal: async (app, { project }, input) =>
    presentWithdrawal(app, await cancelByMerchant(app, { projectId: project.id, id: input.id })),

  createExchangeTransfer: withProblems<'createExchangeTransfer'>(
    (app, caller, input) => createExchange(app, caller, input),
    findExchangeProblems,
  ),
  showExchangeTransfer: (app, { project }, input) => showExchange(app, project, input.id),
  commitExchangeTransfer: (app, caller, input) => commitExchange(app, caller, input.id),

  createCheckout: async (app, caller, input) => {
    const { row, isNew } = await createAlone(app, caller, input);
    return isNew
      ? presentNew(app, caller.project, row)
      : showWithOffers(app, caller.project, row.id);
  },
  listCheckouts: (app, { project }, input) =>
    app.db.snapshot(async (sql) => {
      const page = await listCheckouts(sql, project.id, pageOf(input));
      return { ...page, rows: await presentCheckouts(app, sql, page.rows) };
    }),
  showCheckoutByCustomId: (app, { project }, input) =>
    app.db.snapshot(async (sql) =>
      presentWithOffers(app, sql, {
        project,
        row: found(await findCheckoutByCustomId(sql, project.id, input.custom_id)),
      }),
    ),
  showCheckout: (app, { project }, input) => showWithOffers(app, project, input.id),
  cancelCheckout: async (app, { project }, input) =>
    showWithOffers(app, project, (await cancelCheckout(app, project, input.id)).id),
  acceptCheckout: async (app, caller, input) =>
    showWithOffers(app, caller.project, (await acceptCheckout(app, caller, input.id)).id),

  ...paymentLinkHandlers,

  createSubscription: async (app, caller, input) =>
    presentSubscription(app, await createSubscription(app, caller, input)),
  listSubscriptions: async (app, { project }, input) =>
    mapPage(await listSubscriptions(app.db, project.id, pageOf(input)), (row) =>
      presentSubscription(app, row),
    ),
  showSubscriptionByCustomId: async (app, { project }, input) =>
    presentSubscription(
      app,
      found(await findSubscriptionByCustomId(app.db, project.id, input.custom_id)),
    ),
  showSubscription: async (app, { project }, input) =>
    presentSubscription(app, found(await findSubscription(app.db, project.id, input.id))),
  cancelSubscription: async (app, { project }, input) =>
    presentSubscription(app, await cancelSubscription(app, project, input.id)),

  listRates: async (app) => presentRates(app),
  showRate: async (app, _caller, input) => presentRate(app, input),
  showRateByPair: async (app, _caller, input) => presentRateOfPair(app, input.pair),

  scoreRisk: (app, _caller, input) => scoreAddress(app, input),
  testAuthentication: async () => ({}),
};

function presentOne(app: App, find: (sql: Sql) => Promise<InvoiceRow | null>) {
  return app.db.snapshot(async (sql) => {
    const [invoice] = await presentInvoices(app, sql, [found(await find(sql))]);
    return found(invoice ?? null);
  });
}

function showWithOffers(app: App, project: Project, id: string) {
  return app.db.snapshot(async (sql) =>
    presentWithOffers(app, sql, { project, row: found(await findCheckout(sql, project.id, id)) }),
  );
}

function found<Row>(row: Row | null): Row {
  if (row === null) throw notFound();
  return row;
}

function pageOf(input: { starting_after: string | undefined; limit: number | undefined }) {
  return { after: input.starting_after ?? null, limit: input.limit ?? PAGE_SIZE };
}

function mapPage<Row, Shown>(page: Page<Row>, show: (row: Row) => Shown): Page<Shown> {
  return { ...page, rows: page.rows.map(show) };
}
