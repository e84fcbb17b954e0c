import fc from 'fast-check';
import { handInAgents } from '../../src/recorder/agent-port.ts';

handInAgents(() => import('../../src/agents/registry.ts'));

// In CI the same cases every time, so that a red run is the change's fault; everywhere else new ones.
if (process.env['CI']) fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 20261121) });
