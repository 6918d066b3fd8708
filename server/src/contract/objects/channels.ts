// Channels, each with a permanent address, and their payments.
import { Type } from 'typebox';
import { code, oneOf, required, text, uuid } from '../fields.ts';
import { idText, operationsOf, paging, reference } from '../operation.ts';
import * as schema from '../schema.ts';
import { Exchange } from './exchange-transfers.ts';
import { Risk } from './reference-data.ts';

export const Channel = schema.row({
  id: schema.Id,
  status: schema.oneOf(['enabled', 'disabled']),
  name: schema.Text,
  description: schema.nullable(schema.Text),
  receiver_currency: schema.Currency,
  pay_currency: schema.Currency,
  address: schema.Text,
  network: schema.Text,
  project_id: schema.Id,
  custom_id: schema.nullable(schema.Text),
  customer_id: schema.nullable(schema.Text),
  uri: schema.Text,
  hosted_page_url: schema.Text,
});

export const ChannelPayment = schema.row({
  id: schema.Id,
  paid_amount: schema.Amount,
  paid_currency: schema.Currency,
  received_amount: schema.Amount,
  received_currency: schema.Currency,
  fee: schema.Amount,
  fee_currency: schema.Currency,
  txid: schema.Text,
  exchange: Type.Optional(Exchange),
  status: schema.oneOf(['pending', 'on_hold', 'completed', 'refunded', 'cancelled']),
  status_context: schema.nullable(schema.oneOf(['illicit_resource', 'channel_disabled'])),
  refund_address: schema.nullable(schema.Text),
  coin_withdrawal_id: schema.nullable(schema.Id),
  custom_id: schema.nullable(schema.Text),
  customer_id: schema.nullable(schema.Text),
  channel_id: schema.Id,
  address: schema.Text,
  network: schema.Text,
  risk: schema.nullable(Risk),
  created_at: schema.Time,
});

export const channelsOperations = operationsOf('channels', {
  createChannel: {
    method: 'POST',
    path: '/api/channels',
    summary: 'Create a channel: a permanent address whose payments are credited to an account',
    body: {
      name: required(text(255)),
      pay_currency: required(code('coin', 'Coin to pay in')),
      receiver_currency: required(code('currency', 'Account that is credited')),
      network: text(50),
      description: text(1000),
      custom_id: reference('Your reference, unique'),
      customer_id: reference('Your reference for the customer'),
    },
    response: Channel,
    status: 201,
    errors: ['duplicate_custom_id'],
  },
  listChannels: {
    method: 'GET',
    path: '/api/channels',
    summary: 'List channels, newest first',
    query: { customer_id: idText('Your reference for the customer'), ...paging },
    response: Channel,
    shape: 'page',
  },
  showChannelByCustomId: {
    method: 'GET',
    path: '/api/channels/custom_id/{custom_id}',
    summary: 'Get a channel by your reference',
    params: { custom_id: required(idText('Your reference')) },
    response: Channel,
  },
  showChannel: {
    method: 'GET',
    path: '/api/channels/{channel_id}',
    summary: 'Get a channel',
    params: { channel_id: required(uuid()) },
    response: Channel,
  },
  updateChannel: {
    method: 'PATCH',
    path: '/api/channels/{channel_id}',
    summary: 'Update a channel. Payments to a disabled channel are put on hold',
    params: { channel_id: required(uuid()) },
    body: {
      name: text(255),
      description: text(1000),
      status: oneOf(['enabled', 'disabled']),
      customer_id: reference('Your reference for the customer'),
    },
    response: Channel,
  },
  listChannelPayments: {
    method: 'GET',
    path: '/api/channels/{channel_id}/payments',
    summary: 'List the payments of a channel, newest first',
    params: { channel_id: required(uuid()) },
    query: paging,
    response: ChannelPayment,
    shape: 'page',
  },
  showChannelPayment: {
    method: 'GET',
    path: '/api/channels/{channel_id}/payments/{id}',
    summary: 'Get a payment of a channel',
    params: { channel_id: required(uuid()), id: required(uuid()) },
    response: ChannelPayment,
  },
});
