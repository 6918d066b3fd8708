// The navigation items, in order within each group. A new noun adds its item here and its routes in router.ts.
import { alertArea } from './alerts.ts';
import type { Area } from './area.ts';
import { balanceArea } from './balances.ts';
import { bookArea } from './books.ts';
import { callbackArea } from './callbacks.ts';
import { channelArea, heldPaymentArea } from './channels.ts';
import { correctionArea } from './corrections.ts';
import { customerArea } from './customers.ts';
import { healthArea } from './health.ts';
import { homeArea } from './home.ts';
import { inboxArea, unmatchedArea } from './inbox.ts';
import { invoiceArea } from './invoices.ts';
import { instanceJournalArea, projectJournalArea } from './journal.ts';
import { keyArea } from './keys.ts';
import { memberArea } from './members.ts';
import { peopleArea } from './people.ts';
import { policyArea } from './policy.ts';
import { projectListArea, settingsArea } from './projects.ts';
import { instanceReportArea, projectReportArea } from './reports.ts';
import { requestArea } from './requests.ts';
import { riskArea } from './risk.ts';
import { networkArea, rateArea, workArea } from './running.ts';
import { stopArea } from './stops.ts';
import { subscriptionArea } from './subscriptions.ts';
import { transactionArea } from './transactions.ts';
import { signerArea, walletArea } from './wallets.ts';
import { withdrawalArea } from './withdrawals.ts';

export const areas: readonly Area[] = [
  homeArea,
  invoiceArea,
  channelArea,
  customerArea,
  subscriptionArea,
  inboxArea,
  balanceArea,
  transactionArea,
  withdrawalArea,
  projectReportArea,
  keyArea,
  callbackArea,
  requestArea,
  policyArea,
  settingsArea,
  memberArea,
  projectJournalArea,
  alertArea,
  unmatchedArea,
  heldPaymentArea,
  correctionArea,
  riskArea,
  stopArea,
  healthArea,
  networkArea,
  walletArea,
  signerArea,
  bookArea,
  rateArea,
  workArea,
  instanceReportArea,
  projectListArea,
  peopleArea,
  instanceJournalArea,
];
