// The client and the orders of the shop.
import { createClient } from '@chaintill/client';

export const PRICE = { price_amount: '20.0', price_currency: 'EUR' };

/** A function, because Next.js also loads the routes while it builds, where the secrets are not set. */
export const chaintill = () =>
  createClient({
    baseUrl: process.env.CHAINTILL_URL,
    apiKey: process.env.API_KEY,
    apiSecret: process.env.API_SECRET,
  });

/** A real shop stores them in its database: Next.js can run routes in several processes. */
export const orders = new Map();
