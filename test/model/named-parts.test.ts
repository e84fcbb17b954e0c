import { describe, expect, test } from 'vitest';
import { readCommand } from '../../src/model/shell/parse/command.ts';

/** The folder and the packages of the only check of a command. */
function placeOf(command: string): string {
  const { runs = [] } = readCommand(command);
  expect(runs).toHaveLength(1);
  const { folder = '', packages = [] } = runs[0]!;
  return [folder ?? 'unknown', ...packages].join(' ').trim();
}

describe('the part of a project that a check names', () => {
  test.each([
    ['uv run --directory web pytest', 'web'],
    ['uv --directory web run pytest', 'web'],
    ['poetry -C web run pytest', 'web'],
    ['gradle -p web test', 'web'],
    ['mvn -f web/pom.xml test', 'web'],
    ['task -d web test', 'web'],
    ['mise -C web run test', 'web'],
    ['just -d web test', 'web'],
    ['just -f web/justfile test', 'web'],
    ['npx vitest run --root web', 'web'],
    ['npx jest --rootDir=web', 'web'],
    ['npx --prefix web vitest run', 'web'],
    ['go -C web test ./...', 'web'],
    ['./gradlew web:test', 'web'],
    ['mvn -pl :web test', 'web'],
    ['npx tsc -p web/tsconfig.json --noEmit', './web'],
    ['npx tsc -p tsconfig.build.json --noEmit', ''],
    ['make -f web.mk test', ''],
    ['cd web; npm test', 'web'],
    ['bundle exec rspec web/spec/a_spec.rb:12', '?web/spec/a_spec.rb'],
    ['cd web\nnpm test', 'web'],
    ['cd web; cd ui; npm test', 'unknown'],
  ])('%s: %s', (command, place) => expect(placeOf(command)).toBe(place));
});
