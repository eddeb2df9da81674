// Exports products as files: reads them page by page while the client reads, so that a file of any size takes no more
// memory than a page.
import { Readable } from 'node:stream';
import { Injectable, StreamableFile, type BeforeApplicationShutdown } from '@nestjs/common';
import {
  AppError,
  countProducts,
  listProducts,
  type Actor,
  type ExportFormat,
  type Product,
  type ProductExportQuery,
  type ProductFilters,
  type ProductList,
} from '#contracts';
import { currentContext, newRequestId, withContext } from '#platform/context';
import { Bus } from '#platform/messaging';
import { inTurns, retryTransient, SharedPlaces } from '#platform/resilience';
import { KnownMembershipsService } from '../access/index.ts';
import { RevokedSessionsService } from '../auth/index.ts';
import { cellsOf, COLUMNS, csvLine, sheetCellsOf } from './product-table.rules.ts';
import { spreadsheetOf } from './spreadsheet.client.ts';

/** Most products in a spreadsheet. */
export const MAX_SHEET_ROWS = 50_000;
/** Exports at once: in all, and of one account. */
const MAX_EXPORTS = 50;
const MAX_OF_ACCOUNT = 4;

/** Products of a page. */
const PAGE = 100;
/** Time that a page may take, in milliseconds; as much as any other request has. */
const PAGE_MS = 3000;
/** How long a request is repeated whose owner does not answer, in milliseconds: for a page, and for the membership. */
const RETRY_MS = 30_000;

const UTF8_BOM = '\uFEFF'; // without it Excel reads CSV in the encoding of the country

const MEDIA_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

type Pages = AsyncGenerator<Product[]>;

@Injectable()
export class ProductExportService implements BeforeApplicationShutdown {
  private readonly places = new SharedPlaces(MAX_EXPORTS, MAX_OF_ACCOUNT);
  private readonly open = new Set<Readable>();

  constructor(
    private readonly bus: Bus,
    private readonly revocations: RevokedSessionsService,
    private readonly memberships: KnownMembershipsService,
  ) {}

  /**
   * A file of the products that fulfil the filters; an empty one when only its headers are asked for. It breaks off when
   * the session is revoked, when the membership ends, when the catalogue stays away and when this process stops. Errors:
   * InvalidArgument for a spreadsheet of too many products; TooManyRequests for too many exports at once; those of the first
   * page.
   */
  async export(
    actor: Actor,
    { format, ...filters }: ProductExportQuery,
    isHead: boolean,
  ): Promise<StreamableFile> {
    if (!this.places.enter(actor.accountId)) throw new AppError('TooManyRequests', { retryAfter: 5 });
    const leave = (): void => this.places.leave(actor.accountId);
    try {
      if (format === 'xlsx') await this.assertFitsSheet(actor, filters);
      const ending = new AbortController();
      const pages = this.pages(actor, filters, ending.signal);
      const first = await pages.next(); // its errors are still answered in order
      const file = isHead ? Readable.from([]) : fileOf(format, startingWith(first, pages));
      this.open.add(file);
      file.once('close', () => {
        ending.abort();
        this.open.delete(file);
        leave();
      });
      const disposition = `attachment; filename="products.${format}"`;
      return new StreamableFile(file, { type: MEDIA_TYPES[format], disposition });
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Breaks all exports off: the largest take minutes, and a process that stops has seconds. */
  beforeApplicationShutdown(): void {
    for (const file of this.open) file.destroy(new AppError('Unavailable', { retryAfter: 1 }));
  }

  private async assertFitsSheet(actor: Actor, filters: ProductFilters): Promise<void> {
    const { exact } = await this.bus.request(countProducts, { actor, ...filters, upTo: MAX_SHEET_ROWS });
    if (exact) return;
    const message = `A spreadsheet holds at most ${MAX_SHEET_ROWS} products. Choose csv or jsonl, or fewer products.`;
    throw new AppError('InvalidArgument', { target: 'format', message });
  }

  private async *pages(actor: Actor, filters: ProductFilters, signal: AbortSignal): Pages {
    const context = currentContext() ?? { requestId: newRequestId() };
    let nextToken: string | undefined;
    do {
      const input = { actor, ...filters, limit: PAGE, nextToken };
      const ask = (): Promise<ProductList> =>
        withContext({ ...context, deadline: performance.now() + PAGE_MS }, async () => {
          const json = await this.bus.requestJson(listProducts, input);
          return JSON.parse(json.toString()) as ProductList;
        });
      const page = nextToken ? await retryTransient(ask, { signal, forMs: RETRY_MS }) : await ask();
      const revoked = this.revocations.check(actor.sessionId);
      if (revoked) throw revoked;
      const isMember = () => this.memberships.assertMember(actor);
      await (nextToken ? retryTransient(isMember, { signal, forMs: RETRY_MS }) : isMember());
      yield page.products;
      nextToken = page.nextToken;
    } while (nextToken);
  }
}

async function* startingWith(first: IteratorResult<Product[], unknown>, rest: Pages): Pages {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

function fileOf(format: ExportFormat, pages: Pages): Readable {
  if (format === 'xlsx') return spreadsheetOf('Products', rowsOf(pages));
  const lines = format === 'csv' ? csvOf(pages) : jsonLinesOf(pages);
  return Readable.from(lines, { objectMode: false });
}

async function* rowsOf(pages: Pages): AsyncGenerator<(string | number)[]> {
  yield [...COLUMNS];
  for await (const page of pages) for await (const product of inTurns(page)) yield sheetCellsOf(product);
}

async function* csvOf(pages: Pages): AsyncGenerator<string> {
  yield `${UTF8_BOM}${COLUMNS.join(',')}\r\n`;
  for await (const page of pages) yield await textOf(page, (product) => csvLine(cellsOf(product)));
}

async function* jsonLinesOf(pages: Pages): AsyncGenerator<string> {
  for await (const page of pages) yield await textOf(page, (product) => `${JSON.stringify(product)}\n`);
}

async function textOf(page: readonly Product[], lineOf: (product: Product) => string): Promise<string> {
  const lines: string[] = [];
  for await (const product of inTurns(page)) lines.push(lineOf(product));
  return lines.join('');
}
