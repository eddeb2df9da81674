// Lists the words of invented products by language: each language has the same products, materials and colours in
// the same order.

/** Words of one language. `bullets` and `description` are templates: {noun}, {material} and so on are filled in. */
export type ProductWords = Record<'nouns' | 'departments' | 'materials' | 'colors' | 'bullets', string[]> & {
  description: string;
  /** Bullet points of each noun, in front of those that all have. */
  features?: string[][];
};

const HOME = 0;
const OUTDOOR = 1;
const AUDIO = 2;
const OFFICE = 3;

/** Kinds of invented products, in the order of `nouns`; departments and materials by their index. */
export const PRODUCT_KINDS = [
  { productType: 'LAMP', department: HOME, materials: [0, 4] },
  { productType: 'BACKPACK', department: OUTDOOR, materials: [1, 7] },
  { productType: 'BOTTLE', department: OUTDOOR, materials: [2, 3] },
  { productType: 'KETTLE', department: HOME, materials: [2, 3] },
  { productType: 'HEADPHONES', department: AUDIO, materials: [3, 0] },
  { productType: 'OFFICE_CHAIR', department: OFFICE, materials: [1, 4] },
  { productType: 'EXERCISE_MAT', department: OUTDOOR, materials: [5, 7] },
  { productType: 'NOTEBOOK', department: OFFICE, materials: [6, 7] },
  { productType: 'STORAGE_BASKET', department: HOME, materials: [7, 3] },
  { productType: 'UMBRELLA', department: OUTDOOR, materials: [1, 0] },
] as const;

