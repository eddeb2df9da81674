// Renders the instructions of customers: Liquid templates over plain data, with bounds on time, memory and output.
import { CaptureTag, Context, Liquid, type Template } from 'liquidjs';
import { MAX_INSTRUCTIONS } from '#contracts';

/** Most characters of what a template renders to. */
const MAX_OUTPUT = 16_000;
/** Most CPU time of all renderings of one request, in milliseconds. It is looked at before each tag and output. */
const RENDER_MS = 20;
/** Most characters and list entries that all filters and captures of a rendering make. */
const MEMORY = 200_000;

/** The CPU time that the renderings of one request may still take: each of them lowers it. */
export interface RenderBudget {
  leftMs: number;
}

/** The budget of a request that renders nothing yet. */
export function renderBudget(): RenderBudget {
  return { leftMs: RENDER_MS };
}

/** Tags that read other templates. */
const FILE_TAGS = ['include', 'render', 'layout', 'block'];

/** A template cannot be read or rendered; the message says why and where. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/**
 * The tag capture, which counts what it keeps. That of the library does not count, so that two captures of each other
 * double without end.
 */
class CountedCapture extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    yield* super.render(context);
    context.memoryLimit.use(String(context.getSync([this.variable])).length);
  }
}

const liquid = openLiquid();

function openLiquid(): Liquid {
  const engine = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit: MAX_INSTRUCTIONS,
    memoryLimit: MEMORY,
    templates: {}, // instead of the file system
  });
  for (const tag of FILE_TAGS) delete engine.tags[tag];
  engine.registerTag('capture', CountedCapture);
  return engine;
}

/** Errors: TemplateError when the text is no template. */
export function parseTemplate(text: string): Template[] {
  return guarded(() => liquid.parse(text));
}

/**
 * What a template makes of the data, of which it sees own properties alone. It runs on the event loop, so one that takes the
 * whole budget leaves nothing to the next rendering of the same request. Errors: TemplateError.
 */
export function renderTemplate(
  text: string,
  data: Readonly<Record<string, unknown>>,
  budget: RenderBudget = renderBudget(),
): string {
  const startedAt = cpuMs();
  const endsAt = startedAt + budget.leftMs;
  try {
    return rendered(text, contextOf(data, endsAt));
  } finally {
    budget.leftMs -= cpuMs() - startedAt;
  }
}

function rendered(text: string, context: Context): string {
  const output = guarded(() => String(liquid.renderSync(liquid.parse(text), context)));
  if (output.length > MAX_OUTPUT)
    throw new TemplateError(`The instructions render to more than ${MAX_OUTPUT} characters.`);
  return output;
}

/** The data and a limit of CPU time: the library's own is of time that passes, which a busy machine uses up. */
function contextOf(data: Readonly<Record<string, unknown>>, endsAt: number): Context {
  const context = new Context({ ...data }, liquid.options, { sync: true }, { liquid });
  context.renderLimit.check = () => {
    if (cpuMs() > endsAt) throw new TemplateError('template render limit exceeded');
  };
  return context;
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    // The first line has the place; what follows quotes the template.
    const [message] = error instanceof Error ? error.message.split('\n') : [String(error)];
    throw new TemplateError(message, { cause: error });
  }
}
