// POST /orders: a new order with its checkout. The browser continues at the payment page.
import { chaintill, orders, PRICE } from '../../lib/shop.js';

export async function POST() {
  const id = crypto.randomUUID();
  orders.set(id, { state: 'open' });
  const checkout = await chaintill().checkouts.create(
    {
      ...PRICE,
      custom_id: id,
      name: 'Tea',
      success_redirect_url: `${process.env.SHOP_URL}/orders/${id}`,
    },
    { idempotencyKey: `order-${id}` },
  );
  return Response.redirect(checkout.hosted_page_url, 303);
}
