// Which addresses money may come from and go to: the operator's own lists, and the score of an address.
import { Type } from 'typebox';
import { boolean, code, oneOf, required, text } from '../fields.ts';
import { Risk } from '../objects/reference-data.ts';
import { Currency, Text } from '../objects/schema-words.ts';
import { paging, placeAfter } from './fields.ts';
import { operatorOperation } from './operation.ts';
import { pageBy, row } from './schema-words.ts';

const TEXT_LENGTH_MAX = 255;
const LISTS = ['allow', 'allow_despite_sanctions', 'block'] as const;

const place = {
  currency: required(code('coin', 'which coin')),
  address: required(text(TEXT_LENGTH_MAX, 'the address')),
};
const note = text(TEXT_LENGTH_MAX, 'who this is; shown as the resource name');
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
