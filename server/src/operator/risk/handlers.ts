// The operator's address lists, and the risk score of an address.
import { assetCode } from '../../coins/coin.ts';
import { invalid, rule } from '../../core/errors.ts';
import type { ListKind } from '../../risk/address-list.ts';
import { scoreAddress } from '../../risk/assess.ts';
import { importList } from '../../risk/import-list.ts';
import { ListError } from '../../risk/list-candidates.ts';
import {
  countListed,
  listAddress,
  listAddresses,
  pageOfLists,
  unlistAddress,
} from '../../risk/operator-lists.ts';
import { type HandlersOf, type OperatorApp, withProblems } from '../operator.ts';
import { PAGE } from '../present.ts';
import { findAddressProblems, parseAddresses, readDestinationInput } from '../read-input.ts';
import type { riskOperations } from './contract.ts';

type Operations = typeof riskOperations;

export const riskHandlers: HandlersOf<Operations> = {
  'risk.block': withProblems<Operations['risk.block']>(
    (app, input) => put(app, input, 'block'),
    findAddressProblems,
  ),
  'risk.allow': withProblems<Operations['risk.allow']>(
    (app, input) =>
      put(app, input, input.despite_sanctions === true ? 'allow_despite_sanctions' : 'allow'),
    findAddressProblems,
  ),
  'risk.remove': withProblems<Operations['risk.remove']>(async (app, input) => {
    const { address } = readDestinationInput(app, input);
    const count = await unlistAddress(app, { coin: input.currency, address });
    return { currency: input.currency, address, removed: count > 0 };
  }, findAddressProblems),
  async 'risk.check-import'(app, { list, document }) {
    const { addresses, rejected, rejectedCount, ignoredCount } = await read(app, document);
    const known = await countListed(app.db, { kind: list, addresses });
    return {
      new: addresses.length - known,
      known,
      ignored: ignoredCount,
      wrong: rejectedCount,
      problems: rejected.map(({ isTagged, ...line }) => ({ ...line, has_tag: isTagged })),
    };
  },
  async 'risk.import'(app, { list, document, note }) {
    const { addresses, rejected } = await read(app, document);
    if (rejected.length > 0)
      throw invalid(
        ...rejected.map(({ where, reason }) => rule.form(where, 'listed_address', { reason })),
      );
    const added = await listAddresses(app, { kind: list, addresses, note: note ?? null });
    return { list, new: added, known: addresses.length - added };
  },
  async 'risk.list'(app, { list, coin, address, after, limit = PAGE }) {
    const addresses = address === undefined ? null : parseAddresses(app, address);
    const requested = {
      list: list ?? null,
      coin: coin ?? null,
      addresses,
      after: after ?? null,
      limit,
    };
    return pageOfLists(app.db, requested);
  },
  'risk.score': (app, { currency, address }) =>
    scoreAddress(app, { currency: assetCode(currency), address, type: 'source_of_funds' }),
};

interface Given {
  readonly currency: string;
  readonly address: string;
  readonly note: string | undefined;
}

/** Stores the address in the form that deposits use. */
async function put(app: OperatorApp, { currency, address: text, note }: Given, kind: ListKind) {
  const { address } = readDestinationInput(app, { currency, address: text });
  await listAddress(app, { kind, coin: currency, address, note: note ?? null });
  return { list: kind, currency, address };
}

/** Reads the same format as the lists loaded at startup. Errors: 422 for an invalid list. */
async function read(app: OperatorApp, document: string) {
  const context = { coins: app.coins, network: app.config.network };
  return importList(Buffer.from(document), context).catch((error: unknown) => {
    throw error instanceof ListError
      ? invalid(rule.form('document', 'list', { why: error.message }))
      : error;
  });
}
