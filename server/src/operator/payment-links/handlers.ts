// Payment links: the list, and one with its terms.
import type { App } from '../../app.ts';
import { notFound } from '../../core/errors.ts';
import { raisedBy } from '../../payment-links/donations.ts';
import {
  findLink,
  type LinkRow,
  linkState,
  listLinks,
  presentLink,
} from '../../payment-links/links.ts';
import type { HandlersOf } from '../operator.ts';
import { pageOf, requestedPage } from '../present.ts';
import type { paymentLinksOperations } from './contract.ts';

export const paymentLinksHandlers: HandlersOf<typeof paymentLinksOperations> = {
  'payment-links.list'(app, { project, ...input }) {
    return app.db.snapshot(async (sql) => {
      const page = await listLinks(sql, project, requestedPage(input));
      const raised = await raisedBy(sql, app, page.rows);
      return pageOf(page, (row) => shown(app, row, raised));
    });
  },
  'payment-links.show'(app, { project, link_id: id }) {
    return app.db.snapshot(async (sql) => {
      const row = await findLink(sql, project, id);
      if (row === null) throw notFound();
      return shown(app, row, await raisedBy(sql, app, [row]));
    });
  },
};

function shown(app: App, row: LinkRow, raised: Awaited<ReturnType<typeof raisedBy>>) {
  const link = presentLink(app, row, raised.get(row.id) ?? null);
  const money = (amount: string | null | undefined) =>
    amount == null ? null : { amount, currency: link.price_currency };
  return {
    ...link,
    state: linkState(row, new Date(app.clock.now())),
    price: money(link.price_amount),
    raised: money(link.raised_amount),
    pending: money(link.pending_amount),
    amount_min: money(link.amount_min),
    amount_max: money(link.amount_max),
    goal: money(link.donation?.goal_amount),
    donations: link.donations_count,
    coins: link.pay_currencies.map(({ currency, network }) =>
      network === null ? currency : `${currency} ${network}`,
    ),
    fields: link.fields.map(({ label }) => label),
    expires_at: row.expires_at,
    created_at: row.created_at,
  };
}
