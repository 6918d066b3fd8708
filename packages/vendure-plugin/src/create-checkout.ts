// Makes the checkout of an order. What only describes the order must not stop its payment.
import { ChaintillError, type Checkout, type Client, type NewCheckout } from '@chaintill/client';

/** A second attempt leaves out names, the email address and the language if Chaintill does not accept them. */
export async function createCheckout(
  { checkouts }: Pick<Client, 'checkouts'>,
  wanted: NewCheckout,
): Promise<Checkout> {
  try {
    return await checkouts.create(wanted);
  } catch (error) {
    if (!(error instanceof ChaintillError) || error.code !== 'invalid') throw error;
    const {
      items: _items,
      payer_email: _email,
      language: _language,
      name: _name,
      ...rest
    } = wanted;
    return await checkouts.create(rest);
  }
}
