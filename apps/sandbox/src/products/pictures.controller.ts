// Serves the product pictures: as SVG, and as PNG to those who say that they take that and no SVG.
import { Controller, Get, Header, Headers, NotFoundException, Param, StreamableFile } from '@nestjs/common';
import { SandboxProductsService } from './sandbox-products.service.ts';

@Controller('images')
export class PicturesController {
  constructor(private readonly products: SandboxProductsService) {}

  @Get(':asin/:file')
  @Header('cache-control', 'public, max-age=86400')
  @Header('vary', 'accept')
  get(
    @Param('asin') asin: string,
    @Param('file') file: string,
    @Headers('accept') accept = '*/*',
  ): StreamableFile {
    const wantsPixels = accept.includes('image/png') && !/svg|\*\/\*/.test(accept);
    const picture = wantsPixels ? this.products.pixels(asin, file) : this.products.picture(asin, file);
    if (picture === undefined) throw new NotFoundException();
    const type = wantsPixels ? 'image/png' : 'image/svg+xml';
    return new StreamableFile(Buffer.from(picture as Buffer), { type });
  }
}
