/** The part of JSON Schema that the tools use. */
export interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly Schema[];
}

/** The arguments of a call, checked against the tool's schema. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A tool of the server, with its public description. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The properties of its arguments, and the required ones. */
  readonly takes: Readonly<Record<string, Schema>>;
  readonly needs: readonly string[];
  /** The properties that its answer always has, in addition to the common ones. */
  readonly gives: Readonly<Record<string, Schema>>;
  /** Whether it adds to the record. No tool changes or deletes anything. */
  readonly says?: boolean;
}

/** Answers calls. It throws ProvError for errors that the caller can correct. */
export type AnswerCall = (tool: string, args: Arguments) => Promise<object>;
