// What a payer enters on the page of a payment link, read against the terms of the link. Pure. Names of inputs are
// those of the form (web/payment-link-page.ts): the price, the coins and the texts are never read from it.
import { EMAIL } from '../contract/email.ts';
import { isStorable } from '../contract/storable-text.ts';
import { amountOf, type Currency, parseAmount } from '../core/money.ts';
import { donationOf, type LinkRow, type LinkTerms, piecesLeft } from './links.ts';

export const ADDRESS_PARTS = [
  'name',
  'street',
  'postal_code',
  'city',
  'region',
  'country',
] as const;
export type AddressPart = (typeof ADDRESS_PARTS)[number];
const OPTIONAL_PARTS: readonly AddressPart[] = ['postal_code', 'region'];

export const ANSWER_MAX = 500;
export const EMAIL_MAX = 254;
export const DONOR_NAME_MAX = 60;
export const DONOR_MESSAGE_MAX = 280;
/** As in requests of merchants: far below the column's limit. */
const AMOUNT = /^\d{1,20}(\.\d{1,40})?$/;
const NUMBER = /^-?\d{1,20}([.,]\d{1,20})?$/;

/** Why an entry is not accepted. */
export type AnswerProblem = 'missing' | 'number' | 'choice' | 'email' | 'amount' | 'pieces';

/** Of a donation. */
export interface DonorAnswers {
  readonly name: string | null;
  readonly message: string | null;
  /** Shown on the page: only if the donor chose it. */
  readonly isPublic: boolean;
  readonly reminder: 'month' | 'year' | null;
}

export interface Answers {
  readonly quantity: number;
  /** In the unit of the price, for one piece. */
  readonly amount: string;
  readonly email: string | null;
  readonly fields: readonly { readonly label: string; readonly value: string }[];
  readonly address: Readonly<Partial<Record<AddressPart, string>>> | null;
  /** Null: not a donation. */
  readonly donor: DonorAnswers | null;
}

export interface Entered {
  /** By name of the input. */
  readonly values: ReadonlyMap<string, string>;
  readonly problems: ReadonlyMap<string, AnswerProblem>;
}

export interface ReadAnswers extends Entered {
  /** Null: something must be corrected. */
  readonly answers: Answers | null;
}

interface Reading {
  readonly terms: LinkTerms;
  readonly donation: LinkTerms['donation'];
  readonly values: Map<string, string>;
  readonly problems: Map<string, AnswerProblem>;
}

export function readAnswers(
  link: LinkRow,
  unit: Currency,
  sent: (name: string) => string,
): ReadAnswers {
  const { terms } = link;
  const donation = donationOf(link);
  const reading: Reading = { terms, donation, values: new Map(), problems: new Map() };
  const { problems } = reading;
  const value = (name: string) => take(reading, name, sent(name));
  const quantity = readQuantity(reading, piecesLeft(link), value);
  const amount = terms.price_amount ?? readAmount(reading, unit, value);
  const donor = readDonor(reading, value);
  const email = readEmail(reading, { value, isNeeded: donor?.reminder != null });
  const fields = terms.fields.map(({ label }, n) => ({
    label,
    value: readField(reading, n, value(`field-${n}`)),
  }));
  const address = terms.shipping_address ? readAddress(reading, value) : null;
  const answers = { quantity, amount, email, fields: fields.filter(isFilled), address, donor };
  return { ...reading, answers: problems.size === 0 ? answers : null };
}

const isFilled = ({ value }: { value: string }) => value !== '';

/** Spaces, control characters and characters without a glyph alone are no answer (Unicode, 5.21). */
const VISIBLE = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/u;

function take({ values }: Reading, name: string, sent: string): string {
  const value = sent.trim().slice(0, ANSWER_MAX);
  const kept = isStorable(value) && VISIBLE.test(value) ? value : '';
  values.set(name, kept);
  return kept;
}

type Value = (name: string) => string;

function readQuantity({ terms, problems }: Reading, left: number | null, value: Value): number {
  const { quantity_min: min, quantity_max: max } = terms;
  if (min === max) return min;
  const text = value('quantity');
  const quantity = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  const most = left === null ? max : Math.min(max, left);
  if (quantity < min || quantity > most) problems.set('quantity', 'pieces');
  return quantity;
}

/** A suggestion, or the free amount. */
function readAmount({ terms, problems }: Reading, unit: Currency, value: Value): string {
  const chosen = value('suggested');
  const free = value('amount');
  // Who writes an amount means it, whatever is still chosen above.
  if (free === '' && terms.suggested_amounts.includes(chosen)) return chosen;
  const text = free.replace(',', '.');
  const amount = AMOUNT.test(text) ? parseAmount(text, unit) : 0n;
  const { amount_min: min, amount_max: max } = terms;
  const isWrong =
    typeof amount !== 'bigint' ||
    amount <= 0n ||
    (min !== null && amount < amountOf(min, unit)) ||
    (max !== null && amount > amountOf(max, unit));
  if (isWrong) problems.set('amount', free === '' ? 'missing' : 'amount');
  return text;
}

function readDonor({ donation }: Reading, value: Value): DonorAnswers | null {
  if (donation === null) return null;
  const text = (name: string, most: number) =>
    donation.shows_names ? shortened(value(name), most) || null : null;
  const name = text('donor-name', DONOR_NAME_MAX);
  const message = text('message', DONOR_MESSAGE_MAX);
  const period = donation.offers_reminders ? value('reminder') : '';
  return {
    name,
    message,
    isPublic: (name ?? message) !== null && value('show') === 'yes',
    reminder: period === 'month' || period === 'year' ? period : null,
  };
}

/** On one line, in whole characters, counted as the database does. */
function shortened(text: string, most: number): string {
  return [...text.replace(/\s+/g, ' ')].slice(0, most).join('').trim();
}

/** The page of a donation with reminders asks for it too. */
export function asksForEmail({ terms }: Pick<LinkRow, 'terms'>): boolean {
  return terms.email !== 'none' || donationOf({ terms })?.offers_reminders === true;
}

function readEmail(
  { terms, problems }: Reading,
  { value, isNeeded }: { value: Value; isNeeded: boolean },
): string | null {
  if (!asksForEmail({ terms })) return null;
  const email = value('email');
  if (email === '' && terms.email !== 'required' && !isNeeded) return null;
  if (email.length > EMAIL_MAX || !EMAIL.test(email)) problems.set('email', 'email');
  return email;
}

function readField({ terms, problems }: Reading, n: number, text: string): string {
  const field = terms.fields[n];
  const name = `field-${n}`;
  if (text === '') {
    if (field?.required) problems.set(name, 'missing');
  } else if (field?.kind === 'number' && !NUMBER.test(text)) problems.set(name, 'number');
  else if (field?.kind === 'list' && !field.options.includes(text)) problems.set(name, 'choice');
  return text;
}

function readAddress({ problems }: Reading, value: Value): Answers['address'] {
  const parts = ADDRESS_PARTS.map((part) => {
    const name = `address-${part}`;
    const text = value(name);
    if (text === '' && !OPTIONAL_PARTS.includes(part)) problems.set(name, 'missing');
    return [part, text] as const;
  });
  return Object.fromEntries(parts.filter(([, text]) => text !== ''));
}

export function isOptionalPart(part: AddressPart): boolean {
  return OPTIONAL_PARTS.includes(part);
}
