// Debian's Prometheus and promtool, for tests of the metrics and their alert rules.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { freePort } from './free-port.ts';
import { until } from './service.ts';

const PROMETHEUS_HINT = 'prometheus is not installed: apt-get install prometheus';

function programPath(name: string): string | null {
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/**
 * A suite that needs Prometheus. Without it, the suite is skipped with a one-line notice; on a build server (CI is set)
 * it fails, so that it is never skipped unnoticed.
 */
export function describeWithPrometheus(name: string, body: () => void): void {
  if (programPath('prometheus') !== null && programPath('promtool') !== null) {
    describe(name, body);
    return;
  }
  process.stderr.write(`${PROMETHEUS_HINT} (skipped: ${name})\n`);
  if (process.env['CI'] === undefined) {
    describe.skip(name, body);
    return;
  }
  describe(name, () => {
    it('has a prometheus to run against', () => expect.fail(PROMETHEUS_HINT));
  });
}

/** Its output. Rejects with the output when promtool finds an error. */
export async function promtool(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(programPath('promtool') ?? 'promtool', args);
  return stdout;
}

interface Alert {
  readonly labels: Readonly<Record<string, string>>;
  readonly state: string;
}

export interface Prometheus {
  /** The alerts that fire now. */
  firing(): Promise<readonly Alert[]>;
  stop(): Promise<void>;
}

/** Scrapes every second, with its data in an existing folder. */
export async function startPrometheus(
  folder: string,
  { target, rules }: { target: string; rules: string },
): Promise<Prometheus> {
  const port = await freePort();
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: [rules],
    scrape_configs: [
      { job_name: 'chaintill', scrape_timeout: '1s', static_configs: [{ targets: [target] }] },
    ],
  };
  mkdirSync(folder, { recursive: true });
  // JSON is valid YAML.
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const child = spawn(
    programPath('prometheus') ?? 'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'series')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: 'ignore' },
  );
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await until('Prometheus is ready', async () => {
    const answer = await fetch(`${url}/-/ready`).catch(() => null);
    return answer?.ok === true;
  });
  return {
    async firing() {
      const answer = await fetch(`${url}/api/v1/alerts`);
      const { data } = (await answer.json()) as { data: { alerts: readonly Alert[] } };
      return data.alerts.filter(({ state }) => state === 'firing');
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      process.removeListener('exit', kill);
    },
  };
}
