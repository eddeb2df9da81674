// Imports products from CSV files: checks the form of a file, then sends its rows to the catalogue in chunks.
import { isUtf8 } from 'node:buffer';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  createCsvImport,
  MAX_CHUNK_ROWS,
  MAX_CSV_ROWS,
  MAX_PRODUCT_BYTES,
  stageCsvChunk,
  type Actor,
  type AnswerOf,
  type CsvRow,
} from '#contracts';
import { newId, withOwnTime } from '#platform/context';
import { bytesHash } from '#platform/crypto';
import { invalidArgument } from '#platform/errors';
import { Bus } from '#platform/messaging';
import { inTurns } from '#platform/resilience';
import { ImportQuotaService } from '../import-quota/index.ts';
import { csvRowsOf } from '../csv/index.ts';
import { flawOfHeader, productRowOf } from './product-table.rules.ts';

/** Bytes of JSON from which a chunk is sent: with one more row it still fits through the bus. */
const CHUNK_BYTES = 256 * 1024;
/**
 * Time from one turn of a millisecond to the next one, in milliseconds: reading files gets a tenth of a processor, and one of 5 MB,
 * the largest, takes about a second. With a third of a processor, four clients that send files which are hard to read made the
 * requests of others wait eight times as long as alone.
 */
const EVERY_MS = 10;
/** Time to send a file to the catalogue, in milliseconds. */
const SEND_MS = 30_000;

@Injectable()
export class ProductImportService {
  constructor(
    private readonly bus: Bus,
    private readonly quota: ImportQuotaService,
  ) {}

  /**
   * Creates an import of a file. The file is read twice: nothing of it is sent before its form is known to be right, and no
   * more than a chunk of its rows is kept. When this process stops in between, the catalogue deletes what was sent. Errors:
   * InvalidArgument, UnsupportedMediaType, QuotaExceeded, those of the catalogue.
   */
  async create(
    actor: Actor,
    file: Buffer,
    key: { idempotencyKey?: string },
  ): Promise<AnswerOf<typeof createCsvImport>> {
    const text = textOf(file);
    const rows = await countRows(text);
    const fileHash = bytesHash(file); // in a turn of its own
    const input = { actor, importId: newId(), fileHash, ...key };
    const ask = async (onlyRepeat: boolean) => {
      const chunks = onlyRepeat ? 1 : await this.stage(actor, input.importId, text);
      return this.bus.request(createCsvImport, { ...input, chunks, onlyRepeat });
    };
    return withOwnTime(SEND_MS, () =>
      this.quota.within(actor, { items: rows, target: 'rows', key: key.idempotencyKey, ask }),
    );
  }

  /** Sends the rows of a file, and returns the number of chunks. */
  private async stage(actor: Actor, importId: string, text: string): Promise<number> {
    let chunk = 0;
    let rows: CsvRow[] = [];
    let bytes = 0;
    const send = async (): Promise<void> => {
      chunk += 1;
      await this.bus.request(stageCsvChunk, { actor, importId, chunk, rows }).catch(rethrowUnstored);
      [rows, bytes] = [[], 0];
    };
    for await (const row of rowsOf(text)) {
      rows.push(row);
      bytes += Buffer.byteLength(JSON.stringify(row));
      if (rows.length === MAX_CHUNK_ROWS || bytes >= CHUNK_BYTES) await send();
    }
    if (rows.length > 0) await send();
    return chunk;
  }
}

async function* rowsOf(text: string): AsyncGenerator<CsvRow> {
  let header: string[] | undefined;
  let row = 0;
  for await (const cells of inTurns(csvRowsOf(text), EVERY_MS)) {
    if (cells.length === 0) continue;
    if (header) yield productRowOf(header, cells, (row += 1), MAX_PRODUCT_BYTES);
    else header = cells;
  }
}

/** Counts the rows of a file. Errors: InvalidArgument for a file that cannot be imported. */
async function countRows(text: string): Promise<number> {
  let rows = -1;
  for await (const cells of inTurns(csvRowsOf(text), EVERY_MS)) {
    if (cells.length === 0) continue;
    const flaw = rows < 0 ? flawOfHeader(cells) : undefined;
    if (flaw) throw invalidArgument([flaw]);
    rows += 1;
    if (rows > MAX_CSV_ROWS) throw invalid(`A file has at most ${MAX_CSV_ROWS} rows.`);
  }
  if (rows < 1) throw invalid('The file has no rows: its first line is the header.');
  return rows;
}

/** The text of a file without its byte order mark. Errors: InvalidArgument for a file that is not UTF-8. */
function textOf(file: Buffer): string {
  const start = file.subarray(0, 4);
  const isUtf16 = start.includes(0) || ['fffe', 'feff'].includes(start.toString('hex', 0, 2));
  if (isUtf16) throw invalid('The file is UTF-16. Save it as UTF-8.');
  if (!isUtf8(file)) throw invalid('The file is not UTF-8. Save it as UTF-8 (in Excel: “CSV UTF-8”).');
  return file.toString().replace(/^\uFEFF/, '');
}

/** Throws the error of a chunk. A time-out leaves open what is stored, but rows are no import yet: they are not to be counted. */
function rethrowUnstored(error: unknown): never {
  const isLate = error instanceof AppError && error.code === 'UpstreamTimeout';
  throw isLate ? new AppError('Unavailable', { retryAfter: 1, cause: error }) : error;
}

const invalid = (message: string): AppError => new AppError('InvalidArgument', { message });
