// One terminal: its page for the counter, its settings, items, staff, sales and daily closes.
import { Alert, Card } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy } from 'react';
import { operator } from '../../shared/api.ts';
import { History, useJournal } from '../../shared/history.tsx';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { ConfirmButton, DialogButton } from '../../shared/ui/buttons.tsx';
import { DetailPage } from '../../shared/ui/detail-page.tsx';
import { amountIn, CopyId, Fact, Facts, When } from '../../shared/ui/values.tsx';
import { Closes } from './closes.tsx';
import { Items } from './items.tsx';
import { OpenPage } from './open-page.tsx';
import { changedBy, type Terminal, terminalOne } from './queries.ts';
import { Sales } from './sales.tsx';
import { StaffList } from './staff.tsx';
import { OnOff } from './status.tsx';

const TerminalDialog = lazy(async () => ({
  default: (await import('./terminal-dialog.tsx')).TerminalDialog,
}));

const route = getRouteApi('/app/projects/$project/terminals/$terminal');

export function TerminalDetail() {
  const t = useTexts('terminals');
  const { project, terminal: id } = route.useParams();
  const journal = useJournal('terminal', project, id, t.done);
  return (
    <DetailPage
      query={useQuery(terminalOne(project, id))}
      what={t.terminal}
      title={({ name }) => name}
      back={{ label: t.back, to: '/projects/$project/terminals' }}
      actions={(terminal) => <Actions terminal={terminal} />}
    >
      {(terminal) => (
        <>
          {terminal.active ? (
            <OpenPage url={terminal.url} />
          ) : (
            <Alert color="yellow">{t.isOff}</Alert>
          )}
          <Card withBorder>
            <Settings terminal={terminal} />
          </Card>
          <Items terminal={terminal} />
          <StaffList terminal={terminal} />
          <Closes terminal={terminal} />
          <Sales terminal={terminal} />
          <History lists={[journal]} />
        </>
      )}
    </DetailPage>
  );
}

function Actions({ terminal }: { readonly terminal: Terminal }) {
  const t = useTexts('terminals');
  const canChange = useCan('terminals.change');
  const { project_id: project, id: terminal_id, active } = terminal;
  if (!canChange) return null;
  return (
    <>
      <ConfirmButton
        label={active ? t.offButton : t.onButton}
        title={active ? t.offTitle : t.onTitle}
        action={active ? t.offAction : t.onAction}
        run={(_, attempt) =>
          operator('terminals.switch', { project, terminal_id, active: !active }, { attempt })
        }
        refreshes={changedBy(project)}
      >
        {active ? t.offWhat : t.onWhat}
      </ConfirmButton>
      <DialogButton label={t.changeButton}>
        {(onClose) => <TerminalDialog {...{ project, terminal, onClose }} />}
      </DialogButton>
    </>
  );
}

function Settings({ terminal }: { readonly terminal: Terminal }) {
  const t = useTexts('terminals');
  const { id } = useTexts('common');
  const { locale } = useLanguage();
  const { keypad, discounts, note, tax_percent: tax, tip_percents: tips, coins } = terminal;
  const allowed = [keypad && t.keypad, discounts && t.discounts, note && t.note].filter(
    (each) => each !== false,
  );
  const percent = (text: string) => `${amountIn(locale, text, '%')} %`;
  return (
    <Facts>
      <Fact name={t.status} value={<OnOff isOn={terminal.active} />} />
      <Fact name={t.currency}>{terminal.price_currency}</Fact>
      {allowed.length > 0 && (
        <Fact name={t.staffMay}>
          {allowed.map((each) => (
            <div key={each}>{each}</div>
          ))}
        </Fact>
      )}
      <Fact name={t.tips}>{tips.map(percent).join(', ') || null}</Fact>
      <Fact name={t.tax}>{tax === null ? null : percent(tax)}</Fact>
      <Fact name={t.coins}>{coins.join(', ') || t.allCoins}</Fact>
      <Fact name={t.salesMade}>{terminal.sales}</Fact>
      <Fact name={t.created} value={<When at={terminal.created_at} />} />
      <Fact name={id} value={<CopyId value={terminal.id} label={id} />} />
    </Facts>
  );
}
