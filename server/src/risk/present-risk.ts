// Converts a risk to the API, where the score is a JSON number, and to and from a jsonb column, where it is text.
import { assert } from '../core/assert.ts';
import { formatDecimal, parseDecimal, rescale } from '../core/money.ts';
import type { Risk, RiskLevel } from './provider.ts';

export interface PresentedRisk {
  readonly score: number;
  readonly level: RiskLevel;
  readonly resource_name: string;
  readonly resource_category: string;
}

/** Stores the level too: thresholds may change, past assessments must not. */
export interface StoredRisk {
  readonly score: string;
  readonly level: RiskLevel;
  readonly resource_name: string;
  readonly resource_category: string;
}

const LEVELS: readonly RiskLevel[] = ['low', 'medium', 'high'];

/**
 * The only place where a Decimal becomes a JSON number (wire.md (c): risk.score). Rounded down, so that a score never
 * appears to belong to the next level.
 */
export function presentRisk(risk: Risk): PresentedRisk {
  return { ...riskToJson(risk), score: Number(formatDecimal(rescale(risk.score, 2, 'down'))) };
}

export function riskToJson(risk: Risk): StoredRisk {
  return {
    score: formatDecimal(risk.score),
    level: risk.level,
    resource_name: risk.resourceName,
    resource_category: risk.resourceCategory,
  };
}

/** Null: not assessed yet. Throws for anything that `riskToJson` does not produce. */
export function riskFromJson(stored: unknown): Risk | null {
  if (stored === null) return null;
  assert(typeof stored === 'object', 'a stored risk is an object');
  const { score, level, resource_name, resource_category } = stored as Record<string, unknown>;
  const parsed = typeof score === 'string' ? parseDecimal(score) : null;
  const knownLevel = LEVELS.find((candidate) => candidate === level);
  assert(parsed !== null && knownLevel !== undefined, 'a stored risk has a score and a level');
  assert(typeof resource_name === 'string', 'a stored risk has a resource name');
  assert(typeof resource_category === 'string', 'a stored risk has a resource category');
  return {
    score: parsed,
    level: knownLevel,
    resourceName: resource_name,
    resourceCategory: resource_category,
  };
}

/** Restores the API's key order, which a jsonb column does not preserve. */
export function presentStoredRisk(stored: StoredRisk): PresentedRisk {
  const risk = riskFromJson(stored);
  assert(risk !== null, 'a stored risk is no null');
  return presentRisk(risk);
}
