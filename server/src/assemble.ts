// Builds `app` from the configuration. Chooses the ports that differ between sandbox and live mode; values that differ
// are in core/config/mode-rules.ts.
import { checkDerivation } from './addresses/derivation-vectors.ts';
import { addressPoolWorker } from './addresses/pool.ts';
import { refuseRemovedCoins } from './addresses/removed-coins.ts';
import { checkReservedNumbers, reservedNumbers } from './addresses/reserved-numbers.ts';
import { ensureWallets, type Wallet } from './addresses/wallets.ts';
import { alertWorkers } from './alerts/notify-alerts.ts';
import type { App, Bootstrap } from './app.ts';
import { backupWorkers } from './backups/backup-workers.ts';
import { zmqStream } from './chains/bitcoind/zmq-stream.ts';
import type { OpenBlockStream } from './chains/block-stream.ts';
import { checkNetworks } from './chains/checked-chain.ts';
import { type OpenNode, openNodes } from './chains/families.ts';
import { ledgerStream } from './chains/rippled/ledger-stream.ts';
import type { SendingFamily } from './chains/transfers.ts';
import { claimDatabase } from './claim-mode.ts';
import type { Coin } from './coins/coin.ts';
import { allCurrencies, definedCoins } from './coins/registry.ts';
import { switchedOn } from './coins/switched-on.ts';
import { defined } from './core/assert.ts';
import { watchBursts } from './core/burst.ts';
import { moment, trustedClock } from './core/clock.ts';
import type { Config } from './core/config/config.ts';
import { NO_MEASURES } from './core/measures.ts';
import type { Database } from './db/database.ts';
import { carrying } from './db/tx.ts';
import { assessWorker } from './deposits/assess.ts';
import { usesWorker } from './deposits/clashes.ts';
import { listenForBlocksWorker } from './deposits/listen-for-blocks.ts';
import { watchWorker } from './deposits/watch.ts';
import { nodesWorker, silenceWorker } from './deposits/watch-nodes.ts';
import { callbackWorker, type DeliveryFault } from './events/deliver.ts';
import { oldCallbacksWorkers } from './events/purge-callbacks.ts';
import { cleanUpWorker } from './http/clean-up.ts';
import { secretsUnder } from './keys/encrypt.ts';
import { intentKeyOf } from './keys/intent.ts';
import { openMissingAccounts } from './ledger/chart.ts';
import { objectWorkers } from './object-workers.ts';
import { openMasterKey } from './open-master-key.ts';
import { mailWorkers } from './operator/mail-workers.ts';
import type { CoinWallet } from './payouts/coin-wallet.ts';
import { openCoinWallets } from './payouts/open-coin-wallets.ts';
import { databaseWorker, rememberNothing } from './payouts/recover/detect-rollback.ts';
import { senderWorker } from './payouts/sender.ts';
import { walletWorkers } from './payouts/wallet/wallet-workers.ts';
import { verificationWorkers } from './payouts/wallet/watch-solvency.ts';
import { payerDomainsIn } from './projects/payer-domains.ts';
import type { RateProvider } from './rates/provider.ts';
import { loadRateProviders, loadRates, ratesWorker } from './rates/refresh.ts';
import { sandboxSnapshot } from './rates/sandbox-prices.ts';
import { reactions } from './reactions.ts';
import { loadOperatorLists } from './risk/operator-lists.ts';
import { loadRiskProviders } from './risk/provider.ts';
import { loadRatesDown } from './sandbox/faults.ts';
import {
  miningWorker,
  openSimulations,
  riskInstructions,
  type Simulations,
  simulatedChains,
  simulatedFamilies,
} from './sandbox/sandbox.ts';
import { followedPorts } from './tracing/followed-ports.ts';
import { loadNetworkFees, networkFeesWorker } from './withdrawals/refresh-fees.ts';
import { senderName } from './withdrawals/withdrawal.ts';
import { daySumsWorker, statisticsWorker } from './workers/statistics.ts';
import type { Worker } from './workers/worker.ts';

