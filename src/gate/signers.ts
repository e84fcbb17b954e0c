import { graphIdOf } from '../model/format/note.ts';
import type { NodeId } from '../model/ids.ts';
import type { Graph, Node } from '../model/model.ts';
import { addressIn } from './facts.ts';

/** The names of the signers of graphs, by the graph's id. */
export type GraphSigners = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Finds who signed what a node says. A node can be in several graphs; only those count that say the same of it.
 * @returns a function giving the signers' addresses in lower case
 */
export function nodeSigners(graphs: readonly Graph[], signers: GraphSigners): (node: Node) => ReadonlySet<string> {
  const found = new Map<NodeId, { readonly text: string; readonly addresses: readonly string[] }[]>();
  for (const graph of signers.size > 0 ? graphs : []) {
    const addresses = [...(signers.get(graphIdOf(graph)) ?? [])].flatMap(addressOf);
    if (addresses.length === 0) continue;
    for (const node of graph.nodes) {
      if (node.kind !== 'event' && node.kind !== 'decision') continue;
      const list = found.get(node.id) ?? [];
      list.push({ text: JSON.stringify(node), addresses });
      found.set(node.id, list);
    }
  }
  return (node) => {
    const text = JSON.stringify(node);
    return new Set((found.get(node.id) ?? []).flatMap((one) => (one.text === text ? one.addresses : [])));
  };
}

// A signer of an SSH key is named as in the list: usually the address alone. OpenPGP and X.509 have a name too.
const addressOf = (name: string): string[] => {
  const inside = addressIn(name);
  return inside.length > 0 ? inside : /^[^\s<>]+@[^\s<>]+$/.test(name) ? [name.toLowerCase()] : [];
};
