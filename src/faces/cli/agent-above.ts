import { type AgentAbove, agentAmong } from '../../agents/agent-above.ts';
import { processesAbove } from '../../git/process/ancestors.ts';
import type { Surroundings } from './context.ts';

/** The agent that started this command, itself or by other programs; undefined where none did, or where the system does not say so. */
export const agentAbove = async ({
  above = processesAbove,
}: Pick<Surroundings, 'above'>): Promise<AgentAbove | undefined> => agentAmong(await above());
