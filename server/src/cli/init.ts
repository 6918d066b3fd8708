// `chaintill init`: creates an instance before its service starts, so that other commands find one. `serve` also
// creates what is missing; no other command creates anything.
import type { Command } from 'commander';
import { claimDatabase } from '../claim-mode.ts';
import { openMasterKey } from '../open-master-key.ts';
import { action, print, withApp, withGround } from './run.ts';

interface Options {
  readonly withoutSeed?: boolean;
}

export function addInitCommand(program: Command): void {
  program
    .command('init')
    .description(
      'Create an instance: database, master key and seed (serve does this at its first start)',
    )
    .option('--without-seed', 'create no seed; add one later with `seed restore`')
    .addHelpText('after', '\nExample:\n  CHAINTILL_DATA_DIR=/var/lib/chaintill chaintill init')
    .action(action(init));
}

function init({ withoutSeed = false }: Options): Promise<void> {
  return withoutSeed ? prepareForSeed() : createAll();
}

function createAll(): Promise<void> {
  return withApp(async ({ config }) => print(`The instance in ${config.dataDir} is ready.`), {
    creates: true,
  });
}

/** Creates what `seed restore` needs: the tables, and the key that encrypts the seed. */
function prepareForSeed(): Promise<void> {
  return withGround(
    async ({ db, config }) => {
      await openMasterKey({ db, config }, false);
      await claimDatabase(db, config);
      print(`The instance in ${config.dataDir} is ready for \`chaintill seed restore\`.`);
    },
    { creates: true },
  );
}
