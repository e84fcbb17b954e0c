import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Db, openDatabase } from '../../../../src/sqlite/sqlite.ts';
import { Base } from './base.ts';

/** The parts of Crush's schema that matter here; the rest of it is different. */
const SCHEMA = `
CREATE TABLE sessions (id TEXT PRIMARY KEY, parent_session_id TEXT, title TEXT, cost REAL, created_at INTEGER NOT NULL);
CREATE TABLE messages (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, role TEXT NOT NULL, parts BLOB NOT NULL, model TEXT,
  created_at INTEGER NOT NULL, is_summary_message INTEGER NOT NULL DEFAULT 0);
CREATE TABLE files (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, path TEXT NOT NULL, content TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL, UNIQUE (path, session_id, version));`;

/** A session of Crush; `store` writes it into a database. Its times are in seconds. */
export class Crush extends Base {
  readonly #messages: { role: string; at: number; parts: object[]; isSummary: boolean }[] = [];
  readonly #versions = new Map<string, string[]>();
  /** Whether the results of edits have the texts before and after. */
  withMetadata = false;

  get path(): string {
    return join(this.where.cwd, '.crush', 'crush.db');
  }

  prompt(content: string): void {
    this.#add('user', [['text', { text: content }]]);
  }

  read(path: string, content: string): void {
    const rows = content.split('\n').map((line, i) => `${String(i + 1).padStart(6)}|${line}`);
    this.#use('view', { file_path: path }, `<file>\n${rows.join('\n')}\n</file>`);
  }

  write(path: string, content: string, before: string | null): void {
    this.#version(path, before ?? '', content);
    this.#use('write', { file_path: path, content }, '<result>File successfully written</result>');
  }

  edit(path: string, old_string: string, new_string: string, before: string): void {
    const after = before.replace(old_string, () => new_string);
    this.#version(path, before, after);
    const metadata = this.withMetadata ? JSON.stringify({ old_content: before, new_content: after }) : '';
    this.#use('edit', { file_path: path, old_string, new_string }, '<result>Content replaced</result>', metadata);
  }

  bash(command: string, output = ''): void {
    this.#use('bash', { command, description: command }, output);
  }

  refused(path: string, content: string): void {
    this.#use('write', { file_path: path, content }, 'User denied permission', '', true);
  }

  summary(text: string): void {
    this.#add('assistant', [['text', { text }]], true);
  }

  async store(path = this.path): Promise<string> {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(join(dirname(path), '.gitignore'), '*\n');
    const db = await openDatabase(path);
    const { n } = db.get("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'sessions'")!;
    if (n === 0) db.exec(SCHEMA);
    this.#insert(db);
    db.close();
    return path;
  }

  #insert(db: Db): void {
    const { parent = null, at } = this.where;
    db.run('INSERT INTO sessions VALUES (?, ?, ?, 0, ?)', this.id, parent, 'A title', Math.floor(at / 1000));
    for (const [n, { role, at: when, parts, isSummary }] of this.#messages.entries()) {
      const seconds = Math.floor(when / 1000);
      const row = [`${this.id}-${n}`, this.id, role, JSON.stringify(parts), 'big', seconds, isSummary ? 1 : 0];
      db.run('INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?, ?)', ...row);
    }
    for (const [path, versions] of this.#versions)
      for (const [n, content] of versions.entries())
        db.run(
          'INSERT INTO files VALUES (?, ?, ?, ?, ?, 1)',
          `${this.id}${path}${n}`,
          this.id,
          this.full(path),
          content,
          n,
        );
  }

  // Crush stores the text before the first edit, and each text that others made in between.
  #version(path: string, before: string, after: string): void {
    const versions = this.#versions.get(path) ?? [];
    if (versions.at(-1) !== before || versions.length === 0) versions.push(before);
    versions.push(after);
    this.#versions.set(path, versions);
  }

  #use(name: string, input: object, content: string, metadata = '', is_error = false): void {
    const id = this.call;
    const words = { text: `It needs ${name} because it is wrong.` };
    const call = { id, name, input: JSON.stringify(input), finished: true };
    this.#add('assistant', [
      ['reasoning', { thinking: 'Let me see.' }],
      ['text', words],
      ['tool_call', call],
      ['finish', {}],
    ]);
    this.#add('tool', [['tool_result', { tool_call_id: id, name, content, metadata, is_error }]]);
  }

  #add(role: string, parts: readonly (readonly [string, object])[], isSummary = false): void {
    this.#messages.push({ role, at: this.tick(), parts: parts.map(([type, data]) => ({ type, data })), isSummary });
  }
}
