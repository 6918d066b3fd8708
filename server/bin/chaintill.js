#!/usr/bin/env node
// The `chaintill` command: everything is in src/main.ts, compiled by `npm run build`.
import '../dist/main.js';