export interface Assembled {
  readonly app: App;
  readonly workers: readonly Worker[];
  /** Null in live mode. */
  readonly simulations: Simulations | null;
  /** Keyed by coin. Empty in the sandbox. */
  readonly nodes: ReadonlyMap<string, OpenNode>;
  readonly coinWallets: ReadonlyMap<string, CoinWallet>;
  reloadRates(): Promise<void>;
  close(): Promise<void>;
}

export interface AssembleOptions {
  readonly seed: string;
  readonly minesByItself: boolean;
  readonly deliveryFault: DeliveryFault | null;
  /** A separate database for the simulated networks, so that they survive a restore of the service's database. */
  readonly outside?: Database;
  /** For commands: everything that a first start creates (master key, seed, wallets) must already exist. */
  readonly onlyOpens?: boolean;
  /** Checks the network of the nodes before any wallet is created. The service sets this; commands need no node. */
  readonly checksNetworks?: boolean;
}

export async function assemble(bootstrap: Bootstrap, options: AssembleOptions): Promise<Assembled> {
  const { config, db, log } = bootstrap;
  const { knownCoins, allCoins, coins } = sortedCoins(config);
  const masterKey = await openMasterKey(bootstrap, options.onlyOpens === true);
  await checkReservedNumbers(config.dataDir);
  await claimDatabase(db, config);
  const isSandbox = config.mode === 'sandbox';
  const opened = await openChains(bootstrap, options, coins);
  const { simulations, nodes, chains, families } = followedPorts(opened, bootstrap);
  const riskLists = { entries: await loadOperatorLists(db) };
  const riskProviders = await loadRiskProviders({
    toleratesBadLists: config.rules.toleratesBadLists,
    network: config.network,
    coins,
    log,
    listFiles: config.riskListFiles,
    operatorLists: riskLists,
    instructionFor: isSandbox ? riskInstructions(db) : null,
  });
  const app: App = {
    ...bootstrap,
    db: carrying(db, { ...bootstrap, instance: () => app }),
    coins,
    knownCoins,
    currencies: allCurrencies(allCoins, config.furtherFiats),
    chains,
    riskProviders,
    riskLists,
    schema: { mismatch: null },
    secrets: secretsUnder(masterKey),
    intentKey: intentKeyOf(masterKey),
    fixedPrices: isSandbox ? sandboxSnapshot : null,
    rates: { snapshot: null },
    machineClock: bootstrap.machineClock ?? trustedClock(moment()),
    measures: bootstrap.measures ?? NO_MEASURES,
    traces: bootstrap.traces ?? null,
    transferNetworks: new Map([...families].map(([code, { network }]) => [code, network])),
    ...rememberNothing(bootstrap),
    reservedNumbers: reservedNumbers(bootstrap),
    burst: watchBursts(),
    reactions: reactions(),
    networkFees: new Map(),
    payerDomains: await payerDomainsIn(db),
    publicUrl: { value: config.publicUrl ?? `http://${config.host}:${config.port}` },
  };
  if (options.checksNetworks === true) await checkNetworks(app);
  await refuseRemovedCoins(app);
  const wallets = await ensureWallets(app, { founds: options.onlyOpens !== true });
  await openMissingAccounts(app);
  await checkDerivation(app, wallets);
  const reloadRates = () => (isSandbox ? loadRatesDown(app) : loadRates(app));
  await reloadRates();
  await loadNetworkFees(app);
  const providers = isSandbox ? null : await loadRateProviders(config.rateSources);
  const deliveryFault = isSandbox ? options.deliveryFault : null;
  const coinWallets = openCoinWallets(app, families);
  const parts = { nodes, wallets, simulations, coinWallets, providers, deliveryFault };
  const workers = workersOf(app, parts);
  return {
    app,
    workers,
    simulations,
    nodes,
    coinWallets,
    reloadRates,
    async close() {
      await Promise.all([...chains.values()].map((chain) => chain.close()));
    },
  };
}

async function openChains(
  bootstrap: Bootstrap,
  { outside, seed, minesByItself }: AssembleOptions,
  coins: ReadonlyMap<string, Coin>,
) {
  const { config, db } = bootstrap;
  const nodes = openAllNodes(bootstrap, coins);
  if (config.mode !== 'sandbox') {
    const chains = new Map([...nodes].map(([code, { chain }]) => [code, chain]));
    return { simulations: null, nodes, chains, families: familiesOf(nodes) };
  }
  const facts = { ...bootstrap, db: outside ?? db, coins, seed, minesByItself };
  const simulations = await openSimulations(facts);
  return {
    simulations,
    nodes,
    chains: simulatedChains(simulations, config.finality),
    families: simulatedFamilies(simulations),
  };
}

