// Read at each scrape: Node's own metrics, the database connections, and the machine's clock.
import { Counter, collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import type { App } from '../app.ts';
import { SECOND } from '../core/clock.ts';

type Measured = Pick<App, 'db' | 'machineClock' | 'config' | 'burst'>;

export function measureProcess(registry: Registry, app: Measured): void {
  collectDefaultMetrics({ register: registry });
  measureConnections(registry, app);
  const registers = [registry];
  new Gauge({
    name: 'chaintill_info',
    help: 'Always 1; mode, network and role of this process',
    labelNames: ['mode', 'network', 'role'],
    registers,
  }).set({ mode: app.config.mode, network: app.config.network, role: app.config.role }, 1);
  new Gauge({
    name: 'chaintill_clock_ahead_seconds',
    help: "Certain lead of this machine's clock over the database's",
    registers,
    collect() {
      this.set(app.machineClock.ahead / SECOND);
    },
  });
  new Gauge({
    name: 'chaintill_clock_skewed',
    help: '1 while this process pauses because its clock is wrong',
    registers,
    collect() {
      this.set(app.machineClock.isWrong ? 1 : 0);
    },
  });
  new Gauge({
    name: 'chaintill_burst_batches',
    help: 'Batches of a payment burst that this process has to credit',
    registers,
    collect() {
      this.set(app.burst.batches());
    },
  });
}

function measureConnections(registry: Registry, { db }: Measured): void {
  const registers = [registry];
  new Gauge({
    name: 'chaintill_database_connections',
    help: 'Database connections of this process, by pool and state',
    labelNames: ['pool', 'use'],
    registers,
    collect() {
      for (const { name: pool, open, idle } of db.pools()) {
        this.set({ pool, use: 'idle' }, idle);
        this.set({ pool, use: 'busy' }, open - idle);
      }
    },
  });
  new Gauge({
    name: 'chaintill_database_connections_max',
    help: 'Maximum connections of a pool',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const { name: pool, size } of db.pools()) this.set({ pool }, size);
    },
  });
  new Gauge({
    name: 'chaintill_database_waiting',
    help: 'Requests waiting for a connection of a pool',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const { name: pool, waiting } of db.pools()) this.set({ pool }, waiting);
    },
  });
  new Counter({
    name: 'chaintill_database_disconnects_total',
    help: 'Database connections that broke or led to another server',
    registers,
    collect() {
      this.reset();
      this.inc(db.breaks());
    },
  });
}
