// Titles of the offline composer: what it takes for the name of a product, and how titles differ.
import { composed, productTask, taskOf } from '../../test/compositions.ts';
import { textOf } from '../applications/output-schema.rules.ts';
import type { Item } from '../applications/port.ts';

function titlesOf(title: string, brand: string, inputs: Record<string, unknown> = {}): string[] {
  const items = composed(taskOf('product-title', { title, brand, variants: 3, ...inputs })) as Item[];
  return items.map(({ text }) => textOf(text));
}

it.each([
  ['Fonari US Version, Refurbished, Velto 11, 64GB', 'Fonari', 'Fonari Velto 11, US Version, Refurbished, 64GB'],
  ['Fonari Velto 11, 64GB, US Version, Refurbished', 'Fonari', 'Fonari Velto 11, 64GB, US Version, Refurbished'],
  ['Velto Earbuds Plus, Red', 'Velto Electronics', 'Velto Electronics Earbuds Plus, Red'],
  ['VELTE Shampoo, 28 oz', 'VELTÉ', 'VELTÉ Shampoo, 28 oz'],
  ['Panfield Nonstick Frying Pan Egg Pan Omelet Pan', 'Panfield', 'Panfield Nonstick Frying Pan Egg Pan'],
  ['Shelf for Kitchen, Office, Bedroom, Garage', 'Oakline', 'Oakline Shelf for Kitchen'],
  ['Halo Ring Light, Lamp for Photography, YouTube, TikTok, Black', 'Halo', 'Halo Ring Light, Lamp for Photography, Black'],
  ['Haltwell Brake Pads for Ford Focus, Seat Leon', 'Haltwell', 'Haltwell Brake Pads for Ford Focus, Seat Leon'],
  ['Halo Ball Ornaments ,24Pcs of Glass', 'Halo', 'Halo Ball Ornaments, 24Pcs of Glass'],
  ['oak', '', 'Oak'],
  ['Velto iPhone sleeve of felt and cork', 'Velto', 'Velto iPhone Sleeve of Felt and Cork'],
  ['Halo Drill Bits, 1.0mm - 13.0mm Shanks, Steel', 'Halo', 'Halo Drill Bits, 1.0mm - 13.0mm Shanks, Steel'],
  ['Halo Kettle 500 ml - 2 Pack', 'Halo', 'Halo Kettle 500 ml, 2 Pack'],
  ['Halo Hotel Kit; Includes Emma, Stephanie and Amelia; Blue', 'Halo', 'Halo Hotel Kit, Includes Emma, Stephanie and Amelia, Blue'],
  ['Halo Heartlake City Grand Hotel Kit; Includes Emma, Stephanie, River and Amelia; Blue', 'Halo', 'Halo Heartlake City Grand Hotel Kit, Blue'],
  ['Halo Hotel Kit, Includes Emma', 'Halo', 'Halo Hotel Kit, Includes Emma'],
  ['Halo Garden Hose Set; Includes Nozzle and Reel; 30 m; Kink-Free Rubber; for Lawn and Patio', 'Halo', 'Halo Garden Hose Set, Includes Nozzle and Reel, 30 m, Kink-Free Rubber'],
  ['Halo Hose Set; Includes Nozzle; 30 m; Kink-Free Rubber; for Lawn and Patio of Yours', 'Halo', 'Halo Hose Set, Includes Nozzle, 30 m, Kink-Free Rubber'],
  ['Halo Hose Set; Includes Nozzle; Light Enough for Children; for Lawn and Patio of Yours', 'Halo', 'Halo Hose Set, Includes Nozzle, Light Enough for Children'],
  ['Halo Hose Set; Includes Nozzle; Kink-Free Rubber; for Lawn and Patio of Yours, Green and Gray', 'Halo', 'Halo Hose Set, Includes Nozzle, Kink-Free Rubber, Green and Gray'],
])('“%s” of %s becomes “%s”', (title, brand, expected) => {
  expect(titlesOf(title, brand)[0]).toBe(expected);
}); // prettier-ignore

