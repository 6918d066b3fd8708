// Allowed and blocked addresses: the operator's own lists, and the risk score of an address.
import { Type } from 'typebox';
import { boolean, code, oneOf, required, text } from '../fields.ts';
import { Risk } from '../objects/reference-data.ts';
import { Currency, Text } from '../objects/schema-words.ts';
import { paging, placeAfter } from './fields.ts';
import { operatorOperation } from './operation.ts';
import { pageBy, row, rows, TextOrNull } from './schema-words.ts';

const TEXT_LENGTH_MAX = 255;
/** A longer list is imported in parts, because of the request limit (CHAINTILL_BODY_BYTES_MAX). */
const DOCUMENT_LENGTH_MAX = 60_000;
const LISTS = ['allow', 'allow_despite_sanctions', 'block'] as const;

const place = {
  currency: required(code('coin', 'which coin')),
  address: required(text(TEXT_LENGTH_MAX, 'the address')),
};
const note = text(TEXT_LENGTH_MAX, 'who this is; shown as the resource name');
const imported = {
  list: required(oneOf(LISTS, 'onto which list')),
  document: required(
    text(DOCUMENT_LENGTH_MAX, 'addresses line by line, CSV or JSON, with or without their coins'),
  ),
};
const Listed = row({ list: Text, currency: Currency, address: Text });

export const riskOperations = {
  'risk.block': operatorOperation({
    summary: 'Rate an address high: its deposits are held, nothing is sent there',
    permission: 'rules',
    about: { type: 'address', input: 'address' },
    input: { ...place, note },
    output: Listed,
  }),
  'risk.allow': operatorOperation({
    summary: 'Rate an address low, unless a sanctions list names it',
    permission: 'rules',
    about: { type: 'address', input: 'address' },
    input: {
      ...place,
      note,
      despite_sanctions: boolean('also when a sanctions list names it: checked by a person'),
    },
    output: Listed,
  }),
  'risk.remove': operatorOperation({
    summary: 'Take an address off your lists',
    permission: 'rules',
    about: { type: 'address', input: 'address' },
    input: place,
    output: row({ currency: Currency, address: Text, removed: Type.Boolean() }),
  }),
  'risk.check-import': operatorOperation({
    summary: 'Say what would become of a file of addresses, and what is wrong with it, all at once',
    permission: 'read',
    input: imported,
    output: row({
      new: Type.Integer(),
      known: Type.Integer({ description: 'on that list already' }),
      ignored: Type.Integer({ description: 'of coins that the till does not have' }),
      wrong: Type.Integer(),
      problems: rows({
        ...{ where: Text, text: Text, reason: Text, coin: TextOrNull },
        has_tag: Type.Boolean({
          description: 'addresses of the coin have one, which lists leave out',
        }),
      }),
    }),
  }),
  'risk.import': operatorOperation({
    summary: 'Put a file of addresses onto a list: all of them, or none when a line is wrong',
    permission: 'rules',
    input: { ...imported, note },
    output: row({ list: Text, new: Type.Integer(), known: Type.Integer() }),
  }),
  'risk.list': operatorOperation({
    summary: 'Show your lists',
    permission: 'read',
    input: {
      list: oneOf(LISTS, 'only of this list'),
      coin: code('coin', 'only of this coin'),
      address: text(TEXT_LENGTH_MAX, 'only this address'),
      limit: paging.limit,
      after: placeAfter(3),
    },
    output: pageBy({ list: Text, currency: Currency, address: Text, name: Text }, Text),
  }),
  'risk.score': operatorOperation({
    summary: 'Assess an address as a deposit from it would be',
    permission: 'read',
    input: place,
    output: Risk,
  }),
} as const;
