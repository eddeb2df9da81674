// Gives workspaces a few custom products, for demonstrations. A second run changes nothing.
import { Module } from '@nestjs/common';
import { v5 } from 'uuid';
import { z } from 'zod';
import { uuid, type ProductContent } from '#contracts';
import { bootTask, ConfigModule, taskArguments } from '#platform/boot';
import { loadConfig } from '#platform/config';
import { Database, DatabaseModule } from '#platform/database';
import { contentHash } from '#platform/crypto';
import { configSchema } from './config.ts';
import { ProductEntity } from './products/products.entity.ts';
import { ProductsStore } from './products/products.store.ts';

const seedSchema = z.object({ workspaceId: uuid });

const PRODUCTS: Omit<ProductContent, 'mainImage' | 'link'>[] = [
  {
    title: 'Fenwick Oak Serving Board, 40 cm',
    brand: 'Fenwick & Daughters',
    description:
      'A serving board cut from a single plank of European oak and finished with food-safe linseed oil. The handle is shaped for one hand; a leather loop lets it hang beside the stove.',
    specification:
      'Material: European oak\nLength: 40 cm\nWidth: 18 cm\nThickness: 2 cm\nFinish: Linseed oil',
    feature: 'Cut from a single plank of European oak',
    keywords: ['serving board', 'oak', 'kitchen'],
    tags: ['Home & Kitchen', 'Serveware', 'Boards'],
  },
  {
    title: 'Harbour Enamel Kettle, 1.8 l, Storm Blue',
    brand: 'Harbour',
    description:
      'An enamelled steel kettle for gas, electric and induction hobs. The wooden grip stays cool and the spout pours without dripping.',
    specification:
      'Capacity: 1.8 l\nMaterial: Enamelled steel\nHobs: Gas, electric, induction\nColour: Storm blue',
    feature: 'For gas, electric and induction hobs',
    keywords: ['kettle', 'enamel', 'induction'],
    tags: ['Home & Kitchen', 'Kettles'],
  },
  {
    title: 'Larkspur Merino Throw, 130 x 180 cm, Oatmeal',
    brand: 'Larkspur',
    description:
      'A throw woven from extra-fine merino wool with a hand-twisted fringe. Light enough for a summer evening, warm enough for a winter one.',
    specification: 'Material: 100% merino wool\nSize: 130 x 180 cm\nWeight: 620 g\nCare: Hand wash at 30 C',
    feature: 'Woven from extra-fine merino wool',
    keywords: ['throw', 'merino', 'blanket'],
    tags: ['Home & Kitchen', 'Bedding', 'Throws'],
  },
  {
    title: 'Tessel Desk Lamp with Dimmer, Brass',
    brand: 'Tessel',
    description:
      'A desk lamp with a jointed brass arm and a linen shade. The dimmer sits in the base; the cable is covered in cotton.',
    specification: 'Height: 48 cm\nMaterial: Brass, linen\nSocket: E14\nCable: 2 m',
    feature: 'Dimmer in the base',
    keywords: ['desk lamp', 'brass', 'dimmable'],
    tags: ['Home & Kitchen', 'Lighting', 'Desk Lamps'],
  },
];

const name = 'catalogue-seed';
const config = loadConfig(configSchema);
const seeds = taskArguments(seedSchema);

@Module({
  imports: [
    ConfigModule.forRoot(config),
    DatabaseModule.forRoot(config, name, { entities: [ProductEntity] }),
  ],
  providers: [ProductsStore],
})
class CatalogueSeedModule {}

await bootTask({ name, module: { module: CatalogueSeedModule }, config }, async (app) => {
  const products = app.get(ProductsStore, { strict: false });
  const database = app.get(Database, { strict: false });
  for (const { workspaceId } of seeds) {
    await database.forWorkspace(workspaceId, async (tx) => {
      for (const product of PRODUCTS) {
        const content = { ...product, mainImage: '', link: '' };
        const id = v5(content.title, workspaceId);
        await products.insertCustom(tx, { id, workspaceId, content, contentHash: contentHash(content) });
      }
    });
  }
});
