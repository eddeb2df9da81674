// Policies on claims: what a seller may not say of a product without proof, permission or decency.
import { detailPage, everywhere, type Wording } from './wording.rules.ts';

const RESTRICTED = {
  from: 'always',
  source: 'Seller Central help on bullet points, as quoted by three agencies; pesticide claims policy',
};

/** Environmental claims without a certificate. */
const ENVIRONMENT: Wording = {
  any: [
    'eco friendly|ecofriendly|environment friendly|(environmentally|ecologically) friendly|earth friendly|climate neutral|carbon neutral',
  ],
  de: ['umweltfreundlich*|umweltschonend*|klimaneutral*|ökologisch*'],
  fr: [
    'écologique|écologiques|écoresponsable|écoresponsables|respectueux de l environnement|respectueuse de l environnement',
  ],
  es: [
    'ecológico|ecológica|ecológicos|ecológicas|respetuoso con el medio ambiente|respetuosa con el medio ambiente',
  ],
  it: ['ecologico|ecologica|ecologici|ecologiche|ecosostenibile|rispettoso dell ambiente'],
  zh: ['环保|绿色无污染'],
  ja: ['環境に優しい|環境にやさしい|エコ素材|地球に優しい'],
};
/** Claims of a pesticide, and of plants that marketplaces want proved; facts that say so are taken for the proof. */
const BIOCIDE: Wording = {
  any: [
    'antibacterial|anti bacterial|antimicrobial|anti microbial|antifungal|kills (germs|bacteria|viruses)|made (from|of|with|out of) (bamboo|soy)|made (from|of|with|out of) _ (bamboo|soy)|made (from|of) # % (bamboo|soy)|made (from|of) # % _ (bamboo|soy)|contains (bamboo|soy)',
  ],
  de: ['antibakteriell*|antimikrobiell*|keimtötend*|aus bambus|aus soja'],
  fr: ['antibactérien|antibactérienne|antibactériens|antimicrobien|antimicrobienne|en bambou|en soja'],
  es: ['antibacteriano|antibacteriana|antibacterianos|antimicrobiano|antimicrobiana|de bambú|de soja'],
  it: ['antibatterico|antibatterica|antibatterici|antimicrobico|antimicrobica|in bambù|di bambù|di soia'],
  zh: ['抗菌|抑菌|杀菌|除菌|竹制|大豆制'],
  ja: ['抗菌|除菌|殺菌|竹製'],
};

const ILLNESSES =
  'arthritis|arthrosis|rheumatism|eczema|psoriasis|dandruff|acne|insomnia|anxiety|depression|migraine|migraines|diabetes|cancer|asthma|allergies|allergy|infection|infections|hypertension|inflammation|pain|back pain|neck pain|knee pain|heel pain|foot pain|muscle pain|joint pain|chronic pain|aches|colds|flu|disease|diseases|sciatica|plantar fasciitis|tendonitis|carpal tunnel|cramps|headaches|snoring|constipation|bloating|nausea|varicose veins|tinnitus|hair loss|cellulite|sore muscles|muscle tension|muscle soreness|stiffness|swelling|tired legs';