// prettier-ignore
/** Words by ISO 639-1 code. */
export const WORDS = {
  en: {
    nouns: ['Desk Lamp', 'Backpack', 'Water Bottle', 'Electric Kettle', 'Headphones', 'Office Chair', 'Exercise Mat', 'Notebook', 'Storage Basket', 'Umbrella'],
    departments: ['Home & Kitchen', 'Sports & Outdoors', 'Electronics', 'Office Products'],
    materials: ['Aluminum', 'Polyester', 'Stainless Steel', 'Plastic', 'Oak Wood', 'Rubber', 'Paper', 'Cotton'],
    colors: ['Black', 'White', 'Blue', 'Green', 'Gray'],
    features: [
      ['Three brightness levels: a tap on the base changes the light', 'The arm tilts and the head turns, so that the light falls where you read', 'Cord of 6 ft with a switch'],
      ['Padded back and shoulder straps for long days', 'A sleeve inside holds a laptop or a tablet', 'Two side pockets for bottles or an umbrella'],
      ['Leak-proof lid with a carrying loop', 'Wide mouth that takes ice cubes and is easy to clean', 'Fits most cup holders and bike cages'],
      ['Shuts off by itself when the water boils or the kettle is empty', 'The lid opens at the push of a button', 'Turns on its base, for the right and the left hand'],
      ['Cushioned ear cups rest lightly around the ears', 'Folds flat for the bag', 'Built-in microphone for calls'],
      ['Seat height, backrest and armrests can be adjusted', 'Lumbar support for the lower back', 'Five casters that roll on carpet and hard floors'],
      ['Textured surface that keeps hands and feet in place', 'Cushions knees and elbows on hard floors', 'Rolls up, with a strap to carry it'],
      ['Ruled pages of smooth paper for pen and pencil', 'Opens flat and stays open', 'Ribbon marker and a pocket inside the back cover'],
      ['Two handles to lift and carry it', 'Keeps its shape when it is empty', 'Stacks into another one when it is not in use'],
      ['Opens and closes at the push of a button', 'Frame that gives way in a gust and springs back', 'Comes with a sleeve of the same color'],
    ],
    bullets: ['In the box: {noun} and short manual'],
    description: 'Made for every day: the {brand} {noun} of {material} in {color}, model {model}.',
  },
  es: {
    nouns: ['Lámpara de escritorio', 'Mochila', 'Botella de agua', 'Hervidor eléctrico', 'Auriculares', 'Silla de oficina', 'Esterilla de ejercicio', 'Cuaderno', 'Cesta de almacenaje', 'Paraguas'],
    departments: ['Hogar y cocina', 'Deportes y aire libre', 'Electrónica', 'Oficina y papelería'],
    materials: ['Aluminio', 'Poliéster', 'Acero inoxidable', 'Plástico', 'Madera de roble', 'Caucho', 'Papel', 'Algodón'],
    colors: ['Negro', 'Blanco', 'Azul', 'Verde', 'Gris'],
    bullets: ['Construcción resistente para el uso diario; material: {material}', 'Color: {color}; modelo {model} de {brand}', 'Dimensiones: {size}; peso: {weight}', 'Fácil de cuidar: se limpia con un paño húmedo', 'Contenido de la caja: {noun} y manual breve'],
    description: '{noun} {model} de {brand}. Material: {material}. Color: {color}. Mide {size} y pesa {weight}.',
  },
  pt: {
    nouns: ['Luminária de mesa', 'Mochila', 'Garrafa de água', 'Chaleira elétrica', 'Fones de ouvido', 'Cadeira de escritório', 'Tapete de exercícios', 'Caderno', 'Cesto organizador', 'Guarda-chuva'],
    departments: ['Casa e cozinha', 'Esporte e ar livre', 'Eletrônicos', 'Escritório e papelaria'],
    materials: ['Alumínio', 'Poliéster', 'Aço inoxidável', 'Plástico', 'Madeira de carvalho', 'Borracha', 'Papel', 'Algodão'],
    colors: ['Preto', 'Branco', 'Azul', 'Verde', 'Cinza'],
    bullets: ['Construção resistente para o uso diário; material: {material}', 'Cor: {color}; modelo {model} da {brand}', 'Dimensões: {size}; peso: {weight}', 'Fácil de cuidar: limpe com um pano úmido', 'Conteúdo da caixa: {noun} e manual breve'],
    description: '{noun} {model} da {brand}. Material: {material}. Cor: {color}. Mede {size} e pesa {weight}.',
  },
  de: {
    nouns: ['Schreibtischlampe', 'Rucksack', 'Trinkflasche', 'Wasserkocher', 'Kopfhörer', 'Bürostuhl', 'Gymnastikmatte', 'Notizbuch', 'Aufbewahrungskorb', 'Regenschirm'],
    departments: ['Küche, Haushalt & Wohnen', 'Sport & Freizeit', 'Elektronik', 'Bürobedarf'],
    materials: ['Aluminium', 'Polyester', 'Edelstahl', 'Kunststoff', 'Eichenholz', 'Gummi', 'Papier', 'Baumwolle'],
    colors: ['Schwarz', 'Weiß', 'Blau', 'Grün', 'Grau'],
    bullets: ['Robust gebaut für jeden Tag, gefertigt aus {material}', 'Farbe: {color}, Modell {model} von {brand}', 'Maße: {size}, Gewicht: {weight}', 'Pflegeleicht: mit einem feuchten Tuch abwischen', 'Lieferumfang: {noun} und Kurzanleitung'],
    description: '{noun} {model} von {brand}, gefertigt aus {material}. Farbe: {color}. Die Maße betragen {size}, das Gewicht beträgt {weight}.',
  },
  fr: {
    nouns: ['Lampe de bureau', 'Sac à dos', 'Gourde', 'Bouilloire électrique', 'Casque audio', 'Chaise de bureau', 'Tapis de gymnastique', 'Carnet', 'Panier de rangement', 'Parapluie'],
    departments: ['Cuisine et maison', 'Sports et loisirs', 'High-Tech', 'Fournitures de bureau'],
    materials: ['Aluminium', 'Polyester', 'Acier inoxydable', 'Plastique', 'Bois de chêne', 'Caoutchouc', 'Papier', 'Coton'],
    colors: ['Noir', 'Blanc', 'Bleu', 'Vert', 'Gris'],
    bullets: ['Conception solide pour un usage quotidien ; matière : {material}', 'Couleur : {color} ; modèle {model} de {brand}', 'Dimensions : {size} ; poids : {weight}', 'Entretien facile : se nettoie avec un chiffon humide', 'Contenu de la boîte : {noun} et notice abrégée'],
    description: '{noun} {model} de {brand}. Matière : {material}. Couleur : {color}. Dimensions : {size}. Poids : {weight}.',
  },
  it: {
    nouns: ['Lampada da scrivania', 'Zaino', 'Borraccia', 'Bollitore elettrico', 'Cuffie', 'Sedia da ufficio', 'Tappetino da ginnastica', 'Taccuino', 'Cesto portaoggetti', 'Ombrello'],
    departments: ['Casa e cucina', 'Sport e tempo libero', 'Elettronica', 'Cancelleria e ufficio'],
    materials: ['Alluminio', 'Poliestere', 'Acciaio inossidabile', 'Plastica', 'Legno di quercia', 'Gomma', 'Carta', 'Cotone'],
    colors: ['Nero', 'Bianco', 'Blu', 'Verde', 'Grigio'],
    bullets: ['Struttura robusta per l’uso quotidiano; materiale: {material}', 'Colore: {color}; modello {model} di {brand}', 'Dimensioni: {size}; peso: {weight}', 'Facile da pulire con un panno umido', 'Contenuto della confezione: {noun} e istruzioni brevi'],
    description: '{noun} {model} di {brand}. Materiale: {material}. Colore: {color}. Misura {size} e pesa {weight}.',
  },
  nl: {
    nouns: ['Bureaulamp', 'Rugzak', 'Drinkfles', 'Waterkoker', 'Koptelefoon', 'Bureaustoel', 'Fitnessmat', 'Notitieboek', 'Opbergmand', 'Paraplu'],
    departments: ['Wonen & keuken', 'Sport & outdoor', 'Elektronica', 'Kantoorproducten'],
    materials: ['Aluminium', 'Polyester', 'Roestvrij staal', 'Kunststof', 'Eikenhout', 'Rubber', 'Papier', 'Katoen'],
    colors: ['Zwart', 'Wit', 'Blauw', 'Groen', 'Grijs'],
    bullets: ['Stevig gebouwd voor dagelijks gebruik, gemaakt van {material}', 'Kleur: {color}, model {model} van {brand}', 'Afmetingen: {size}, gewicht: {weight}', 'Eenvoudig schoon te maken met een vochtige doek', 'In de doos: {noun} en korte handleiding'],
    description: '{noun} {model} van {brand}, gemaakt van {material}. Kleur: {color}. De afmetingen zijn {size}, het gewicht is {weight}.',
  },
  sv: {
    nouns: ['Skrivbordslampa', 'Ryggsäck', 'Vattenflaska', 'Vattenkokare', 'Hörlurar', 'Kontorsstol', 'Träningsmatta', 'Anteckningsbok', 'Förvaringskorg', 'Paraply'],
    departments: ['Hem & kök', 'Sport & fritid', 'Elektronik', 'Kontorsprodukter'],
    materials: ['Aluminium', 'Polyester', 'Rostfritt stål', 'Plast', 'Ek', 'Gummi', 'Papper', 'Bomull'],
    colors: ['Svart', 'Vit', 'Blå', 'Grön', 'Grå'],
    bullets: ['Stabilt byggd för vardagsbruk, material: {material}', 'Färg: {color}, modell {model} från {brand}', 'Mått: {size}, vikt: {weight}', 'Lättskött: torka av med en fuktig trasa', 'I förpackningen: {noun} och kort bruksanvisning'],
    description: '{noun} {model} från {brand}. Material: {material}. Färg: {color}. Måtten är {size} och vikten är {weight}.',
  },
  pl: {
    nouns: ['Lampa biurkowa', 'Plecak', 'Butelka na wodę', 'Czajnik elektryczny', 'Słuchawki', 'Krzesło biurowe', 'Mata do ćwiczeń', 'Notatnik', 'Kosz do przechowywania', 'Parasol'],
    departments: ['Dom i kuchnia', 'Sport i turystyka', 'Elektronika', 'Artykuły biurowe'],
    materials: ['Aluminium', 'Poliester', 'Stal nierdzewna', 'Tworzywo sztuczne', 'Drewno dębowe', 'Guma', 'Papier', 'Bawełna'],
    colors: ['Czarny', 'Biały', 'Niebieski', 'Zielony', 'Szary'],
    bullets: ['Solidne wykonanie do codziennego użytku; materiał: {material}', 'Kolor: {color}; model {model} marki {brand}', 'Wymiary: {size}; waga: {weight}', 'Łatwe czyszczenie wilgotną ściereczką', 'W zestawie: {noun} i krótka instrukcja'],
    description: '{noun} {model} marki {brand}. Materiał: {material}. Kolor: {color}. Wymiary: {size}. Waga: {weight}.',
  },
  tr: {
    nouns: ['Masa lambası', 'Sırt çantası', 'Su şişesi', 'Elektrikli su ısıtıcısı', 'Kulaklık', 'Ofis koltuğu', 'Egzersiz matı', 'Defter', 'Saklama sepeti', 'Şemsiye'],
    departments: ['Ev ve mutfak', 'Spor ve outdoor', 'Elektronik', 'Ofis ürünleri'],
    materials: ['Alüminyum', 'Polyester', 'Paslanmaz çelik', 'Plastik', 'Meşe ahşap', 'Kauçuk', 'Kâğıt', 'Pamuk'],
    colors: ['Siyah', 'Beyaz', 'Mavi', 'Yeşil', 'Gri'],
    bullets: ['Günlük kullanım için sağlam yapı; malzeme: {material}', 'Renk: {color}; {brand} {model} modeli', 'Boyutlar: {size}; ağırlık: {weight}', 'Nemli bir bezle kolayca temizlenir', 'Kutu içeriği: {noun} ve kısa kılavuz'],
    description: '{brand} {model} {noun}. Malzeme: {material}. Renk: {color}. Boyutlar: {size}. Ağırlık: {weight}.',
  },
  ar: {
    nouns: ['مصباح مكتب', 'حقيبة ظهر', 'زجاجة ماء', 'غلاية كهربائية', 'سماعات رأس', 'كرسي مكتب', 'سجادة تمارين', 'دفتر ملاحظات', 'سلة تخزين', 'مظلة'],
    departments: ['المنزل والمطبخ', 'الرياضة والهواء الطلق', 'الإلكترونيات', 'منتجات المكتب'],
    materials: ['ألومنيوم', 'بوليستر', 'فولاذ مقاوم للصدأ', 'بلاستيك', 'خشب البلوط', 'مطاط', 'ورق', 'قطن'],
    colors: ['أسود', 'أبيض', 'أزرق', 'أخضر', 'رمادي'],
    bullets: ['تصميم متين للاستخدام اليومي، الخامة: {material}', 'اللون: {color}، الموديل {model} من {brand}', 'الأبعاد: {size}، الوزن: {weight}', 'سهل التنظيف بقطعة قماش مبللة', 'محتويات العبوة: {noun} ودليل مختصر'],
    description: '{noun} {model} من {brand}. الخامة: {material}. اللون: {color}. الأبعاد: {size}. الوزن: {weight}.',
  },
  ja: {
    nouns: ['デスクライト', 'リュックサック', 'ウォーターボトル', '電気ケトル', 'ヘッドホン', 'オフィスチェア', 'エクササイズマット', 'ノート', '収納バスケット', '傘'],
    departments: ['ホーム＆キッチン', 'スポーツ＆アウトドア', '家電', '文房具・オフィス用品'],
    materials: ['アルミニウム', 'ポリエステル', 'ステンレス鋼', 'プラスチック', 'オーク材', 'ゴム', '紙', '綿'],
    colors: ['ブラック', 'ホワイト', 'ブルー', 'グリーン', 'グレー'],
    bullets: ['毎日使える丈夫なつくり、素材：{material}', 'カラー：{color}、{brand}の型番{model}', 'サイズ：{size}、重量：{weight}', 'お手入れ簡単：湿らせた布で拭くだけです', '同梱物：{noun}と簡単な説明書'],
    description: '{brand}の{noun}（型番{model}）です。素材：{material}。カラー：{color}。サイズ：{size}。重量：{weight}。',
  },
} satisfies Record<string, ProductWords>;
