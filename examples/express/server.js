// A shop with one product: an order makes a checkout, the customer pays on its page, and a verified callback marks the
// order as paid.
import { randomUUID } from 'node:crypto';
import { createClient } from '@chaintill/client';
import { callbackHandler } from '@chaintill/client/express';
import express from 'express';

const { PORT = '3000', CHAINTILL_URL, API_KEY, API_SECRET, CALLBACK_SECRET } = process.env;
const { SHOP_URL = `http://localhost:${PORT}` } = process.env;
const PRICE = { price_amount: '20.0', price_currency: 'EUR' };

const chaintill = createClient({
  baseUrl: CHAINTILL_URL,
  apiKey: API_KEY,
  apiSecret: API_SECRET,
});
/** A real shop stores them in its database. */
const orders = new Map();
const app = express();

// Before any body parser, because the signature covers the bytes.
app.post(
  '/callbacks',
  callbackHandler({
    secret: CALLBACK_SECRET,
    async onCallback({ type, data }) {
      if (type !== 'Checkout') return;
      // A callback can be repeated or late. What counts is the checkout as it is now.
      const { custom_id: id, status, ...price } = await chaintill.checkouts.get(data.id);
      const order = orders.get(id);
      if (order === undefined || status !== 'completed') return;
      if (Object.keys(PRICE).every((key) => price[key] === PRICE[key])) order.state = 'paid';
    },
  }),
);

app.get('/', (_request, response) => {
  response.send('<h1>Tea</h1><form method="post" action="/orders"><button>Buy tea</button></form>');
});

app.post('/orders', async (_request, response) => {
  const id = randomUUID();
  orders.set(id, { state: 'open' });
  const checkout = await chaintill.checkouts.create(
    { ...PRICE, custom_id: id, name: 'Tea', success_redirect_url: `${SHOP_URL}/orders/${id}` },
    { idempotencyKey: `order-${id}` },
  );
  response.redirect(303, checkout.hosted_page_url);
});

app.get('/orders/:id', ({ params }, response) => {
  const order = orders.get(params.id);
  if (order === undefined) return response.status(404).send('<h1>No such order</h1>');
  response.send(`<h1>Your order is ${order.state}</h1>`);
});

app.listen(Number(PORT), () => console.log(`The shop is at ${SHOP_URL}`));
