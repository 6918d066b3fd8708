// How single values are shown: times, amounts, IDs, statuses and the facts of one object.
import { Tooltip, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type AmountParts, amountParts, trimTrailing } from '../amounts.ts';
import { later, SECOND } from '../clock.ts';
import { useLanguage, useTexts } from '../i18n.tsx';
import { CoinLogo } from './coin-logo.tsx';
import classes from './text.module.css';

export interface MoneyProps {
  /** Decimal text from the service. */
  readonly amount: string;
  readonly currency: string;
  /** Of a coin that is on several: its badge. */
  readonly network?: string | undefined;
}

interface ShownMoneyProps extends MoneyProps {
  /** In a table: at most eight significant digits. The exact amount is shown on hover and focus, and copied. */
  readonly isShort?: boolean;
  /** The column's head shows the currency; a narrow screen has no heads and shows it here. */
  readonly isUnitInHead?: boolean;
}

/**
 * An amount and its currency. Amounts are decimal text throughout and never become numbers. The text in the page is
 * always exact: digits are hidden by their style.
 */
export function Money({
  amount,
  currency,
  network,
  isShort = false,
  isUnitInHead = false,
}: ShownMoneyProps) {
  const { locale } = useLanguage();
  const { read, zeros, rest } = partsIn(locale, amount, currency);
  const text = (
    <>
      {read}
      {zeros !== '' && <span className={classes.faint}>{zeros}</span>}
      {rest !== '' && <span className={isShort ? classes.cut : classes.faint}>{rest}</span>}
      <span className={isUnitInHead ? classes.unit : undefined}>
        {' '}
        <Unit currency={currency} network={network} hasLogo={read !== ''} />
      </span>
    </>
  );
  if (!isShort || rest === '') return <span className={classes.money}>{text}</span>;
  const exact = amountIn(locale, amount, currency);
  return (
    <CopyText value={amount} what={exact} className={`${classes.money} ${classes.exact}`}>
      {text}
    </CopyText>
  );
}

interface UnitProps {
  readonly currency: string;
  readonly network?: string | undefined;
  /** False: none beside a zero, so that columns of zeros stay calm. */
  readonly hasLogo?: boolean;
}

/** A currency's code, with the logo if it is a coin. */
export function Unit({ currency, network, hasLogo = true }: UnitProps) {
  return (
    <span className={classes.currency}>
      {hasLogo && <CoinLogo currency={currency} network={network} />}
      {currency}
    </span>
  );
}

/** The currency that all amounts of a column share. Null: none. */
export function unitOf(amounts: readonly (MoneyProps | null)[]): string | null {
  const [first, ...others] = new Set(
    amounts.flatMap((money) => (money === null ? [] : [money.currency])),
  );
  return first === undefined || others.length > 0 ? null : first;
}

export function moneyText(locale: string, { amount, currency }: MoneyProps): string {
  return `${amountIn(locale, amount, currency)} ${currency}`;
}

const ofCountries = new Set(Intl.supportedValuesOf('currency'));

/** `1234.5` EUR is `1,234.50` in English and `1.234,50` in German. Coin amounts keep all digits, and none are added. */
export function amountIn(locale: string, amount: string, currency: string): string {
  const { read, zeros, rest } = partsIn(locale, amount, currency);
  return `${read}${zeros}${rest}`;
}

function partsIn(locale: string, amount: string, currency: string): AmountParts {
  const usual = ofCountries.has(currency) ? usualDecimals(currency) : 0;
  const decimals = trimTrailing(amount.split('.')[1] ?? '', '0').length;
  const digits = Math.max(decimals, usual);
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return amountParts(format.format(amount as `${number}`), digits, usual);
}

function usualDecimals(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return maximumFractionDigits ?? 0;
}

interface CopyIdProps {
  readonly value: string;
  /** Its accessible name: `invoice`, `address`. */
  readonly label: string;
  /** Addresses that people compare are shown in full. */
  readonly isWhole?: boolean;
}

const [HEAD, TAIL] = [8, 6];

/** An ID, address or txid: shortened in the middle, copied in full. */
export function CopyId({ value, label, isWhole = false }: CopyIdProps) {
  const shown = isWhole ? value : shortened(value);
  const t = useTexts('common');
  return (
    <CopyText
      value={value}
      what={label}
      className={`${classes.copy} ${isWhole ? classes.whole : ''}`}
      name={(said) => t.labelled({ label: said, value: shown })}
    >
      {shown}
    </CopyText>
  );
}

interface CopyTextProps {
  readonly value: string;
  /** What is copied, in the tooltip. */
  readonly what: string;
  readonly className: string;
  /** The accessible name. Default: the content. */
  readonly name?: (said: string) => string;
  readonly children: ReactNode;
}

function CopyText({ value, what, className, name, children }: CopyTextProps) {
  const t = useTexts('common');
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    later(2 * SECOND, () => setCopied(false));
  };
  const said = isCopied ? t.copied : t.copy({ what });
  return (
    <Tooltip label={said} events={{ hover: true, focus: true, touch: false }}>
      <UnstyledButton className={className} onClick={() => void copy()} aria-label={name?.(said)}>
        {children}
      </UnstyledButton>
    </Tooltip>
  );
}

export function shortened(value: string): string {
  if (value.length <= HEAD + TAIL + 2) return value;
  return `${value.slice(0, HEAD)}…${value.slice(-TAIL)}`;
}

interface WhenProps {
  /** ISO 8601. */
  readonly at: string;
  /** For places where days are UTC days, as in the ledger. */
  readonly zone?: 'UTC';
}

/** A time in the reader's language and time zone, or in UTC. The exact UTC time is in the element and its title. */
export function When({ at, zone }: WhenProps) {
  const text = useTimeText(zone);
  const utc = new Date(at).toISOString();
  return (
    <time className={classes.when} dateTime={utc} title={utc}>
      {text(at)}
    </time>
  );
}

export function useTimeText(zone?: 'UTC'): (at: string) => string {
  const { locale, timeZone: own } = useLanguage();
  const timeZone = zone ?? own;
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium' as const,
    timeStyle: 'short' as const,
    ...(timeZone !== undefined && { timeZone }),
  });
  return (at) => format.format(new Date(at));
}

/** The details of one object: names and values, side by side where there is space. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

interface FactProps {
  readonly name: string;
  /** Null: omitted. A value of several elements is given as children. */
  readonly value?: ReactNode;
  readonly children?: ReactNode;
  /** The amount that the object is about. */
  readonly isLead?: boolean;
}

export function Fact({ name, children, value = children, isLead }: FactProps) {
  if (value === null) return null;
  return (
    <div className={classes.fact} data-lead={isLead}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
