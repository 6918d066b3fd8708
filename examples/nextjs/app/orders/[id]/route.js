// GET /orders/{id}: what the customer sees after the payment.
import { orders } from '../../../lib/shop.js';

export async function GET(_request, { params }) {
  const order = orders.get((await params).id);
  if (order === undefined) return new Response('No such order', { status: 404 });
  return new Response(`Your order is ${order.state}`);
}