it.each([
  ['zh', 'CN', '砧小二抗菌竹切菜板大号', '砧小二', '砧小二 抗菌竹切菜板大号'],
  ['zh', 'CN', '凤庆滇红茶 罐装礼盒 养胃降三高', '云岭', '云岭 凤庆滇红茶 罐装礼盒'],
  ['zh', 'CN', '抖音爆款 恒温水壶婴儿 买一送五', '暖芽', '暖芽 恒温水壶婴儿'],
  ['ja', 'JP', 'まつげ美容液 まつ毛が伸びる 日本製 メール便', 'マツ', 'マツ まつげ美容液 日本製'],
  ['ja', 'JP', '2024最新進化版 車載ホルダー 吸盤 業界No.1', 'ドライ', 'ドライ 車載ホルダー 吸盤'],
  ['zh', 'CN', '厂家直销 铁锤叔家用工具箱 铁锤叔 128件套', '铁锤叔', '铁锤叔 家用工具箱 128件套'],
  ['en', 'UK', 'Pedovane Insoles Arch Support Plantar Fasciitis Relief', 'Pedovane', 'Pedovane Insoles Arch Support'],
  ['de', 'DE', 'Ortavella Kniebandage zweifach gegen Schmerzen bei Arthrose', 'Ortavella', 'Ortavella Kniebandage zweifach'],
  ['ja', 'JP', '楽天1位獲得 医師監修 電動マッサージガン 静音', 'ケア', 'ケア 電動マッサージガン 静音'],
  ['it', 'IT', 'Caffè in grani Torrefazione Selmondi miscela "Mezzanotte" 80% arabica 20% robusta', 'Torrefazione Selmondi', 'Torrefazione Selmondi Caffè in grani miscela "Mezzanotte" 80% arabica'],
  ['it', 'IT', 'pigiama uomo invernale cotone interlock lungo serafino TAGLIE FORTI fino 6XL', 'Notturnia', 'Notturnia Pigiama uomo invernale cotone interlock lungo serafino'],
  ['en', 'US', 'Burrow and Bale Timothy Hay 4kg', 'Burrow & Bale', 'Burrow & Bale Timothy Hay 4kg'],
  ['fr', 'FR', 'Matelas autogonflant 1 place, pour tente / van / rando', 'Bivouak', 'Bivouak Matelas autogonflant 1 place, pour tente'],
  // What they claim is left out, and the product stays.
  ['en', 'US', 'Copper Compression Knee Brace for Knee Pain Relief and Sports', 'CopperFit', 'CopperFit Copper Compression Knee Brace'],
  ['en', 'US', 'Shiatsu Massager for Neck and Back Pain Relief with Heat', 'Dormi', 'Dormi Shiatsu Massager'],
  ['en', 'US', 'Heating Pad Back Pain Relief, Gray', 'Dormi', 'Dormi Heating Pad, Gray'],
  ['en', 'US', 'Biotin Shampoo Reduces Hair Loss for Women', 'Halo', 'Halo Biotin Shampoo'],
  ['en', 'US', 'Foot Cream for Dry Cracked Heels Soothes Eczema and Psoriasis', 'Halo', 'Halo Foot Cream for Dry Cracked Heels'],
  ['en', 'US', 'Acupressure Mat to Relieve Back Pain and Stress 68 x 42 cm', 'Zenny', 'Zenny Acupressure Mat'],
  ['en', 'US', 'LED Face Mask Removes Acne and Fine Lines 7 Colours', 'Halo', 'Halo LED Face Mask'],
  ['en', 'US', 'Calming Dog Treats Anxiety Relief', 'Halo', 'Halo Calming Dog Treats'],
  ['en', 'US', 'Natural Pain Relief Cream, 50 ml', 'Halo', 'Halo Cream, 50 ml'],
  ['en', 'US', 'Sleeve for Arthritis, Men and Women, Size L', 'Halo', 'Halo Sleeve, Men and Women, Size L'],
  ['de', 'DE', 'Kessel aus Glas, enthält Sieb und Deckel, 500 ml, für Tee, schwarz und weiß', 'Halo', 'Halo Kessel aus Glas, enthält Sieb und Deckel, 500 ml, für Tee'],
  ['de', 'DE', 'Massagegerät lindert Nackenschmerzen und Verspannungen, Schwarz', 'Relaxo', 'Relaxo Massagegerät, Schwarz'],
  ['de', 'DE', 'Fußcreme lindert trockene Haut und Ekzeme', 'Relaxo', 'Relaxo Fußcreme'],
  ['de', 'DE', 'Kniebandage bei Knieschmerzen für Damen und Herren, Größe L', 'Relaxo', 'Relaxo Kniebandage, Größe L'],
  ['de', 'DE', 'Kissen für Rücken- und Nackenschmerzen, Grau', 'Relaxo', 'Relaxo Kissen, Grau'],
  ['fr', 'FR', 'Genouillère pour douleurs du genou, taille L', 'Relaxo', 'Relaxo Genouillère, taille L'],
  ['fr', 'FR', 'Coussin cervical apaise les douleurs du cou 60 x 40 cm', 'Relaxo', 'Relaxo Coussin cervical'],
  ['es', 'ES', 'Plantillas reducen el dolor de pies, talla L', 'Relaxo', 'Relaxo Plantillas, talla L'],
  ['es', 'ES', 'Crema antiarrugas, 50 ml', 'Relaxo', 'Relaxo Crema, 50 ml'],
  ['it', 'IT', 'Cuscino cervicale allevia i dolori del collo 60 x 40 cm', 'Relaxo', 'Relaxo Cuscino cervicale'],
  ['zh', 'CN', '艾草护膝缓解关节疼痛 男女通用 黑色', '暖康', '暖康 艾草护膝 男女通用 黑色'],
  ['zh', 'CN', '缓解颈椎疼痛按摩仪 黑色', '暖康', '暖康 按摩仪 黑色'],
  ['ja', 'JP', '磁気ネックレス肩こり解消 メンズ ブラック', 'マツ', 'マツ 磁気ネックレス メンズ ブラック'],
  ['ja', 'JP', '肩こり解消マッサージクッション ブラック', 'マツ', 'マツ マッサージクッション ブラック'],
])('in %s, of %s, “%s” of %s becomes “%s”', (language, marketplace, title, brand, expected) => {
  const task = productTask('product-title', { title, brand }, { language, marketplace });
  expect(textOf((composed(task) as Item[])[0]?.text)).toBe(expected);
}); // prettier-ignore

