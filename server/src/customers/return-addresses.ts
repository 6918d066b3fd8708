// A customer's return addresses, validated when stored, so that problems appear before a payment.
import { ownRefusal } from '../addresses/refuse-own.ts';
import type { App } from '../app.ts';
import { ChainUnavailable } from '../chains/chain.ts';
import { chooseCoin } from '../coins/choose.ts';
import type { Coin, Destination } from '../coins/coin.ts';
import { readPayee } from '../coins/payee.ts';
import type { InputOf } from '../contract/operation.ts';
import type { Operations } from '../contract/operations.ts';
import { type ErrorDetail, invalid, rule } from '../core/errors.ts';
import type { Sql } from '../db/database.ts';
import type { Project } from '../projects/project.ts';
import { assessDestination } from '../risk/assess.ts';

export interface CustomerAddress {
  readonly address: string;
  readonly currency: string;
  readonly network: string;
}

type AddressesInput = Pick<InputOf<Operations['createCustomer']>, 'addresses' | 'refund_addresses'>;

interface ReturnAddress {
  readonly coin: Coin;
  readonly destination: Destination;
  readonly target: string;
}

/**
 * Null when neither form was given. Errors: 422 `invalid` with all problems, including those in `problems`,
 * `high_risk_address`, 503 `risk_unavailable`.
 */
export async function checkReturnAddresses(
  app: App,
  { project, input }: { project: Project; input: AddressesInput },
  problems: ErrorDetail[],
): Promise<CustomerAddress[] | null> {
  const chosen = chooseAddresses(app, input, problems);
  for (const address of chosen ?? [])
    problems.push(...(await returnProblems(app, project, address)));
  if (problems.length > 0) throw invalid(...problems);
  for (const { coin, destination } of chosen ?? []) await assessDestination(app, coin, destination);
  return chosen?.map(presentAddress) ?? null;
}

/** At most one address per currency and network. */
function chooseAddresses(
  app: App,
  input: AddressesInput,
  problems: ErrorDetail[],
): ReturnAddress[] | null {
  if (input.addresses === undefined && input.refund_addresses === undefined) return null;
  const chosen = new Map<string, ReturnAddress>();
  for (const { target, currency, network, address: text } of addressesInput(input)) {
    const field = {
      value: currency,
      target: `${target}.currency`,
      network,
      networkTarget: `${target}.network`,
    };
    const coin = chooseCoin(app, field, problems);
    if (coin === null) continue;
    const place = { coin, text, target: `${target}.address` };
    const destination = readPayee(app, place, problems);
    if (destination === null) continue;
    if (chosen.has(coin.code)) problems.push(rule.unique(`${target}.currency`));
    else chosen.set(coin.code, { ...place, destination });
  }
  return [...chosen.values()];
}

function addressesInput(input: AddressesInput) {
  const legacy = Object.entries(input.refund_addresses ?? {});
  return [
    ...(input.addresses ?? []).map((item, n) => ({ ...item, target: `addresses.${n}` })),
    ...legacy.map(([currency, address]) => ({
      currency,
      address,
      network: undefined,
      target: `refund_addresses.${currency}`,
    })),
  ];
}

async function returnProblems(
  app: App,
  { id: projectId }: Project,
  { coin, destination, target }: ReturnAddress,
): Promise<ErrorDetail[]> {
  const own = await ownRefusal(app, coin, { projectId, destination, target });
  if (own !== null) return [own];
  if (!(await isTagDemanded(app, coin, destination))) return [];
  return [rule.coinAddress(target, coin.asset.code, { reason: 'tag_required' })];
}

/** An unreachable node does not reject the address: the service queries the network again before a payment. */
async function isTagDemanded(app: App, coin: Coin, { address, tag }: Destination) {
  const network = app.transferNetworks.get(coin.code);
  // Tag 0 is sent as no tag (chains/rippled/sign-transfer.ts).
  if (coin.destinationTag === null || network === undefined || tag) return false;
  try {
    return (await network.account(address)).requiresTags === true;
  } catch (error) {
    if (error instanceof ChainUnavailable) return false;
    throw error;
  }
}

/** In the API's format. "No tag" is explicit, so that a later payment parses the address in the same way. */
function presentAddress({ coin, destination }: ReturnAddress): CustomerAddress {
  const { address, tag } = destination;
  const stated = coin.destinationTag?.required === true ? (tag ?? 0) : tag;
  return {
    address: coin.formatAddress({ address, tag: stated }),
    currency: coin.asset.code,
    network: coin.network,
  };
}

/** Null without a customer, or when the customer has no address for the coin. */
export async function refundAddressOf(
  sql: Sql,
  { customerId, projectId, coin }: { projectId: string; customerId: string | null; coin: Coin },
): Promise<string | null> {
  if (customerId === null) return null;
  const rows = await sql.query<{ addresses: readonly CustomerAddress[] }>(
    'select addresses from customers where project_id = $1 and id = $2',
    [projectId, customerId],
  );
  const { asset, network } = coin;
  const found = rows[0]?.addresses.find(
    (item) => item.currency === asset.code && item.network === network,
  );
  return found?.address ?? null;
}
