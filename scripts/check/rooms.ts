// Finds circles between rooms: the folders below `src` of an app or lib. In a circle, no room can be understood first. What
// two rooms need of each other is a room below both, or wiring above both.
import { dirname, join } from 'node:path/posix';

/** A file in a room: its place, and the room. Specs and migrations look from outside, and generated code is nobody's. */
const IN_ROOM = /^((?:apps|libs)\/[^/]+)\/src\/([^/]+)\/(?!.*[.]spec[.]tsx?$).*[.]tsx?$/;
const OUTSIDE = /^(?:migrations|generated)$/;
/** What a file imports when it is loaded: a relative path, or another room of the platform by its door. */
const IMPORTED = /\bfrom\s+'(\.[^']+|#platform\/[^']+)'/g;

/** A sentence for each circle, with an import of each of its steps. `files` are texts by path in the repository. */
export function findRoomCircles(files: ReadonlyMap<string, string>): string[] {
  const floors = new Map<string, Map<string, string>>();
  for (const [path, text] of files) {
    const room = roomOf(path);
    if (!room) continue;
    for (const [, specifier = ''] of text.matchAll(IMPORTED)) {
      const other = roomOf(fileOf(path, specifier));
      if (!other || other === room || placeOf(other) !== placeOf(room)) continue;
      const below = floors.get(room) ?? new Map<string, string>();
      floors.set(room, below.set(other, `${path} imports ${specifier}`));
    }
  }
  return circlesIn(floors).map((circle) => {
    const steps = circle.map((room, i) => floors.get(room)?.get(circle[(i + 1) % circle.length] ?? ''));
    return `Rooms form a circle: ${circle.join(' → ')} → ${circle[0]}. ${steps.join('; ')}.`;
  });
}

function roomOf(path: string): string | undefined {
  const [, place, room = ''] = IN_ROOM.exec(path) ?? [];
  return place === undefined || OUTSIDE.test(room) ? undefined : `${place}/src/${room}`;
}

function placeOf(room: string): string {
  return room.split('/').slice(0, 2).join('/');
}

function fileOf(path: string, specifier: string): string {
  if (!specifier.startsWith('#platform/')) return join(dirname(path), specifier);
  return `libs/platform/src/${specifier.slice('#platform/'.length)}/index.ts`;
}

/**
 * Walks the imports depth first: a room that is met again on its own way closes a circle. A room that is done is not walked again,
 * so where there are several circles, some may be named only when others are gone.
 */
function circlesIn(floors: ReadonlyMap<string, ReadonlyMap<string, string>>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const walk = (room: string, way: readonly string[]): void => {
    const at = way.indexOf(room);
    if (at >= 0) return void circles.push(way.slice(at));
    if (done.has(room)) return;
    for (const below of floors.get(room)?.keys() ?? []) walk(below, [...way, room]);
    done.add(room);
  };
  for (const room of floors.keys()) walk(room, []);
  return circles;
}
