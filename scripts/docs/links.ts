// Finds what Markdown files lead to that does not exist: files, headings of files, and paths that a text names.
import { posix } from 'node:path';

/** The folders whose files a text may name by their path in the repository, such as `apps/auth/src/main.ts`. */
const FOLDERS = ['apps', 'deploy', 'docs', 'k8s', 'libs', 'scripts', 'test'];

/** Code within a paragraph. */
const CODE = /(?<!`)(`+)(?!`)(?:(?!\n\n)[^])*?[^`]\1(?!`)/g;

/** What is known of the repository. */
export interface Repository {
  /** The Markdown files: path in the repository → text. */
  pages: ReadonlyMap<string, string>;
  /** True for a file or a folder of the repository. */
  exists: (path: string) => boolean;
}

/** One sentence for each link or named path that leads nowhere, with its file and line. */
export function findDeadLinks(repository: Repository): string[] {
  return [...repository.pages].flatMap(([page, text]) => {
    const prose = withoutFences(text);
    const links = linksOf(blank(prose, CODE));
    const dead = links.filter(({ target }) => !leadsSomewhere(repository, page, target));
    const unknown = namedPaths(page, prose).filter(
      ({ target }) => ![target, posix.join(posix.dirname(page), target)].some(repository.exists),
    );
    return [
      ...dead.map(({ line, target }) => `${page}:${line}: the link to ${target} leads nowhere.`),
      ...unknown.map(({ line, target }) => `${page}:${line}: there is no ${target}.`),
    ];
  });
}

interface Place {
  line: number;
  target: string;
}

/** Where the links and pictures of a text lead, of the three forms that Markdown has: inline, reference and HTML. */
function linksOf(text: string): Place[] {
  const forms = [
    /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g,
    /^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)/gm,
    /\b(?:href|src|srcset)="([^"]+)"/g,
  ];
  return forms.flatMap((form) => placesOf(text, form));
}

/** The paths in backticks that have no placeholder; from the root, or from the folder of the page. The changelog tells of files as they were. */
function namedPaths(page: string, text: string): Place[] {
  if (page === 'CHANGELOG.md') return [];
  return placesOf(text, new RegExp(`\`((?:${FOLDERS.join('|')})/[\\w./-]+)\``, 'g'));
}

function placesOf(text: string, form: RegExp): Place[] {
  return [...text.matchAll(form)].map(({ index, 1: target = '' }) => ({
    line: text.slice(0, index).split('\n').length,
    target,
  }));
}

function leadsSomewhere({ pages, exists }: Repository, page: string, target: string): boolean {
  if (/^[a-z][a-z+.-]*:|^[/][/]/.test(target)) return true; // another site
  const [path = '', anchor] = decodeURIComponent(target).split('#');
  const file = path === '' ? page : posix.join(posix.dirname(page), path);
  if (path.startsWith('/') || !exists(file)) return false;
  const text = pages.get(file);
  return anchor === undefined || (text !== undefined && anchorsOf(text).has(anchor));
}

/** The anchors of a page, as GitHub makes them from its headings; the second of equal ones ends with `-1`. */
export function anchorsOf(text: string): Set<string> {
  const prose = withoutFences(text);
  const anchors = new Set(placesOf(prose, /\b(?:id|name)="([^"]+)"/g).map(({ target }) => target));
  const headings = placesOf(prose, /^#{1,6}\s+(.+?)(?:\s+#+)?\s*$/gm);
  for (const { target } of headings) {
    const slug = slugOf(target);
    let anchor = slug;
    for (let i = 1; anchors.has(anchor); i++) anchor = `${slug}-${i}`;
    anchors.add(anchor);
  }
  return anchors;
}

function slugOf(heading: string): string {
  const text = heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** Fenced blocks hold code, not links; their lines stay, so that the numbers of lines are right. */
function withoutFences(text: string): string {
  return blank(text, /^([ \t]*)(`{3,}|~{3,})[^\n]*\n.*?^\1\2[`~]*[ \t]*$/gms);
}

function blank(text: string, part: RegExp): string {
  return text.replace(part, (found) => found.replace(/[^\n]/g, ' '));
}
