// Serves the product pictures.
import { Controller, Get, Header, NotFoundException, Param } from '@nestjs/common';
import { SandboxProductsService } from './sandbox-products.service.ts';

@Controller('images')
export class PicturesController {
  constructor(private readonly products: SandboxProductsService) {}

  @Get(':asin/:file')
  @Header('content-type', 'image/svg+xml')
  @Header('cache-control', 'public, max-age=86400')
  get(@Param('asin') asin: string, @Param('file') file: string): string {
    const picture = this.products.picture(asin, file);
    if (picture === undefined) throw new NotFoundException();
    return picture;
  }
}