interface WorkerParts {
  readonly nodes: ReadonlyMap<string, OpenNode>;
  readonly wallets: ReadonlyMap<string, Wallet>;
  readonly simulations: Simulations | null;
  readonly coinWallets: ReadonlyMap<string, CoinWallet>;
  readonly providers: readonly RateProvider[] | null;
  readonly deliveryFault: DeliveryFault | null;
}

function workersOf(app: App, parts: WorkerParts): Worker[] {
  const { nodes, wallets, simulations, coinWallets, providers, deliveryFault } = parts;
  const chains = [...app.chains.values()];
  return [
    databaseWorker,
    addressPoolWorker(wallets),
    ...(simulations === null ? [] : [miningWorker(simulations)]),
    ...chains.map((chain) => watchWorker(coinOf(app.coins, chain.coin), chain)),
    ...[...nodes].flatMap(([coin, { review }]) =>
      review === undefined ? [] : [nodesWorker(coin, review)],
    ),
    silenceWorker,
    ...hearingWorkers(app),
    ...chains.map((chain) => assessWorker(chain.coin)),
    ...objectWorkers,
    networkFeesWorker,
    ...[...coinWallets.values()].map((coinWallet) =>
      senderWorker(coinWallet, { paysInBooks: true }),
    ),
    ...walletWorkers(app.config, coinWallets),
    callbackWorker(deliveryFault),
    ...mailWorkers(app.config),
    ...alertWorkers(),
    ...(providers === null ? [] : [ratesWorker(providers)]),
    cleanUpWorker,
    statisticsWorker,
    daySumsWorker,
    usesWorker,
    ...oldCallbacksWorkers,
    ...backupWorkers(app.config),
    ...verificationWorkers,
  ];
}

/** Empty without a stream address: only polling, which always runs, then finds blocks. */
function hearingWorkers({ config, coins, log, random }: App): readonly Worker[] {
  return [...config.streamUrls].map(([coin, url]) => {
    const { family } = coinOf(coins, coin).nodes;
    const openStream = family === 'rippled' ? ledgerStream : zmqStream;
    const open: OpenBlockStream = (heard) => openStream({ url, log, random }, heard);
    return listenForBlocksWorker({ coin, sender: senderName(coin), open });
  });
}

function sortedCoins(config: Config) {
  const allCoins = switchedOn(definedCoins, config);
  const coins = offeredCoins(config, allCoins);
  return { knownCoins: new Map([...definedCoins, ...allCoins]), allCoins, coins };
}

/** The sandbox offers every enabled coin; live mode offers coins that have a node. */
function offeredCoins(config: Config, coins: ReadonlyMap<string, Coin>): ReadonlyMap<string, Coin> {
  if (config.mode === 'sandbox') return coins;
  return new Map([...coins].filter(([code]) => config.nodes.has(code)));
}

function openAllNodes(
  { config, log }: Bootstrap,
  coins: ReadonlyMap<string, Coin>,
): ReadonlyMap<string, OpenNode> {
  const { network } = config;
  const nodes = new Map<string, OpenNode>();
  for (const [code, facts] of config.nodes) {
    const addresses = facts.map(({ url, cookieFile }) =>
      cookieFile === null ? { url } : { url, cookieFile },
    );
    const coin = coinOf(coins, code);
    const finality = config.finality.get(coin.feeCoin);
    nodes.set(code, openNodes({ coin, network, log, ...(finality && { finality }) }, addresses));
  }
  return nodes;
}

function familiesOf(nodes: ReadonlyMap<string, OpenNode>): ReadonlyMap<string, SendingFamily> {
  const families = new Map<string, SendingFamily>();
  for (const [code, { sending }] of nodes) if (sending !== null) families.set(code, sending);
  return families;
}

function coinOf(coins: ReadonlyMap<string, Coin>, code: string): Coin {
  return defined(coins.get(code), `the coin ${code}`);
}