it('a title that is one claim without blanks is told by its category', () => {
  const product = { title: '买2送1 润漾美白淡斑面膜', brand: '润漾', tags: ['美妆', '面膜'] };
  const task = productTask('product-title', product, { language: 'zh', marketplace: 'CN' });
  expect(textOf((composed(task) as Item[])[0]?.text)).toBe('润漾 面膜');
});

it('titles name the colour and the size last, once', () => {
  const facts = { color: 'Blue', size: '120 cm', material: 'Solid oak' };
  expect(titlesOf('Oakline Garden Bench', 'Oakline', facts)[0]).toBe(
    'Oakline Garden Bench, Solid Oak, Blue, 120 cm',
  );
  expect(titlesOf('Oakline Garden Bench, Dark Blue, 120cm', 'Oakline', facts)[0]).toBe(
    'Oakline Garden Bench, Solid Oak, Dark Blue, 120cm',
  );
});

it('titles that are too long end before “with”', () => {
  const title = 'Oakline Garden Bench of Solid Oak with a High Backrest and Two Armrests that Fold Away';
  expect(titlesOf(title, 'Oakline')[0]).toBe('Oakline Garden Bench of Solid Oak');
});

it('titles do not differ in capitals alone', () => {
  const titles = titlesOf('Oakline Garden Bench, Solid Oak', 'Oakline', { material: 'Solid oak' });
  expect(new Set(titles.map((title) => title.toLowerCase())).size).toBe(titles.length);
});

it('a size in figures alone has its label', () => {
  expect(titlesOf('Oakline Hiking Socks', 'Oakline', { size: '6-11' })[0]).toBe(
    'Oakline Hiking Socks, Size 6-11',
  );
});

it('titles of books stay as they are', () => {
  const title = 'The Keeper: A Novel (Book 2)';
  expect(titlesOf(title, 'Tidewater Press', { media: true })[0]).toBe(title);
});

it('titles keep a number word of Chinese where the facts do not tell their language', () => {
  const product = {
    title: '素麻集 亚麻棉四件套 1.8米床',
    brand: '素麻集',
    features: ['通过OEKO-TEX Standard 100认证'],
  };
  const items = composed(
    productTask('product-title', product, { language: 'zh', marketplace: 'CN' }),
  ) as Item[];
  expect(textOf(items[0]?.['text'])).toContain('四件套');
});

