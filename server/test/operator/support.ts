// Calls operator operations in a test world, as the user of the machine.
import type { OutputOf } from '../../src/contract/operator/operation.ts';
import type { OperatorName, OperatorOperations } from '../../src/contract/operator/operations.ts';
import { perform, type Values } from '../../src/operator/perform.ts';
import type { World } from '../support/world.ts';

const ACTOR = { kind: 'system_user', name: 'test', source: 'cli', address: null } as const;

export type OperatorReader = <Name extends OperatorName>(
  name: Name,
  values?: Values,
) => Promise<OutputOf<OperatorOperations[Name]>>;

export function operatorReader(world: World): OperatorReader {
  const { coinWallets, nodes } = world.assembled;
  const { app, sandbox } = world;
  const operatorApp = { ...app, coinWallets, nodes, ...(sandbox && { sandbox }) };
  return (name, values = {}) => perform(operatorApp, name, { actor: ACTOR, values });
}
