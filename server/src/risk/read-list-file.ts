// Reads one of the sanctions lists named in the configuration. A list that cannot be used whole keeps
// the service from starting: an address that silently is not screened is worse than a loud stop.
import { readFile, stat } from 'node:fs/promises';
import { importList, LIST_BYTES_MAX, type ListedAddress } from './import-list.ts';
import { ListError } from './list-candidates.ts';
import type { RiskContext } from './provider.ts';

/**
 * All addresses of the file. In live mode throws ListError when a line is rejected; the sandbox, whose
 * test networks know no address of a real list, only says so in the log.
 */
export async function readListFile(
  path: string,
  context: Pick<RiskContext, 'coins' | 'network' | 'toleratesBadLists' | 'log'>,
): Promise<readonly ListedAddress[]> {
  const list = await importList(await bytesOf(path), context).catch((cause: unknown) => {
    if (cause instanceof ListError) throw new ListError(`${path}: ${cause.message}`, { cause });
    throw cause;
  });
  const { addresses, rejected, rejectedCount, ignoredCount } = list;
  if (rejectedCount > 0) {
    if (!context.toleratesBadLists) throw new ListError(`${path}: ${complaint(list)}`);
    context.log.warn(
      { path, rejectedCount, rejected: rejected.slice(0, 3) },
      'risk list has unusable lines',
    );
  }
  context.log.info({ path, addresses: addresses.length, ignoredCount }, 'risk list read');
  return addresses;
}

async function bytesOf(path: string): Promise<Uint8Array> {
  const { size } = await stat(path);
  if (size > LIST_BYTES_MAX) throw new ListError(`${path}: larger than ${LIST_BYTES_MAX} bytes`);
  return readFile(path);
}

function complaint(list: Awaited<ReturnType<typeof importList>>): string {
  const shown = list.rejected
    .slice(0, 10)
    .map(({ where, text, reason }) => `  ${where}: ${reason}: ${text}`);
  return [`${list.rejectedCount} unusable line(s)`, ...shown].join('\n');
}
