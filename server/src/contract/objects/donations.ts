// Donations: what payment links with a goal raised, and what donors entered. The operations are those of payment links.
import { Type } from 'typebox';
import { amount, boolean, object } from '../fields.ts';
import { described } from '../operation.ts';
import * as schema from '../schema.ts';

const REMINDERS = ['month', 'year'] as const;

/** Of a payment link. Null: it is not a donation. */
export const donationTerms = schema.nullable(
  schema.row({
    goal_amount: schema.nullable(schema.amountOf('What should be raised. Null: no goal')),
    shows_progress: Type.Boolean({ description: 'The page shows what was raised' }),
    shows_names: Type.Boolean({
      description: 'The page asks for a name and a message, and shows those of donors who want it',
    }),
    offers_reminders: Type.Boolean({
      description: 'Donors can be reminded by email every month or year',
    }),
  }),
);

export const requestedDonation = described(
  object({
    goal_amount: amount('What should be raised. Default: no goal'),
    shows_progress: boolean('The page shows what was raised. Default: true'),
    shows_names: boolean(
      'The page asks for a name and a message, and shows those of donors who want it. Default: true',
    ),
    offers_reminders: boolean('Donors can be reminded every month or year. Default: true'),
  }),
  'Makes it a donation, with an open amount',
);

/** What a donation has raised, beside its terms. */
export const raised = {
  raised_amount: schema.nullable(
    schema.amountOf('Of a donation: confirmed and not refunded, from all sources'),
  ),
  pending_amount: schema.nullable(schema.amountOf('Of a donation: sent, but not confirmed')),
  donations_count: schema.nullable(
    Type.Integer({ description: 'Of a donation: how often something was given' }),
  ),
};

export const Donation = schema.row({
  id: schema.Id,
  payment_link_id: schema.Id,
  name: schema.nullable(Type.String({ description: 'As the donor entered it' })),
  message: schema.nullable(Type.String({ description: 'As the donor entered it' })),
  public: Type.Boolean({ description: 'The donor wants the name and the message on the page' }),
  hidden: Type.Boolean({ description: 'You do not show it' }),
  amount: schema.amountOf('Confirmed and not refunded'),
  currency: schema.Currency,
  reminder: schema.nullable(schema.oneOf(REMINDERS)),
  created_at: schema.Time,
});
