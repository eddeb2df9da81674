// Accepts and rejects results, and checks texts that people wrote.
import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module.ts';
import { IntakeModule } from '../intake/intake.module.ts';
import { PoliciesModule } from '../policies/policies.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { TextsModule } from '../texts/texts.module.ts';
import { AcceptancesService } from './acceptances.service.ts';
import { AcceptancesStore } from './acceptances.store.ts';
import { ChecksService } from './checks.service.ts';
import { ChoicesService } from './choices.service.ts';
import { DocumentAcceptancesService } from './document-acceptances.service.ts';
import { ProductAcceptancesService } from './product-acceptances.service.ts';
import { ProductEditsClient } from './product-edits.client.ts';
import { RejectionsService } from './rejections.service.ts';
import { ReviewsRpcController } from './reviews-rpc.controller.ts';
import { ReviewsService } from './reviews.service.ts';
import { ReviewsStore } from './reviews.store.ts';

@Module({
  imports: [DocumentsModule, IntakeModule, PoliciesModule, ProductsModule, TextsModule],
  controllers: [ReviewsRpcController],
  providers: [
    AcceptancesService,
    AcceptancesStore,
    ChecksService,
    ChoicesService,
    DocumentAcceptancesService,
    ProductAcceptancesService,
    ProductEditsClient,
    RejectionsService,
    ReviewsService,
    ReviewsStore,
  ],
})
export class ReviewsModule {}
