import type { Graph, Node, Note } from '../../model/model.ts';
import { graphJson, nodeJson } from '../../ask/find/json.ts';
import { commitShownJson } from '../../ask/show/json.ts';
import { tellCommit } from '../../ask/show/show.ts';
import { predicateOf, stateCommit } from '../../trust/predicate.ts';
import type { ExportedCommit } from './noted.ts';

/** The name of the format of `git prov export json`. Fields may be added, but never changed or removed. */
export const EXPORT_SCHEMA = 'git-prov/export/1';

/** The full content of a note: the fields of `git prov show --json` and those that it leaves out. */
export const noteRecord = ({ commit, note, change }: ExportedCommit): object => ({
  ...commitShownJson(tellCommit(commit, note, change)),
  schema: EXPORT_SCHEMA,
  graphs: note.graphs.map(wholeGraph),
  signatures: signaturesOf(note),
});

const wholeGraph = (graph: Graph): object => ({
  ...graphJson(graph),
  nodes: graph.nodes.map(wholeNode),
  context: (graph.context ?? []).map(wholeNode),
});

const wholeNode = (node: Node): object => ({
  ...nodeJson(node),
  ...(node.call !== undefined && { call: node.call }),
  ...(node.input !== undefined && { input: node.input }),
  ...(node.output !== undefined && { output: node.output }),
});

const signaturesOf = ({ signatures = [] }: Note): object[] =>
  signatures.map(({ payload, scheme, signature }) => ({
    scheme,
    payload: Buffer.from(payload).toString('base64'),
    signature,
  }));

/** The in-toto statement that `git prov attest` would sign for a commit. This one is unsigned and has no time. */
export const statementRecord = ({ commit, note, change }: ExportedCommit): object =>
  stateCommit(commit.oid, predicateOf(tellCommit(commit, note, change), change.tree));
