// Subscriptions, as the API shows them, in the recorded key order (interface.md part 2, wire.md (c)).
import { Type } from 'typebox';
import { amountOf, Currency, closed, Id, nullable, oneOf, Text, Time } from '../schema.ts';

export const Subscription = Type.Object(
  {
    id: Id,
    status: oneOf(['active', 'cancelled']),
    custom_id: nullable(Text),
    name: Text,
    amount: amountOf('Amount requested from the customer every period'),
    currency: Currency,
    period: oneOf(['day', 'week', 'month', 'year']),
    period_quantity: Type.Integer({ description: 'Number of periods between two payments' }),
    current_period_starts_at: Time,
    current_period_ends_at: Type.String({
      format: 'date-time',
      description: 'Due date of the payment. Without payment, the subscription is cancelled',
    }),
    current_period_paid: Type.Boolean(),
    payer_email: Text,
    payer_name: nullable(Text),
    product_name: nullable(Text),
    product_description: nullable(Text),
    success_redirect_url: nullable(Text),
    unsuccess_redirect_url: nullable(Text),
    hosted_page_url: Type.String({
      description:
        'URL of the page where the customer chooses a coin and pays, the same in every period',
    }),
    created_at: Time,
    cancelled_at: nullable(Time),
  },
  closed,
);
