// A real browser for tests of pages: Debian's Chromium, driven by playwright-core, started once per suite. The headless
// shell takes half the processor time; the full browser runs where the shell is not installed.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';

export const CHROMIUM_HINT = 'chromium is not installed: apt-get install chromium-headless-shell';

const WHOLE = ['chromium'];
const NAMES = ['chromium-headless-shell', ...WHOLE];
/** Containers have no namespaces for the sandbox and no GPU; the browser must not look for updates. */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

export function chromiumPath(names = NAMES): string | null {
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}

/**
 * A suite that needs a browser. Without one it is skipped with a one-line notice; on a build server (CI is set) it
 * fails, so that it is never skipped unnoticed.
 */
export function describeWithChromium(name: string, body: () => void): void {
  if (chromiumPath() !== null) {
    describe(name, body);
    return;
  }
  process.stderr.write(`${CHROMIUM_HINT} (skipped: ${name})\n`);
  if (process.env['CI'] === undefined) {
    describe.skip(name, body);
    return;
  }
  describe(name, () => {
    it('has a chromium to run in', () => expect.fail(CHROMIUM_HINT));
  });
}

/** The full browser, as people use it, for measurements. */
export const wholeChromiumPath = () => chromiumPath(WHOLE);

export function startChromium(executablePath = chromiumPath()): Promise<Browser> {
  if (executablePath === null) throw new Error(CHROMIUM_HINT);
  return chromium.launch({ executablePath, args: ARGUMENTS });
}
