/** JSON Schema, as far as the tools use it. */
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
  /** The properties of its arguments, and which of them there must be. */
  readonly takes: Readonly<Record<string, Schema>>;
  readonly needs: readonly string[];
  /** The properties of its answer that are always there, beside those that every answer has. */
  readonly gives: Readonly<Record<string, Schema>>;
  /** Whether it adds to the record. Nothing is ever changed or deleted. */
  readonly says?: boolean;
}

/** What answers calls. It throws ProvError for what the caller can mend. */
export type Answer = (tool: string, args: Arguments) => Promise<object>;