/** “Heals”, as what illnesses follow. */
const HEALS = {
  fr: '(guérit|guérir|soigne|soignent|soigner|soulage|soulagent|soulager|prévient|traite|apaise|apaisent|apaiser|atténue|atténuent|élimine|éliminent|combat|contre)',
  es: '(cura|curan|curar|alivia|alivian|aliviar|previene|previenen|trata|combate|sana|calma|calman|calmar|elimina|contra)',
  it: '(cura|curano|curare|guarisce|guariscono|allevia|alleviano|previene|prevengono|combatte|lenisce|attenua|calma|elimina|riduce|contro)',
};
const MEDICAL: Wording = {
  any: [
    `(cures|cure|curing|heals|heal|treats|treat|treating|prevents|prevent|relieves|relieve|relieving|alleviates|fights|combats|eliminates|eases|ease|easing|soothes|soothe|reduces|reduce|reducing|helps with|help with|helps against) (${ILLNESSES})`,
    `(cures|cure|heals|treats|treat|prevents|prevent|relieves|relieve|alleviates) _ (${ILLNESSES})`,
    '(boosts|boost|improves|improve|improving|promotes|promote|stimulates|supports) (your|the|) (health|metabolism|digestion|immunity|immune system|circulation|blood circulation|blood flow|hair growth|gut health)|(relieves|relieve|relieving) stress|(burns|burn|burning) fat|fat burning|(weight|fat) loss|lose weight|detox|detoxifies|detoxifying|hair regrowth|immune support|(no|any) effect on (blood pressure|blood sugar)',
    '(lowers|lower|reduces|reduce|regulates|stabilises|stabilizes) (blood pressure|blood sugar|cholesterol|stress hormones|inflammation)',
    'strengthens (the|your|) (immunity|immune system)|(anti inflammatory|pain relief|pain relieving)|(promotes|speeds up) healing|medicinal|therapeutic effect',
  ],
  de: [
    '(heilt|heilend|heilende|heilung|heilen) _|lindert _|linderung|hilft gegen (akne|allerg*|depress*|angst*|erkältung*)|(gegen|bei) (*schmerzen|*schmerz|verspannungen|muskelkater|*krämpfe|*krämpfen|haarausfall|cellulite|schnarchen|schlaflosigkeit|schlafprobleme|schlafproblemen|schlafstörungen|ischias|arthrose|arthritis|rheuma|migräne|neurodermitis|bluthochdruck|depressionen)|(fördert|fördern|verbessert|verbessern|steigert) (die |den |das |ihre |ihren |deine |deinen |)(durchblutung|blutzirkulation|heilung|schlaf|schlafqualität|fettverbrennung|haarwachstum|verdauung|stoffwechsel)|durchblutungsfördernd*|(regt|kurbelt) (den |die |)(stoffwechsel|durchblutung|verdauung)|(löst|lösen) verspannung*|entgift*|entschlack*|fettverbrennung|senkt (den |)(blutdruck|blutzucker*|cholesterin*)|(senkt|senken|verringert|mindert) (sie |)(ihr |das |)(herzinfarkt*|schlaganfall*|krebsrisiko|risiko)|entzündungshemmend|(stärkt|stärken|fördert|unterstützt) (das |ihr |dein |)immunsystem|schmerzlindernd*',
  ],
  fr: [
    `${HEALS.fr} (les |des |vos |)(tensions musculaires|crampes|jambes lourdes|ronflements|chutes de cheveux|ballonnements|maux|douleurs|migraines|rhumatismes|allergies|infections|maladies)`,
    `${HEALS.fr} (le |la |l |du |)(chute de cheveux|chute des cheveux|cellulite|sciatique|constipation|arthrose|arthrite|mal|douleur|migraine|eczéma|acné|insomnie|anxiété|stress|dépression|cancer)`,
    '(baisser|baisse|baissent|réduit|réduire|réduisent) (la |le |)(tension artérielle|pression artérielle|cholestérol|glycémie)|(améliore|améliorent|améliorer|favorise|favorisent|stimule|stimulent|active|relance) (la |le |l |votre |)(circulation|digestion|sommeil|endormissement|métabolisme|pousse des cheveux|repousse)|(brûle|brûler|brûlent) (les |des |)graisses|perte de poids|maigrir|détox|détoxifie|détoxifiant|anti inflammatoire|renforce (le |votre |)système immunitaire|vertus thérapeutiques',
  ],
  es: [
    `${HEALS.es} (los |las |tus |)(contracturas|calambres|ronquidos|piernas cansadas|dolores|migrañas|alergias|infecciones|enfermedades)`,
    `${HEALS.es} (la |el |)(celulitis|ciática|estreñimiento|caída del cabello|caída del pelo|ansiedad|artritis|artrosis|dolor|migraña|insomnio|depresión|cáncer|diabetes|eccema|acné|estrés)`,
    '(reduce|baja|bajan|regula) (la |el |)(presión arterial|presión sanguínea|presión alta|tensión arterial|colesterol|azúcar|glucemia)|(mejora|mejoran|mejorar|favorece|favorecen|estimula|activa) (la |el |tu |)(circulación|digestión|sueño|metabolismo|salud|crecimiento del cabello)|quema (la |)grasa*|perder peso|adelgazar|detox|desintoxica*|depura (el |tu |)(organismo|cuerpo)|antiinflamatorio|antiinflamatoria|refuerza (el |tu |)sistema inmunitario|propiedades medicinales',
  ],
  it: [
    `${HEALS.it} (i |le |gli |)(contratture|crampi|tensioni muscolari|gambe pesanti|allergie|reumatismi|dolori|infezioni|malattie)`,
    `${HEALS.it} (la |il |l |)(cellulite|sciatica|stitichezza|gonfiore|caduta dei capelli|allergia|artrite|artrosi|dolore|emicrania|insonnia|ansia|depressione|cancro|diabete|eczema|acne|stress|mal)`,
    '(riduce|abbassa|regola|riducono) (la |il |)(pressione sanguigna|pressione arteriosa|pressione del sangue|pressione alta|colesterolo|glicemia)|(migliora|migliorano|migliorare|favorisce|favoriscono|stimola|riattiva) (la |il |l |)(circolazione|digestione|sonno|metabolismo|salute|ricrescita)|brucia (i |)grassi|bruciagrassi|perdere peso|dimagrire|dimagrante|detox|disintossica*|depura (l |il |)(organismo|corpo)|antinfiammatorio|antinfiammatoria|rafforza (il |)sistema immunitario',
  ],
  zh: [
    '治疗|治愈|根治|疗效|药效|缓解(关节|疼痛|头痛|胃|失眠|焦虑|颈椎|腰|痛)|改善(失眠|睡眠|便秘|血液循环|体质)|降(低|)(血压|血糖|血脂)|增强免疫|提高免疫|预防(疾病|癌|感冒|流感)|降三高|三高人群|消炎|抗癌|防癌|排毒|养胃|暖胃|护肝|祛湿|促进(血液循环|睡眠|新陈代谢|代谢|消化|发育|生长)|助眠|安神|减肥|瘦身|燃脂|燃烧脂肪|生发|防脱|延缓衰老|抗衰|祛斑|祛痘|淡斑|(缓解|消除|舒缓)(疲劳|压力)|防近视|预防近视|补肾|活血|通络|通便|清热|解毒|降火|去火|养颜|增高',
  ],
  ja: [
    '治療|治り|治る|治し|治癒|完治|(体質|睡眠|不眠|症状|血行)(を|の|)改善|がん(を|の|)予防|生活習慣病(を|の|)|病気(を|の|)予防|(血圧|血糖値|コレステロール)(を|が)(下げ|さげ)|免疫力|疲労回復|万病|デトックス|に効き|に効く|(まつ毛|まつげ|髪|毛)(が|を|)(伸び|生え)|(肩こり|腰痛|頭痛|むくみ|冷え性|冷え|便秘|不眠|疲れ目|眼精疲労|関節痛|膝痛|猫背|骨盤|姿勢|コリ|疲れ|いびき)(を|の|が|に|)(解消|改善|軽減|緩和|矯正|効果)|血行(を|)(促進|よく|良く)|血行促進|代謝(を|が|)(アップ|上げ|促進)|脂肪(を|)燃焼|ダイエット効果|痩せ効果|(安眠|快眠)効果|育毛|発毛|若返|(シミ|シワ|しわ|毛穴)(を|が|)(消え|消し|なくな|改善)',
  ],
};