it.each([
  ['fr', 'Truffe Panier pour chien ☆ Coussin moelleux lavable ☆ Taille L 90x70cm ☆ Gris', 'Truffe', 'Truffe Panier pour chien, Coussin moelleux lavable, Taille L 90 x 70 cm'],
  ['fr', 'Ténéris Tapis de yoga antidérapant pliable souple 183 x 61 cm et épaisseur 60 mm', 'Ténéris', 'Ténéris Tapis de yoga antidérapant pliable souple 183 x 61 cm'],
  ['es', 'FREIDORA SIN ACEITE DE AIRE 5,5L COCINASA', 'COCINASA', 'COCINASA Freidora sin Aceite de Aire 5,5 L'],
  ['it', 'MACINACAFFÈ ELETTRICO A LAME 150W acciaio inox 70g Brù', 'Brù', 'Brù Macinacaffè Elettrico a Lame 150 W acciaio inox 70 g'],
  ['de', 'BREMSBELÄGE VORNE SATZ 4-TEILIG passend für VW GOLF 7 AUDI A3 SKODA OCTAVIA SEAT LEON', 'Bosvik', 'Bosvik Bremsbeläge Vorne Satz 4-teilig'],
  ['de', 'Scheibenwischer Set vorne 650mm/400mm Flachbalken für Opel Corsa E', 'Klarsicht24', 'Klarsicht24 Scheibenwischer Set vorne 650 mm/400 mm für Opel Corsa E'],
  ['fr', 'Plaquettes de frein avant pour Peugeot 208, Citroën C3, DS3', 'Ferolis', 'Ferolis Plaquettes de frein avant pour Peugeot 208, Citroën C3, DS3'],
  ['de', 'Gaming Maus kabellos RGB 16000 DPI 7 Tasten wiederaufladbar leise Klicks schwarz', 'Kestrix', 'Kestrix Gaming Maus kabellos RGB 16000 DPI 7 Tasten wiederaufladbar'],
  ['fr', 'PERCEUSE VISSEUSE SANS FIL 18V 2 BATTERIES 2AH', 'Forgeac', 'Forgeac Perceuse Visseuse sans Fil 18 V 2 Batteries 2 Ah'],
  ['en', 'New ! Inspiron 15 Laptop', 'Delta', 'Delta Inspiron 15 Laptop'],
  ['de', 'Ohrringe Silber 925 Creolen klein 12mm Geschenk für Frauen Freundin', 'Lumaris', 'Lumaris Ohrringe Silber 925 Creolen klein 12 mm'],
  ['es', 'PENDIENTES PLATA ARO PEQUEÑO 10MM CHAPADO ORO REGALO CUMPLEAÑOS', 'Marisol', 'Marisol Pendientes Plata Aro Pequeño 10 mm Chapado Oro'],
  ['fr', 'Papier cadeau kraft, rouleau 10m', 'Papetine', 'Papetine Papier cadeau kraft, rouleau 10 m'],
  ['ja', '日焼け止め SPF50+ PA++++ ジェル 60g', 'ヒナタノ', 'ヒナタノ 日焼け止め SPF50+ PA++++ ジェル 60g'],
  ['zh', '【顺丰包邮】纯银耳环女2025新款小众设计高级感耳扣', '沐言', '沐言 纯银耳环女耳扣'],
  ['en', 'Loft Insulation Roll 100mm x 1.14m = 8.3sqm', 'Thermoroll', 'Thermoroll Loft Insulation Roll 100mm x 1.14m, 8.3sqm'],
  ['en', 'kids water bottle 400ml leakproof straw dinosaur school nursery lunch girls boys toddler', 'Splodge', 'Splodge Kids Water Bottle 400ml'],
  ['es', 'Albera Toallas de baño 500 g/m², juego de 6 (2 baño, 2 lavabo, 2 tocador)', 'Albera', 'Albera Toallas de baño 500 g/m², juego de 6'],
])('in %s “%s” of %s becomes “%s”', (language, title, brand, expected) => {
  const [first] = composed(taskOf('product-title', { title, brand }, language)) as Item[];
  expect(textOf(first?.['text'])).toBe(expected);
}); // prettier-ignore

it('a colour stands in a title once, in whatever form', () => {
  const inputs = { title: 'Macchina espresso, NERA', brand: 'Aromia', colore: 'Nero' };
  const [first] = composed(taskOf('product-title', inputs, 'it')) as Item[];
  expect(textOf(first?.['text'])).toBe('Aromia Macchina espresso, NERA');
});

