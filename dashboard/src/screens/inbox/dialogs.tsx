// Renders whichever of the three dialogs is open.
import type { CoinDeposit } from '@chaintill/client';
import { Button, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { useMe } from '../../shared/session.ts';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { Amounts, moneyText } from '../../shared/ui/values.tsx';
import {
  attachMoney,
  creditMoney,
  customerAddress,
  depositOne,
  depositPreview,
  likelyInvoices,
  type Owner,
  sendMoneyBack,
  type Waiting,
} from './queries.ts';

const NAMED = { invoice: 'named-invoice', channel: 'named-channel' } as const;

function AttachDialog({ waiting, deposit, owner, onDone, onClose }: DialogProps) {
  const t = useTexts('inbox');
  const { locale } = useLanguage();
  const [reason, setReason] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [id, setId] = useState('');
  const likely = useQuery(likelyInvoices(waiting.project, deposit));
  const candidates: readonly (Owner & { readonly label: string })[] = [
    ...(owner?.type === 'channel' ? [{ ...owner, label: t.channelOf({ id: owner.id }) }] : []),
    ...(likely.data ?? []).map((invoice) => ({
      type: 'invoice' as const,
      id: invoice.id,
      label: t.invoiceOf({
        name: invoice.custom_id ?? invoice.name ?? invoice.id,
        asks: moneyText(locale, { amount: invoice.pay_amount, currency: invoice.pay_currency }),
      }),
    })),
  ];
  const value = chosen ?? candidates[0]?.id ?? NAMED.invoice;
  const found = candidates.find((each) => each.id === value);
  const type = value === NAMED.channel ? 'channel' : 'invoice';
  const target: Owner = found ?? { type, id: id.trim() };
  const amountText = moneyText(locale, waiting);
  const what = found?.label ?? target.id;
  const work = useAction({
    run: (to: Owner, attempt) =>
      attachMoney(
        { waiting, reason, attempt, confirms: t.attachConfirms({ sum: amountText, what }) },
        to,
      ),
    onDone,
  });
  const problems = fieldErrors(work.error);
  return (
    <FormDialog
      title={t.attachTitle}
      action={t.attachSum({ sum: amountText })}
      isReady={reason.trim() !== '' && target.id !== ''}
      work={work}
      onSubmit={() => work.start(target)}
      onClose={onClose}
    >
      <Text>{t.attachWhat}</Text>
      <NativeSelect
        label={t.to}
        data={[
          ...candidates.map((each) => ({ value: each.id, label: each.label })),
          { value: NAMED.invoice, label: t.otherInvoice },
          { value: NAMED.channel, label: t.otherChannel },
        ]}
        value={value}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {found === undefined && (
        <TextInput
          label={t.itsId}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
          error={problems['invoice_id'] ?? problems['channel_id'] ?? problems['id']}
          required
        />
      )}
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  );
}

export type ResolveAction = 'credit' | 'attach' | 'send-back';

export interface Deciding {
  readonly action: ResolveAction;
  readonly waiting: Waiting;
  /** The likely invoice or channel. */
  readonly owner?: Owner;
  /** From the project's own list, which has more details. */
  readonly deposit?: CoinDeposit;
}

export interface DialogProps extends Deciding {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const dialogs = { credit: CreditDialog, attach: AttachDialog, 'send-back': SendBackDialog };

export function Dialogs({
  deciding,
  onClose,
}: {
  readonly deciding: Deciding | undefined;
  readonly onClose: () => void;
}) {
  return deciding === undefined ? null : <OpenDialog {...{ deciding, onClose }} />;
}

/** The list of all projects has fewer details, so the project's own list is fetched. */
function OpenDialog({
  deciding,
  onClose,
}: {
  readonly deciding: Deciding;
  readonly onClose: () => void;
}) {
  const client = useQueryClient();
  const { id, project } = deciding.waiting;
  const read = useQuery({
    ...depositOne(project ?? '', id),
    enabled: deciding.deposit === undefined && project !== null,
  });
  const deposit = deciding.deposit ?? read.data;
  const Dialog = dialogs[deciding.action];
  const onDone = () => {
    for (const type of ['deposit', 'invoice', 'account'])
      void client.invalidateQueries({ queryKey: [type] });
    onClose();
  };
  return <Dialog {...deciding} {...(deposit && { deposit })} onDone={onDone} onClose={onClose} />;
}

interface Props {
  readonly value: string;
  readonly onChange: (reason: string) => void;
}

/** The reason of a decision. The merchant sees it in the transaction list. */
function ReasonField({ value, onChange }: Props) {
  const t = useTexts('inbox');
  const { reason } = useTexts('common');
  return (
    <Textarea
      label={reason}
      description={t.reasonHint}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={1000}
      minRows={2}
      required
    />
  );
}

interface ProjectFieldProps {
  readonly value: string;
  readonly onChange: (project: string) => void;
}

/** Selects the project that sends a deposit without an owner. */
export function ProjectField({ value, onChange }: ProjectFieldProps) {
  const t = useTexts('inbox');
  const { projects } = useMe();
  return (
    <NativeSelect
      label={t.project}
      data={[
        { value: '', label: t.choose },
        ...projects.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      required
    />
  );
}

function CreditDialog({ waiting, onDone, onClose }: DialogProps) {
  const t = useTexts('inbox');
  const { locale } = useLanguage();
  const [reason, setReason] = useState('');
  const [project, setProject] = useState(waiting.project ?? '');
  const preview = useQuery(depositPreview(waiting.id));
  const credit = preview.data?.credit ?? null;
  const amountText = moneyText(locale, credit?.credited ?? waiting);
  const work = useAction({
    run: (_: undefined, attempt) =>
      creditMoney(
        { waiting, reason, attempt, confirms: t.creditConfirms({ sum: amountText }) },
        project,
      ),
    onDone,
  });
  return (
    <FormDialog
      title={t.creditTitle}
      action={credit === null ? t.creditAction : t.creditSum({ sum: amountText })}
      isReady={preview.isSuccess && reason.trim() !== '' && project !== ''}
      work={work}
      onSubmit={() => work.start(undefined)}
      onClose={onClose}
    >
      <Text>{t.creditWhat}</Text>
      {preview.isError && <Failed error={preview.error} what={t.heldAmounts} />}
      <Amounts
        label={t.heldAmounts}
        lines={[
          { label: t.amount, money: waiting },
          { label: t.fee, money: credit?.fee ?? null, otherwise: t.feeOfProject },
          { label: t.creditedAmount, money: credit?.credited ?? null, isSum: true },
        ]}
      />
      {waiting.project === null && <ProjectField value={project} onChange={setProject} />}
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  );
}

function SendBackDialog({ waiting, deposit, onDone, onClose }: DialogProps) {
  const t = useTexts('inbox');
  const { locale } = useLanguage();
  const [reason, setReason] = useState('');
  const [address, setAddress] = useState('');
  const [project, setProject] = useState(waiting.project ?? '');
  const preview = useQuery(depositPreview(waiting.id));
  const known = useQuery(customerAddress(waiting.project, deposit)).data ?? null;
  const received = preview.data?.received ?? null;
  const amountText = moneyText(locale, received ?? waiting);
  const to = address.trim();
  const work = useAction({
    run: (_: undefined, attempt) => {
      const confirms = t.sendConfirms({ sum: amountText, address: to });
      return sendMoneyBack({ waiting, reason, attempt, confirms }, { project, address: to });
    },
    onDone,
  });
  const { address: problem, to: problemOfOperator } = fieldErrors(work.error);
  return (
    <FormDialog
      title={t.sendBackTitle}
      action={received === null ? t.sendBackTitle : t.sendBackSum({ sum: amountText })}
      isReady={received !== null && to !== '' && reason.trim() !== '' && project !== ''}
      isDangerous
      work={work}
      onSubmit={() => work.start(undefined)}
      onClose={onClose}
    >
      <Text>{t.sendBackWhat}</Text>
      {preview.isError && <Failed error={preview.error} what={t.heldAmounts} />}
      <Amounts
        label={t.heldAmounts}
        lines={[
          { label: t.amount, money: waiting },
          {
            label: t.networkFee,
            money: preview.data?.network_fee ?? null,
            otherwise: t.notAvailable,
          },
          { label: t.arrives, money: received, otherwise: t.notPossible, isSum: true },
        ]}
      />
      <TextInput
        label={t.address}
        description={waiting.currency === 'XRP' ? t.xrpAddressHint : undefined}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
        error={problem ?? problemOfOperator}
        autoComplete="off"
        spellCheck={false}
        required
      />
      {known !== null && to !== known && (
        <Button size="xs" variant="default" onClick={() => setAddress(known)}>
          {t.useKnown}
        </Button>
      )}
      {to !== '' && (
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {t.sendConfirms({ sum: amountText, address: to })}
        </Text>
      )}
      {waiting.project === null && <ProjectField value={project} onChange={setProject} />}
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  );
}
