// POST /callbacks: verified callbacks of the service.
import { callbackRoute } from '@chaintill/client/web';
import { chaintill, orders, PRICE } from '../../lib/shop.js';

export const POST = (request) =>
  callbackRoute({ secret: process.env.CALLBACK_SECRET, onCallback })(request);

async function onCallback({ type, data }) {
  if (type !== 'Checkout') return;
  // A callback can be repeated or late. What counts is the checkout as it is now.
  const { custom_id: id, status, ...price } = await chaintill().checkouts.get(data.id);
  const order = orders.get(id);
  if (order === undefined || status !== 'completed') return;
  if (Object.keys(PRICE).every((key) => price[key] === PRICE[key])) order.state = 'paid';
}
