import fc from 'fast-check';
import { handInAgents } from '../../src/recorder/agent-port.ts';
import { isQuick, QUICK_RUNS } from './runs.ts';

handInAgents(() => import('../../src/agents/registry.ts'));

// In CI the same cases every time, so that a red run is the change's fault; everywhere else new ones.
if (process.env['CI']) fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 20261121) });

// Laws that name no number of cases are tried with a hundred.
if (isQuick) fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: QUICK_RUNS });
