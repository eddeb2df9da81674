// The marketplace's pictures.
import { Controller, Get, Header, NotFoundException, Param } from '@nestjs/common';
import { CatalogService } from '../marketplace/catalog.service.ts';

@Controller('images')
export class PicturesController {
  constructor(private readonly catalog: CatalogService) {}

  @Get(':asin/:file')
  @Header('content-type', 'image/svg+xml')
  @Header('cache-control', 'public, max-age=86400')
  get(@Param('asin') asin: string, @Param('file') file: string): string {
    const picture = this.catalog.picture(asin, file);
    if (picture === undefined) throw new NotFoundException();
    return picture;
  }
}
