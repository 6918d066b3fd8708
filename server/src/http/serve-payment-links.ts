// Answers the operations of payment links and of what donors gave.
import type { App } from '../app.ts';
import type { Page } from '../contract/operation.ts';
import { defined } from '../core/assert.ts';
import { notFound } from '../core/errors.ts';
import {
  hideDonation,
  listDonations,
  presentDonations,
  raisedBy,
} from '../payment-links/donations.ts';
import {
  findLink,
  type LinkRow,
  listLinks,
  presentLink,
  switchLink,
} from '../payment-links/links.ts';
import { createLink, replaceLink } from '../payment-links/save-link.ts';
import { PAGE_SIZE } from '../transactions/list.ts';
import type { Handlers } from './handlers.ts';

type Name =
  | 'createPaymentLink'
  | 'listPaymentLinks'
  | 'showPaymentLink'
  | 'replacePaymentLink'
  | 'switchPaymentLink'
  | 'listDonations'
  | 'hideDonation';

export const paymentLinkHandlers: Pick<Handlers, Name> = {
  createPaymentLink: async (app, caller, input) =>
    showLink(app, await createLink(app, caller, input)),
  listPaymentLinks: async (app, { project }, input) =>
    showLinks(app, await listLinks(app.db, project.id, pageOf(input))),
  showPaymentLink: async (app, { project }, input) =>
    showLink(app, await linkOf(app, project.id, input.id)),
  replacePaymentLink: async (app, { project }, input) =>
    showLink(app, await replaceLink(app, project, input)),
  switchPaymentLink: async (app, { project }, input) =>
    showLink(app, await switchLink(app.db, project, input)),
  listDonations: async (app, { project }, input) => {
    const link = await linkOf(app, project.id, input.id);
    const page = await listDonations(app.db, link, pageOf(input));
    return { ...page, rows: await presentDonations(app.db, app, page.rows) };
  },
  hideDonation: async (app, { project }, { id, donation_id: donationId, hidden }) => {
    const link = await linkOf(app, project.id, id);
    const row = await hideDonation(app.db, { link, id: donationId, hidden });
    return defined((await presentDonations(app.db, app, [row]))[0] ?? null, 'one for each');
  },
};

async function linkOf(app: App, projectId: string, id: string): Promise<LinkRow> {
  const link = await findLink(app.db, projectId, id);
  if (link === null) throw notFound();
  return link;
}

async function showLinks(app: App, page: Page<LinkRow>) {
  const raised = await raisedBy(app.db, app, page.rows);
  const rows = page.rows.map((row) => presentLink(app, row, raised.get(row.id) ?? null));
  return { ...page, rows };
}

async function showLink(app: App, row: LinkRow) {
  const raised = await raisedBy(app.db, app, [row]);
  return presentLink(app, row, raised.get(row.id) ?? null);
}

function pageOf(input: { starting_after: string | undefined; limit: number | undefined }) {
  return { after: input.starting_after ?? null, limit: input.limit ?? PAGE_SIZE };
}