/** The number one is also that of a part, a size or a hole. */
const AUTHORITY: Wording = {
  any: [
    '(recommended|approved|endorsed|tested|trusted|certified|prescribed|designed|developed|formulated|created) by (vets|veterinarians|doctors|physicians|dermatologists|dentists|experts|scientists|paediatricians|pediatricians|physios|physiotherapists|chiropractors|podiatrists|nutritionists|midwives|trainers|chefs|teachers|professionals|nasa|the government|hospitals)',
    '(recommended|approved|endorsed|trusted|used) by (leading|top|most|many|nasa|professionals) (doctors|physicians|experts|hospitals|worldwide)|trusted by nasa|nasa|(doctor|dermatologist|dentist|vet|physio|expert|pediatrician|paediatrician) (recommended|approved|designed)|award winning|as seen on (tv|tiktok|instagram)|official (supplier|partner|sponsor) of|government approved|ministry of health',
  ],
  de: [
    'von (ärzten|tierärzten|experten|dermatologen|zahnärzten|hebammen|wissenschaftlern|physiotherapeuten|orthopäden|ernährungsberatern|profis) (empfohlen|bestätigt|entwickelt|geprüft|getestet)|preisgekrönt*|bekannt aus (dem |)(tv|fernsehen)|nr 1|ärztlich empfohlen|stiftung warentest|öko test|testsieger|offizieller (ausrüster|partner|sponsor)|bundesministerium|*ministerium',
    '(marke|unsere|deutschlands|europas|österreichs) nummer (1|eins)|nummer (1|eins) (marke|weltweit|der welt|am markt|auf dem markt|in deutschland|in österreich|in der schweiz|in europa|auf amazon|bei amazon|bei kunden|bei den kunden|bei den verkäufen|unter den marken|unter den herstellern|unter den bestsellern)',
    'wir sind (die |)nummer (1|eins)|die nummer (1|eins) im test',
  ],
  fr: [
    'par (les |le |la |des |un |)(médecin|médecins|dermatologues|dentistes|experts|ministère|fédération|pédiatres|scientifiques|vétérinaires|kinésithérapeutes|kinés|ostéopathes|nutritionnistes|sages femmes|professionnels)|vu à la (télé|télévision)|élu (produit|meilleur)|ministère|partenaire officiel|fournisseur officiel|fédération française|60 millions',
    'marque numéro (1|un)|numéro (1|un) (des ventes|mondial|mondiale|au monde|dans le monde|en france|en allemagne|en belgique|en suisse|en europe|sur amazon|du marché|sur le marché|du secteur|chez les)',
  ],
  es: [
    'por (los |el |)(podólogos|nutricionistas|osteópatas|profesionales|médicos|dermatólogos|dentistas|fisioterapeutas|matronas|veterinarios|expertos|ministerio|pediatras|científicos|gobierno)|visto en (la |)(tele|televisión)|ministerio|proveedor oficial|patrocinador oficial',
    'marca número (1|uno)|número (1|uno) (en ventas|de ventas|mundial|del mundo|en el mundo|en españa|en alemania|en europa|en amazon|del mercado|en el mercado|del sector|entre las marcas|entre los fabricantes|entre los más vendidos)',
  ],
  it: [
    '(dai|dagli|dal|da|dalle) (veterinari|fisioterapisti|osteopati|nutrizionisti|ostetriche|professionisti|dermatologi|medici|esperti|ministero|dentisti|pediatri|governo)|visto in tv|ministero|fornitore ufficiale|sponsor ufficiale',
    '(marca|marchio) numero (1|uno)|numero (1|uno) (nelle vendite|delle vendite|per vendite|mondiale|al mondo|del mondo|in italia|in germania|in europa|su amazon|del mercato|sul mercato|del settore|tra i marchi|tra le marche|tra i produttori|tra i più venduti)',
  ],
  zh: [
    '卫健委|国家(机关|领导)|人民大会堂|(专家|医生|医师|明星|央视)(推荐|认可|同款)|央视|中央电视台|国务院|特供|专供|指定(用品|产品|用杯)|质检总局|免检|NASA|网红同款|达人推荐|老中医|万(人|家庭)(选择|信赖|推荐)',
  ],
  ja: [
    '厚生労働省|経済産業省|農林水産省|文部科学省|消費者庁|医師(が|の|も)(推奨|推薦|おすすめ)|医師推奨|専門家(が|も)推奨|(医師|薬剤師|専門家|整体師|トレーナー|管理栄養士|獣医師|助産師|理学療法士|歯科医師|美容師|プロ)(が|の|)(監修|愛用|開発)|モンドセレクション|(テレビ|雑誌|メディア|SNS)(で|に)(紹介|話題|掲載)|ナンバーワン|プロの整体師|整体師も|(第|)(1|一|１)位(獲得|受賞|を獲得)|ランキング(1|一|１)位|楽天(1|一|１)位|皇室御用達|宮内庁|国が認め|NASA',
  ],
};

