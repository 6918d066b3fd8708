// The design system, as docs/design-system.md explains it: every token and part in the person's color scheme. Only in
// the sandbox.
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTexts } from '../../shared/i18n.tsx';
import { Status, type WithdrawalStatus, withdrawalStatus } from '../../shared/statuses.tsx';
import { ConfirmButton } from '../../shared/ui/buttons.tsx';
import { CoinOn } from '../../shared/ui/coin.tsx';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { Icon, type IconName } from '../../shared/ui/icon.tsx';
import drawings from '../../shared/ui/icons.svg?raw';
import { Empty, Loading, Page, Section } from '../../shared/ui/page.tsx';
import { RowsTable } from '../../shared/ui/tables.tsx';
import { CopyId, Fact, Facts, Money, type MoneyProps } from '../../shared/ui/values.tsx';
import { Charts } from './charts.tsx';
import classes from './design.module.css';

export function Design() {
  const t = useTexts('design');
  return (
    <Page title={t.title}>
      <Text c="dimmed">{t.about}</Text>
      <Section title={t.colors} about={t.colorsAbout}>
        <Colors />
      </Section>
      <Section title={t.type} about={t.typeAbout}>
        <Type />
      </Section>
      <Section title={t.surfaces} about={t.surfacesAbout}>
        <Surfaces />
      </Section>
      <Section title={t.buttons} about={t.buttonsAbout}>
        <Actions />
      </Section>
      <Section title={t.statuses} about={t.statusesAbout}>
        <Group gap="sm">
          {statuses.map((status) => (
            <Status key={status} of={withdrawalStatus} value={status} />
          ))}
        </Group>
      </Section>
      <Section title={t.amounts} about={t.amountsAbout}>
        <Amounts />
      </Section>
      <Section title={t.charts} about={t.chartsAbout}>
        <Charts />
      </Section>
      <Section title={t.networks} about={t.networksAbout}>
        <Group gap="lg">
          {coins.map(([currency, network]) => (
            <span key={`${currency} ${network}`}>
              <CoinOn {...{ currency, network }} />
            </span>
          ))}
        </Group>
      </Section>
      <Section title={t.icons} about={t.iconsAbout}>
        <Icons />
      </Section>
      <Section title={t.empty} about={t.emptyAbout}>
        <Empty icon="invoices" text={t.emptySample} action={<Button>{t.mainAction}</Button>} />
      </Section>
      <Section title={t.loading} about={t.loadingAbout}>
        <Loading what={t.amounts} shape="rows" />
        <Loading what={t.charts} />
      </Section>
      <Section title={t.messages} about={t.messagesAbout}>
        <Stack gap="sm">
          {(['blue', 'green', 'yellow', 'red'] as const).map((color) => (
            <Alert key={color} color={color} title={t[color]}>
              {t.messageSample}
            </Alert>
          ))}
        </Stack>
      </Section>
    </Page>
  );
}

const roles = [
  ['page', 'surface', 'sunken', 'hover', 'line', 'line-strong'],
  ['ink', 'soft', 'faint', 'accent', 'accent-tint'],
  ['good', 'careful', 'bad', 'calm', 'quiet'],
  ['good-tint', 'careful-tint', 'bad-tint', 'calm-tint', 'quiet-tint'],
] as const;

function Colors() {
  return roles.map((names) => (
    <div className={classes.swatches} key={names[0]}>
      {names.map((name) => (
        <div key={name} className={classes.swatch}>
          <div className={classes.color} style={{ background: `var(--${name})` }} />
          <code>{name}</code>
        </div>
      ))}
    </div>
  ));
}

const sizes = ['figure', 'xl', 'lg', 'md', 'sm', 'xs'] as const;

function Type() {
  const t = useTexts('design');
  return (
    <div>
      {sizes.map((size) => (
        <div key={size} className={classes.line}>
          <code>{size}</code>
          <span style={{ fontSize: `var(--text-${size})` }} data-size={size}>
            {t.typeSample}
          </span>
        </div>
      ))}
    </div>
  );
}

function Surfaces() {
  return (
    <div className={classes.swatches}>
      {(['sm', 'md', 'lg'] as const).map((size) => (
        <div
          key={size}
          className={classes.corner}
          style={{ borderRadius: `var(--radius-${size})` }}
        >
          <code>radius-{size}</code>
        </div>
      ))}
      {(['raised', 'floating'] as const).map((shadow) => (
        <div key={shadow} className={classes.corner} style={{ boxShadow: `var(--${shadow})` }}>
          <code>{shadow}</code>
        </div>
      ))}
    </div>
  );
}

function Actions() {
  const t = useTexts('design');
  return (
    <Group gap="sm" align="flex-end">
      <TextInput label={t.field} description={t.fieldHint} />
      <Button leftSection={<Icon name="plus" />}>{t.mainAction}</Button>
      <Button variant="default">{t.otherAction}</Button>
      <Button disabled>{t.disabled}</Button>
      <ConfirmButton
        label={t.openDialog}
        title={t.dialogTitle}
        action={t.mainAction}
        isDangerous
        run={() => Promise.resolve()}
      >
        {t.dialogText}
      </ConfirmButton>
    </Group>
  );
}

const statuses: readonly WithdrawalStatus[] = [
  'completed',
  'on_hold',
  'failed',
  'processing',
  'cancelled',
];

const amounts: readonly MoneyProps[] = [
  { amount: '10337.09', currency: 'EUR' },
  { amount: '20', currency: 'EUR' },
  { amount: '0', currency: 'EUR' },
  { amount: '0.000299', currency: 'BTC' },
  { amount: '1.00058781', currency: 'BTC' },
  { amount: '-0.123456789012345678', currency: 'ETH' },
  { amount: '1500.5', currency: 'USDT' },
];

function Amounts() {
  const t = useTexts('design');
  return (
    <>
      <Facts>
        <Fact name={t.detail} value={<Money amount="1.00058781" currency="BTC" />} />
        <Fact name="ID">
          <CopyId value="01a2264e-522a-7000-937b-e2790be0a775" label="ID" />
        </Fact>
      </Facts>
      <RowsTable
        label={t.amounts}
        rows={amounts}
        rowKey={({ amount, currency }) => `${amount} ${currency}`}
        columns={[
          { head: t.detail, cell: (money) => <Money {...money} /> },
          { head: t.inTable, money: (money) => money },
          { head: t.oneCurrency, money: () => ({ amount: '1234.5', currency: 'EUR' }) },
        ]}
      />
    </>
  );
}

/** The first two need no badge: each is the coin of its network. */
const coins = [
  ['BTC', 'bitcoin'],
  ['ETH', 'ethereum'],
  ['ETH', 'arbitrum'],
  ['ETH', 'base'],
  ['USDT', 'ethereum'],
  ['USDT', 'polygon'],
  ['USDT', 'bnb_smart_chain'],
  ['USDC', 'base'],
] as const;

const drawn = [...drawings.matchAll(/id="(\w+)"/g)].map(([, name = '']) => name);

function Icons() {
  return (
    <ul className={classes.icons}>
      {drawn.map((name) => (
        <li key={name}>
          {name === name.toUpperCase() ? (
            <CoinLogo currency={name} />
          ) : (
            <Icon name={name as IconName} />
          )}
          <code>{name}</code>
        </li>
      ))}
    </ul>
  );
}
