// The command line: one file per group of commands, each with an example in its help.
import { Command } from 'commander';
import type { OperatorName } from '../contract/operator/operations.ts';
import { addAccountsCommands } from './accounts.ts';
import { addOperation } from './add-operation.ts';
import { addCallbacksCommands } from './callbacks.ts';
import { addChannelPaymentsCommands } from './channel-payments.ts';
import { addDemoCommand } from './demo.ts';
import { addDepositsCommands } from './deposits.ts';
import type { Face } from './face.ts';
import { faces, groups } from './faces.ts';
import { addInvoicesCommands } from './invoices.ts';
import { addKeysCommands } from './keys.ts';
import { addPayoutsCommands } from './payouts.ts';
import { addPolicyCommands } from './policy.ts';
import { addQuarantineCommands } from './quarantine.ts';
import { addRequestCommand } from './request.ts';
import { addRiskCommands } from './risk.ts';
import { addSandboxCommands } from './sandbox.ts';
import { addSeedCommands } from './seed.ts';
import { addServeCommands } from './serve.ts';
import { addSignerCommands } from './signer.ts';
import { addWalletCommands } from './wallet.ts';
import { addWithdrawalsCommands } from './withdrawals.ts';
import { addXrpCommands } from './xrp.ts';

export const program = new Command('chaintill')
  .description('A self-hosted till for merchants who are paid, and who pay, in cryptocurrency')
  .version('0.1.0')
  .showHelpAfterError('(add --help for more)')
  .addHelpText('after', '\nConfiguration is read from the environment: see docs/configuration.md');

addServeCommands(program);
for (const [group, description] of Object.entries(groups))
  program.command(group).description(description);
for (const [name, face] of Object.entries(faces))
  addOperation(program, name as OperatorName, face as Face);
addKeysCommands(program);
addAccountsCommands(program);
addCallbacksCommands(program);
addDepositsCommands(program);
addInvoicesCommands(program);
addChannelPaymentsCommands(program);
addPolicyCommands(program);
addPayoutsCommands(program);
addWithdrawalsCommands(program);
addSeedCommands(program);
addSignerCommands(program);
addQuarantineCommands(program);
addRequestCommand(program);
addRiskCommands(program);
addWalletCommands(program);
addXrpCommands(program);
addSandboxCommands(program);
addDemoCommand(program);