/** Words of Article 9: the most, the first, the national grade, and what cannot be checked; a magnet or a marker is permanent. */
const ADVERTISING_LAW: Wording = {
  zh: [
    '国家级|世界级|最高级|最佳|最好的|最好用|最优|最强|最先进|最大的|最新科技|最便宜|最低价|第一品牌|行业第一|全国第一|全网第一|销量第一|世界第一|中国第一|第一名|排名第一|全网最|全国最|史上最|顶级|极品|极致|绝佳|绝对|独一无二|独家|首选|唯一|万能|永久(不|有效|免费|使用|耐用|如新|保|防|美白|去除|祛)|空前绝后|王牌|至尊|冠军|领导品牌|领袖品牌|遥遥领先|100%有效|百分百有效',
  ],
};

const OFFENCE = { from: 'always', source: 'Seller Central help 200390640, offensive material' };
/** In Chinese “go and die” only as it is said to somebody: 去死皮 takes off dead skin. */
const OFFENSIVE: Wording = {
  any: [
    '(fuck|fucks|fucked|fucking|motherfucker*|shit|shitty|bullshit|bitch|bitches|cunt|asshole|assholes|dickhead|whore|whores|nigger*|faggot|faggots|wanker*|blowjob|porn|porno)',
  ],
  en: ['damn|goddamn|crap|crappy|slut|sluts|boobs|piss|pissed|arse'],
  de: [
    'arschloch|arschlöcher|*scheiße|scheiß|scheiss*|fotze|hurensohn|wichser|fick*|verfickt*|hure|huren|schlampe|verdammt*|kanake*',
  ],
  fr: ['putain|merde|connard|connards|connasse|salope|enculé*|chier|nique|pute|putes|pédé'],
  es: [
    'puta|puto|putas|mierda|gilipollas|cabrón|cabrones|coño|joder|hijo de puta|maricón|pendejo|pendejos|follar',
  ],
  it: [
    'cazzo|cazzi|merda|stronzo|stronzi|stronza|puttana|cagare|vaffanculo|coglione|coglioni|figa|frocio|incazz*',
  ],
  zh: [
    '他妈的|傻逼|操你|草泥马|牛逼|屌|婊子|王八蛋|滚蛋|(你|您|快|都|他|她|们|给我)去死|去死(吧|啊|了|啦|算)|白痴|贱人',
  ],
  ja: ['クソ|死ね|殺すぞ|馬鹿野郎|バカ野郎|ちくしょう|ブス|キチガイ|まんこ|ちんこ|チンコ|セックス'],
};

