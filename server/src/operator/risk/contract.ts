// Allowed and blocked addresses: the operator's own lists, and the risk score of an address.
import { Type } from 'typebox';
import { boolean, code, oneOf, required, text } from '../../contract/fields.ts';
import { Risk } from '../../contract/objects/reference-data.ts';
import { operatorOperation, paging, placeAfter } from '../../contract/operator/operation.ts';
import { Currency, pageBy, row, rows, Text, TextOrNull } from '../../contract/schema.ts';

const TEXT_LENGTH_MAX = 255;
/** Longer lists are imported in parts, because of the request limit (CHAINTILL_MAX_BODY_BYTES). */
const DOCUMENT_LENGTH_MAX = 60_000;
const LISTS = ['allow', 'allow_despite_sanctions', 'block'] as const;

const place = {
  currency: required(code('coin', 'coin')),
  address: required(text(TEXT_LENGTH_MAX, 'address')),
};
const note = text(TEXT_LENGTH_MAX, 'owner of the address, shown as the resource name');
const imported = {
  list: required(oneOf(LISTS, 'list')),
  document: required(
    text(DOCUMENT_LENGTH_MAX, 'addresses as lines, CSV or JSON, with or without their coins'),
  ),
};
const Listed = row({ list: Text, currency: Currency, address: Text });

export const riskOperations = {
  'risk.block': operatorOperation({
    summary: 'Block an address: its deposits are held, and nothing is sent to it',
    permission: 'rules',
    about: { type: 'address', input: 'address' },
    input: { ...place, note },
    output: Listed,
  }),
  'risk.allow': operatorOperation({
    summary: 'Allow an address, unless it is on a sanctions list',
    permission: 'rules',
    about: { type: 'address', input: 'address' },
    input: {
      ...place,
      note,
      despite_sanctions: boolean(
        'even if it is on a sanctions list, after a person has checked it',
      ),
    },
    output: Listed,
  }),
  'risk.remove': operatorOperation({
    summary: 'Remove an address from your lists',
    permission: 'rules',
    about: { type: 'address', input: 'address' },
    input: place,
    output: row({ currency: Currency, address: Text, removed: Type.Boolean() }),
  }),
  'risk.check-import': operatorOperation({
    summary: 'Check a file of addresses: show what an import would change, and all errors at once',
    permission: 'read',
    input: imported,
    output: row({
      new: Type.Integer(),
      known: Type.Integer({ description: 'already on that list' }),
      ignored: Type.Integer({ description: 'of coins that this instance does not have' }),
      wrong: Type.Integer(),
      problems: rows({
        where: Text,
        text: Text,
        reason: Text,
        coin: TextOrNull,
        has_tag: Type.Boolean({
          description: 'addresses whose coin has a prefix that lists leave out',
        }),
      }),
    }),
  }),
  'risk.import': operatorOperation({
    summary: 'Import a file of addresses into a list. Imports nothing if a line has an error',
    permission: 'rules',
    input: { ...imported, note },
    output: row({ list: Text, new: Type.Integer(), known: Type.Integer() }),
  }),
  'risk.list': operatorOperation({
    summary: 'Show your lists',
    permission: 'read',
    input: {
      list: oneOf(LISTS, 'only this list'),
      coin: code('coin', 'only in this coin'),
      address: text(TEXT_LENGTH_MAX, 'only this address'),
      limit: paging.limit,
      after: placeAfter(3),
    },
    output: pageBy({ list: Text, currency: Currency, address: Text, name: Text }, Text),
  }),
  'risk.score': operatorOperation({
    summary: 'Show the risk of a deposit from an address',
    permission: 'read',
    input: place,
    output: Risk,
  }),
} as const;
