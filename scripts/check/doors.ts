// Looks behind the doors of rooms. A room of an app is imported through its index, where the import rules of
// .dependency-cruiser.cjs cannot tell a store from a rule: this check holds the same floors (wire, work, world, rules)
// against the file that an imported name comes from.
import { dirname, join } from 'node:path/posix';
import house from '../house.json' with { type: 'json' };

const IMPORT = /^import (type )?\{([^}]*)\} from '(\.\.\/[^']+\/index\.ts)';/gm;
const EXPORT = /^export (type )?\{([^}]*)\} from '(\.\/[^']+)';/gm;
const SOURCE = /^apps\/(?!console\/)[^/]+\/src\/[^/]+\/(?!.*[.]spec[.]ts$).*[.]ts$/;

type Floor = 'rules' | 'wire' | 'work' | 'world';
/** What a file of a floor may take from another room while it runs. Types cost nothing and are free. */
const MAY_USE: Record<Floor, readonly Floor[]> = {
  wire: ['wire', 'work', 'rules'],
  work: ['work', 'world', 'rules'],
  world: ['world', 'rules'],
  rules: ['rules'],
};

/** A sentence for each name that a file takes through a door and must not use. `files` are texts by path. */
export function findForbiddenNames(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([path, text]) => (SOURCE.test(path) ? forbiddenIn(path, text, files) : []));
}

function forbiddenIn(path: string, text: string, files: ReadonlyMap<string, string>): string[] {
  const floor = floorOf(path);
  const imports = [...text.matchAll(IMPORT)].filter(([, type]) => !type);
  return imports.flatMap(([, , names = '', door = '']) => {
    const sources = sourcesOf(join(dirname(path), door), files);
    return valuesIn(names).flatMap((name) => {
      const source = sources.get(name);
      if (source === undefined || MAY_USE[floor].includes(floorOf(source))) return [];
      return [`${path} (${floor}) uses ${name} of ${source} (${floorOf(source)}) through its door.`];
    });
  });
}

/** The file behind each name of a door. */
function sourcesOf(door: string, files: ReadonlyMap<string, string>): Map<string, string> {
  const exported = [...(files.get(door) ?? '').matchAll(EXPORT)];
  return new Map(
    exported.flatMap(([, , names = '', from = '']) =>
      valuesIn(names).map((name) => [name, join(dirname(door), from)] as const),
    ),
  );
}

/** The names of a list in braces that are no types, as their own room calls them. */
function valuesIn(names: string): string[] {
  const listed = names.split(',').map((name) => name.trim());
  return listed
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.replace(/ as .*/, ''));
}

function floorOf(path: string): Floor {
  const [, suffix = ''] = /[.]([a-z]+)[.]ts$/.exec(path) ?? [];
  if (suffix === 'rules') return 'rules';
  if (house.wire.includes(suffix)) return 'wire';
  return house.world.includes(suffix) ? 'world' : 'work';
}