/** Words that also offend: a bird, a file, a fabric that retards flames, what a bag for dogs is for. */
const MAY_OFFEND: Wording = {
  any: ['bastard|bastards'],
  en: ['retard|retarded|tits'],
  es: ['verga'],
  it: ['troia'],
  zh: ['狗屎'],
  ja: ['糞'],
};

export const CLAIMS_POLICIES = [
  ...detailPage('RESTRICTED_CLAIM', ENVIRONMENT, RESTRICTED),
  ...detailPage('RESTRICTED_CLAIM', BIOCIDE, { ...RESTRICTED, id: 'biocide', unlessInFacts: true }),
  ...everywhere('MEDICAL_CLAIM', MEDICAL, {
    from: 'always',
    source:
      'Seller Central help on restricted disease claims; EU Regulation 1924/2006; PRC Advertising Law, article 17',
    unlessInFacts: true,
    mayBeSoftened: true,
  }),
  ...everywhere('AUTHORITY_CLAIM', AUTHORITY, {
    from: 'always',
    source: 'Ours: an authority that recommends a product is a claim that needs proof',
    unlessInFacts: true,
    mayBeSoftened: true,
  }),
  ...everywhere('ADVERTISING_LAW', ADVERTISING_LAW, {
    from: '2015-09-01',
    source: 'Advertising Law of the PRC, article 9',
    unlessInFacts: true,
  }),
  ...everywhere('OFFENSIVE', OFFENSIVE, OFFENCE),
  ...everywhere('OFFENSIVE', MAY_OFFEND, { ...OFFENCE, id: 'may-offend', unlessInFacts: true }),
];