it('a title that is cut at its category ends with the whole of it', () => {
  const title =
    'Mogsworth Cat Tree Tower 145cm Multi-Level Cat Scratching Post Condo Sisal Hammock Plush Perch';
  const product = { title, brand: 'Mogsworth', tags: ['Pet Supplies', 'Cat Trees'] };
  const [first] = composed(productTask('product-title', product)) as Item[];
  expect(textOf(first?.['text'])).not.toMatch(/Multi-Level Cat$/);
});

it('a title that is cut at its category keeps the noun that its name ends with', () => {
  const title = 'Acme Garden Hose Reel Cart Heavy Duty Metal Outdoor Yard Lawn Water Planting';
  const [first] = composed(
    productTask('product-title', { title, brand: 'Acme', tags: ['Hoses', 'Reels'] }),
  ) as Item[];
  expect(textOf(first?.['text'])).toBe('Acme Garden Hose Reel Cart');
});

it('the title of a book is spelt as it is', () => {
  const title = 'The Color of Harbors: A Novel';
  const product = { title, brand: 'Tidewater Press' };
  const task = productTask('product-title', product, { language: 'en-GB', marketplace: 'UK' });
  const [first] = composed({ ...task, inputs: { media: true } }) as Item[];
  expect(textOf(first?.['text'])).toBe(title);
});

it('a title in one piece that is cut has its colour at the end', () => {
  const product = {
    title:
      'Lampada da terra LED dimmerabile con telecomando lampada piantana moderna salotto camera nero opaco',
    brand: 'Luceviva',
    specification: 'Colore: Nero opaco',
  };
  const task = productTask('product-title', product, { language: 'it', marketplace: 'IT' });
  const [first] = composed(task) as Item[];
  expect(textOf(first?.['text'])).toBe('Luceviva Lampada da terra LED dimmerabile, Nero opaco');
});

it.each([
  ['Boys School Shoes Black Leather Hook and Loop Scuff Resistant Size 13', 'Playtime Soles', /Loop$/],
  ['Electric Blanket Double Bed Heated Mattress Cover 9 Heat Settings Timer', 'Hearthside', /Cover$/],
])('“%s” is cut before words that belong together', (title, brand, end) => {
  expect(titlesOf(title, brand)[0]).toMatch(end);
});

it('a measure stands in a title once, in whatever spelling of its unit', () => {
  const product = {
    title: 'Zaino Scuola 28L',
    brand: 'Fantasia',
    specification: 'Colore: Rosa\nCapacità: 28 litri',
  };
  const task = productTask('product-title', product, { language: 'it', marketplace: 'IT' });
  const [first] = composed(task) as Item[];
  expect(textOf(first?.['text'])).toBe('Fantasia Zaino Scuola 28 L, Rosa');
});

it('names of models in capitals stay in a title', () => {
  expect(titlesOf('VELTO ROG STRIX gaming laptop', 'VELTO')[0]).toBe('VELTO ROG STRIX Gaming Laptop');
});

it('a title of nouns alone is taken for no other language', () => {
  const title = 'Kitchen Sink Caddy Sponge Holder Organizer Stainless Steel Rustproof Dish Brush Soap Rack';
  const [meta] = composed(
    taskOf('seo-meta', { title, brand: 'Cleanwell', description: 'It keeps sponges dry.' }),
  ) as Item[];
  expect(textOf(meta!.title)).toMatch(/^Cleanwell Kitchen Sink Caddy Sponge Holder Organizer/);
});

it('a name that is cut ends with the nearest category, and the one above counts where that has no word of it', () => {
  const title =
    'Thornby Bypass Pruning Shears 8 Inch Professional Sharp Garden Clippers Safety Lock Red Steel';
  const titleOf = (tags: string[]): string => {
    const items = composed(productTask('product-title', { title, brand: 'Thornby', tags })) as Item[];
    return textOf(items[0]?.['text']);
  };
  expect(titleOf(['Lawn & Garden', 'Garden', 'Pruning Shears'])).toBe('Thornby Bypass Pruning Shears 8 Inch');
  expect(titleOf(['Garden', 'Pruning Shears', 'Bypass'])).toBe('Thornby Bypass Pruning Shears 8 Inch');
});
