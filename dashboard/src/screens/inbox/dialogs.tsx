// The three ways to resolve an unmatched payment, or to propose it, each in a dialog.
import type { CoinDeposit } from '@chaintill/client';
import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { NoteField } from '../../shared/proposal-panel.tsx';
import { useProjectChoices } from '../../shared/session.ts';
import { Amounts } from '../../shared/ui/amounts.tsx';
import { ConfirmDialog, type ConfirmProps } from '../../shared/ui/dialogs.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { moneyText } from '../../shared/ui/values.tsx';
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
import { ProposeButtons, type ResolveAction, ResolveButtons } from './resolve-buttons.tsx';

export interface Resolving {
  readonly waiting: Waiting;
  /** The likely invoice or channel. */
  readonly owner?: Owner;
  /** From the project's own list, which has more details. */
  readonly deposit?: CoinDeposit;
}

interface DialogProps extends Resolving {
  readonly onClose: () => void;
}

const dialogs = { attach: AttachDialog, credit: CreditDialog, 'send-back': SendBackDialog };

export function ResolveMenu(resolving: Resolving) {
  const [action, setAction] = useState<ResolveAction>();
  return (
    <>
      {resolving.waiting.isProposed ? (
        <ProposeButtons waiting={resolving.waiting} onChoose={setAction} />
      ) : (
        <ResolveButtons size="sm" onChoose={setAction} />
      )}
      {action !== undefined && (
        <ResolveOne {...{ action, resolving }} onClose={() => setAction(undefined)} />
      )}
    </>
  );
}

interface ResolveOneProps {
  readonly action: ResolveAction;
  readonly resolving: Resolving;
  readonly onClose: () => void;
}

/** The list of all projects has fewer details, so the project's own list is fetched. */
export function ResolveOne({ action, resolving, onClose }: ResolveOneProps) {
  const { id, project } = resolving.waiting;
  const read = useQuery({
    ...depositOne(project ?? '', id),
    enabled: resolving.deposit === undefined && project !== null,
  });
  const deposit = resolving.deposit ?? read.data;
  const Dialog = dialogs[action];
  return <Dialog {...resolving} {...(deposit && { deposit })} onClose={onClose} />;
}

interface ResolveProps
  extends Omit<ConfirmProps, 'wantsReason' | 'reasonHint' | 'refreshes' | 'run'> {
  readonly waiting: Waiting;
  readonly run: (reason: string, attempt: string, note: string) => Promise<unknown>;
  readonly children: (errors: Readonly<Record<string, string>>) => ReactNode;
}

/** Requires a reason, which the merchant sees in the transaction list. A proposal has a note as well. */
function ResolveDialog({ waiting, children, run, ...props }: ResolveProps) {
  const t = useTexts('inbox');
  const proposals = useTexts('proposals');
  const [note, setNote] = useState('');
  const isProposed = waiting.isProposed === true;
  const [title, action] =
    props.isDangerous === true
      ? [proposals.proposeRefundTitle, proposals.proposeRefund]
      : [proposals.proposeCreditTitle, proposals.proposeCredit];
  return (
    <ConfirmDialog
      wantsReason
      reasonHint={t.reasonHint}
      refreshes={[['deposit'], ['invoice'], ['account'], ['proposal']]}
      run={(reason, attempt) => run(reason, attempt, note)}
      {...props}
      {...(isProposed && { title, action, isDangerous: false })}
    >
      {(errors) => (
        <>
          {children(errors)}
          {isProposed && <NoteField value={note} onChange={setNote} />}
        </>
      )}
    </ConfirmDialog>
  );
}

const NAMED = { invoice: 'named-invoice', channel: 'named-channel' } as const;

function AttachDialog({ waiting, deposit, owner, onClose }: DialogProps) {
  const t = useTexts('inbox');
  const { locale } = useLanguage();
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
  const sum = moneyText(locale, waiting);
  const confirms = t.attachConfirms({ sum, what: found?.label ?? target.id });
  return (
    <ResolveDialog
      title={t.attachTitle}
      action={t.attachSum({ sum })}
      isReady={target.id !== ''}
      waiting={waiting}
      run={(reason, attempt, note) =>
        attachMoney({ waiting, reason, attempt, confirms, note }, target)
      }
      onClose={onClose}
    >
      {(errors) => (
        <>
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
              error={errors['invoice_id'] ?? errors['channel_id'] ?? errors['id']}
              required
            />
          )}
        </>
      )}
    </ResolveDialog>
  );
}

interface ProjectFieldProps {
  readonly value: string;
  readonly onChange: (project: string) => void;
}

/** Selects the project that sends a deposit without an owner. */
function ProjectField({ value, onChange }: ProjectFieldProps) {
  const t = useTexts('inbox');
  return (
    <NativeSelect
      label={t.project}
      data={[{ value: '', label: t.choose }, ...useProjectChoices()]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      required
    />
  );
}

function CreditDialog({ waiting, onClose }: DialogProps) {
  const t = useTexts('inbox');
  const { locale } = useLanguage();
  const [project, setProject] = useState(waiting.project ?? '');
  const preview = useQuery(depositPreview(waiting.id));
  const credit = preview.data?.credit ?? null;
  const sum = moneyText(locale, credit?.credited ?? waiting);
  const confirms = t.creditConfirms({ sum });
  return (
    <ResolveDialog
      title={t.creditTitle}
      action={credit === null ? t.creditAction : t.creditSum({ sum })}
      isReady={preview.isSuccess && project !== ''}
      waiting={waiting}
      run={(reason, attempt, note) =>
        creditMoney({ waiting, reason, attempt, confirms, note }, project)
      }
      onClose={onClose}
    >
      {() => (
        <>
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
        </>
      )}
    </ResolveDialog>
  );
}

function SendBackDialog({ waiting, deposit, onClose }: DialogProps) {
  const t = useTexts('inbox');
  const { locale } = useLanguage();
  const [address, setAddress] = useState('');
  const [project, setProject] = useState(waiting.project ?? '');
  const preview = useQuery(depositPreview(waiting.id));
  const known = useQuery(customerAddress(waiting.project, deposit)).data ?? null;
  const received = preview.data?.received ?? null;
  const fee = preview.data?.network_fee ?? null;
  const sum = moneyText(locale, received ?? waiting);
  const to = address.trim();
  const confirms = t.sendConfirms({ sum, address: to });
  return (
    <ResolveDialog
      title={t.sendBackTitle}
      action={received === null ? t.sendBackTitle : t.sendBackSum({ sum })}
      isReady={received !== null && to !== '' && project !== ''}
      isDangerous
      waiting={waiting}
      run={(reason, attempt, note) =>
        sendMoneyBack({ waiting, reason, attempt, confirms, note }, { project, address: to })
      }
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Text>{t.sendBackWhat}</Text>
          {preview.isError && <Failed error={preview.error} what={t.heldAmounts} />}
          <Amounts
            label={t.heldAmounts}
            lines={[
              { label: t.amount, money: waiting },
              { label: t.networkFee, money: fee, otherwise: t.notAvailable },
              { label: t.arrives, money: received, otherwise: t.notPossible, isSum: true },
            ]}
          />
          <TextInput
            label={t.address}
            description={waiting.currency === 'XRP' ? t.xrpAddressHint : undefined}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            error={errors['address'] ?? errors['to']}
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
              {confirms}
            </Text>
          )}
          {waiting.project === null && <ProjectField value={project} onChange={setProject} />}
        </>
      )}
    </ResolveDialog>
  );
}
