import { NODE_KINDS, type Layer } from '../../model/model.ts';

const LAYERS = new Map<string, Layer>(
  (Object.keys(NODE_KINDS) as Layer[]).flatMap((layer) =>
    NODE_KINDS[layer].map((kind): [string, Layer] => [kind, layer]),
  ),
);

/** The layer of a kind of node; undefined for a kind of a newer version. */
export const layerOf = (kind: string): Layer | undefined => LAYERS.get(kind);

/** The names of all layers. */
export const LAYER_NAMES = Object.keys(NODE_KINDS) as Layer[];

/** The kinds of node that this version knows. */
export const KIND_NAMES: readonly string[] = [...LAYERS.keys()];
