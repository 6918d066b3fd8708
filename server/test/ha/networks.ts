// A network of three machines on this one: a namespace each, joined by a bridge, on which the test has the addresses of
// HAProxy and of the services. The test runs in its own namespace, so that nothing outside is changed.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { MachineName } from './cluster.ts';

const BRIDGE = 'till0';
const MACHINES: readonly MachineName[] = ['one', 'two', 'three'];

export interface Networks {
  /** As in patroni.yml. */
  readonly prefix: '10.0.0.';
  within(machine: MachineName): readonly string[];
  /** Disconnects the machine without notice. */
  cut(machine: MachineName): void;
  join(machine: MachineName): void;
  close(): void;
}

const ip = (...words: readonly string[]) => execFileSync('ip', words, { stdio: 'pipe' });

/** Throws when the test was not started as documented. */
export function makeNetworks(): Networks {
  const lines = readFileSync('/proc/net/dev', 'utf8').trim().split('\n').slice(2);
  if (lines.some((line) => !line.trim().startsWith('lo:')))
    throw new Error('this suite makes networks: run it by `unshare -n`, as root');
  const spaceOf = (machine: MachineName) => `till-${process.pid}-${machine}`;
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('addr', 'add', '10.0.0.20/24', 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
  for (const [n, machine] of MACHINES.entries()) {
    const space = spaceOf(machine);
    ip('netns', 'add', space);
    ip('link', 'add', machine, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
    ip('link', 'set', machine, 'master', BRIDGE, 'up');
    const inside = (...words: readonly string[]) => ip('-n', space, ...words);
    inside('addr', 'add', `10.0.0.${11 + n}/24`, 'dev', 'eth0');
    inside('link', 'set', 'eth0', 'up');
    inside('link', 'set', 'lo', 'up');
  }
  return {
    prefix: '10.0.0.',
    within: (machine) => ['ip', 'netns', 'exec', spaceOf(machine)],
    cut: (machine) => void ip('link', 'set', machine, 'down'),
    join: (machine) => void ip('link', 'set', machine, 'up'),
    close() {
      for (const machine of MACHINES) ip('netns', 'del', spaceOf(machine));
      ip('link', 'del', BRIDGE);
    },
  };
}
