// Runs before each file of tests: what calls outside inside a transaction fails.
import { watchOutsideCalls } from '../../src/db/outside-calls.ts';

watchOutsideCalls();
