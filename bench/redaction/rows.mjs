/** An ordinary word of a repository counts as much as three secrets, one of a list less, because the lists are all about secrets. */
const WEIGHTS = { secret: 1, ofList: 0.3, ordinary: 3 };
/** A feature counts if this many words of this many kinds or repositories have it. */
const SUPPORT = { words: 5, kinds: 3 };

/** The words of all texts, each with the numbers of its features. Numbers take a tenth of the memory that names take. */
export class Rows {
  #code;
  #numbers = new Map();
  #kinds = new Map();
  #words = [];
  #held = [];
  names = [];
  features = [];
  shapes = [];
  nears = [];
  labels = [];
  weights = [];

  /** @param code see program.mjs */
  constructor(code) {
    this.#code = code;
  }

  get count() {
    return this.labels.length;
  }

  /** Adds the words of a text with secrets. Words that only touch a secret are left out. */
  addSecret({ kind, text, secrets }) {
    const spans = rangesOf(text, secrets);
    for (const one of this.#candidates(text)) {
      const shares = spans.map(([from, to]) => {
        const common = Math.max(0, Math.min(to, one.to) - Math.max(from, one.from));
        return [common / (to - from), common / (one.to - one.from)];
      });
      if (shares.some(([a, b]) => a >= 0.6 && b >= 0.6)) this.#add(one, 1, WEIGHTS.secret, kind);
      else if (shares.every(([a]) => a === 0)) this.#add(one, 0, WEIGHTS.ofList, kind);
    }
  }

  /** Adds the words of an ordinary text, but not those that a rule takes for a secret. @param known what the rules find, if it is known */
  async addOrdinary(text, kind, known) {
    const open = [...this.#code.findPublic(text)];
    const words = [...this.#candidates(text)].filter(
      (word) => !open.some(({ from, to }) => from <= word.from && word.to <= to),
    );
    if (words.length === 0) return;
    const found = known ?? (await this.#code.secretsIn(text, false).catch(() => undefined));
    if (found === undefined) return;
    for (const one of words)
      if (!found.some(({ from, to }) => from < one.to && to > one.from)) this.#add(one, 0, WEIGHTS.ordinary, kind);
  }

  /** Leaves out features that too few words, lists or repositories have. */
  dropRare() {
    const kept = new Map();
    for (let i = 0; i < this.names.length; i++)
      if (this.#words[i] >= SUPPORT.words && this.#held[i].length >= SUPPORT.kinds) kept.set(i, kept.size);
    this.names = [...kept.keys()].map((i) => this.names[i]);
    for (let row = 0; row < this.count; row++) {
      const all = this.features[row];
      const shapes = all.subarray(0, this.shapes[row]).filter((i) => kept.has(i));
      this.features[row] = all.filter((i) => kept.has(i)).map((i) => kept.get(i));
      this.shapes[row] = shapes.length;
    }
    this.#numbers.clear();
  }

  *#candidates(text) {
    const { candidatesIn, contextOf, cuesIn, featuresOfShape, isOrdinary, isPlainlyNone } = this.#code;
    const cued = { text, cues: cuesIn(text) };
    for (const one of candidatesIn(cued, () => {})) {
      if (isPlainlyNone(one) || isOrdinary(text, one)) continue;
      const shape = featuresOfShape(one.word, one.near);
      yield { ...one, shape, context: contextOf(cued, one) };
    }
  }

  #add({ near, shape, context }, label, weight, kind) {
    if (!this.#kinds.has(kind)) this.#kinds.set(kind, this.#kinds.size);
    const number = this.#kinds.get(kind);
    this.features.push(Uint32Array.from([...shape, ...context], (name) => this.#feature(name, number)));
    this.shapes.push(shape.length);
    this.nears.push(near);
    this.labels.push(label);
    this.weights.push(weight);
  }

  #feature(name, kind) {
    let at = this.#numbers.get(name);
    if (at === undefined) {
      at = this.names.length;
      this.#numbers.set(name, at);
      this.names.push(name);
      this.#words.push(0);
      this.#held.push([]);
    }
    this.#words[at]++;
    const held = this.#held[at];
    if (held.length < SUPPORT.kinds && !held.includes(kind)) held.push(kind);
    return at;
  }
}

function rangesOf(text, secrets) {
  const found = [];
  for (const secret of new Set(secrets))
    for (let at = secret === '' ? -1 : text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length))
      found.push([at, at + secret.length]);
  return found;
}
