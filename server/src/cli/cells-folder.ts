// The cells for `chaintill cells`: the folder CHAINTILL_CELLS_DIR contains one environment file per cell, the same file
// that the cell's service reads (docs/scaling.md, "Cells").
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { type Environment, processEnvironment } from '../core/config/environment.ts';
import { badRequest } from '../core/errors.ts';

export interface Cell {
  /** The digit of the cell. */
  readonly cell: string;
  readonly file: string;
  readonly environment: Environment;
}

const FOLDER = 'CHAINTILL_CELLS_DIR';
const SET_BY_ALL = ['PATH', 'HOME', 'USER', 'SUDO_USER'];

/** Ordered by digit. Errors: 400 with the problem of the folder. */
export function readCells(): Cell[] {
  const own = processEnvironment();
  const folder = own[FOLDER] ?? '';
  if (folder === '')
    throw badRequest(`${FOLDER} is not set. Set it to a folder with one environment file per cell`);
  const shared = Object.fromEntries(SET_BY_ALL.map((name) => [name, own[name]]));
  const cells = filesIn(folder).map((file) => {
    const environment: Environment = { ...shared, ...parseEnv(readFileSync(file, 'utf8')) };
    const cell = environment['CHAINTILL_CELL'] ?? '';
    if (cell === '') throw badRequest(`${file} has no CHAINTILL_CELL`);
    return { cell, file, environment };
  });
  const doubled = cells.find(({ cell }, n) => cells.findIndex((one) => one.cell === cell) < n);
  if (doubled !== undefined)
    throw badRequest(`${doubled.file}: cell ${doubled.cell} is also in another file`);
  return cells.sort((a, b) => (a.cell < b.cell ? -1 : 1));
}

function filesIn(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    throw badRequest(`cannot read the folder ${folder}: ${String(error)}`);
  }
  const files = names.filter((name) => name.endsWith('.env')).map((name) => join(folder, name));
  if (files.length === 0) throw badRequest(`${folder} has no *.env file`);
  return files;
}
