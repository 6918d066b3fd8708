// Runs before each test file: an external call inside a transaction fails.
import { watchOutsideCalls } from '../../src/db/outside-calls.ts';

watchOutsideCalls();
