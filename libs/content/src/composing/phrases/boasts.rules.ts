// Words with which sellers boast, by language: the best of all, better than others, for ever, sure effects, and what ails buyers.
// A review lets some of them pass where the facts say so; the offline composers repeat none.

/** Any of these, as one pattern. */
function oneOf(flags: string, ...patterns: readonly string[]): RegExp {
  return new RegExp(patterns.join('|'), flags);
}

export const BOASTS: ReadonlyMap<string, RegExp> = new Map([
  [
    'en',
    oneOf(
      'iu',
      String.raw`\b(?:most|best|\p{L}{3,}est)\b[^.]{0,40}\b(?:in the (?:world|uk|us|usa|country)|on the market|of all time)\b`,
      String.raw`\b(?:world|uk|america|nation)['’]?s (?:most|best|first|only|number|no|\p{L}{3,}est)\b|(?<!\p{L})#\s?1\b|\bno\.? ?1\b|\bnumber one\b`,
      String.raw`\b(?:better|stronger|faster|softer|cheaper|healthier) than (?:any|all|other|others|the competition|bottled)\b|\bunlike (?:other|cheap|ordinary)\b|\b(?:like|as if by) magic\b|\bsame quality as\b|\b\d+ ?x (?:faster|stronger|better)\b`,
      String.raw`\b(?:never (?:scratch|rust|break|fade|fail|tear|wear)\w*|unbreakable|indestructible|lasts? (?:forever|for ever|a lifetime))\b`,
      String.raw`\b(?:visible|noticeable|proven|amazing) (?:results?|differences?|effects?|improvements?)\b|\b(?:results|difference) (?:in|after|within) |\b(?:see|feel|notice) (?:the |a |real |instant )*(?:results?|difference)\b`,
      String.raw`\byears younger\b|\bproven to\b|\bin (?:just|only|as little as) \d+ days?\b|\b(?:no )?side effects\b|\bmiracle\b|\bthrew away\b|\bheals?\b|\bkills\b|\ball (?:bacteria|germs|viruses)\b|\b9\d[.,]\d+ ?%|\bdoctors?\b(?! who)|\bsafe for pregnant\b|\b(?:varicose|spider) veins\b|\bswollen\b|\bmedications?\b|\b(?:leg|muscle) cramps\b`,
      String.raw`\b(?:pains?|painful|painkillers?|pain pills|injections|arthritis|tendonitis|sciatica|inflammation|anxiety|depression|insomnia|migraines?|cellulite|plantar fasciitis|bunions?|shin splints|flat feet|fine lines|dark spots|acne|eczema|psoriasis|hyperpigmentation|blood (?:pressure|sugar|flow|circulation)|metabolism|toxins?|detox\w*|weight loss|lose weight|immun\w+|dandruff|thinning hair|bald spots?|(?:hair|beard) (?:re)?growth|anti[- ]?age?ing|hair loss)\b`,
      String.raw`\b(?:deep|removes?|reduces?|erases?|smooths?|anti)[- ]?(?: the)? ?wrinkles?\b|\b(?:relieves?|reduces?|separation) stress\b`,
    ),
  ],
  [
    'de',
    oneOf(
      'iu',
      String.raw`(?<!\p{L})\p{L}{3,}ste[nrs]?\s[^.]{0,40}(?:der Welt|auf dem Markt|am Markt|aller Zeiten|Deutschlands|Europas)`,
      String.raw`(?<!\p{L})(?:Nr\.? ?1|Nummer eins)(?!\p{L})|(?:besser|stärker|schneller|bequemer|leiser|weicher) als (?:jede|alle|andere|herkömmliche|die Konkurrenz)|im Gegensatz zu (?:anderen|billigen|herkömmlichen)|anders als (?:die )?(?:billig|ander|herkömmlich)|wie von Zauberhand|schützt (?:zu )?100 ?%|9\d[.,]\d+ ?% |unbedenklich|schwanger|krampfader|ärzt`,
      String.raw`ein Leben lang|(?<!\p{L})(?:unzerstörbar|unkaputtbar)|hält ewig`,
      String.raw`(?<!\p{L})(?:sichtbare?|spürbare?|erstaunliche?)[rns]? (?:ergebniss?e?|erfolge?|wirkung|effekte?)|(?<!\p{L})in (?:nur |wenigen )?(?:\d+ )?(?:tagen|wochen)(?!\p{L})|wirkt sofort|sofort(?:ige)? (?:wirkung|hilfe|linderung)|jahre jünger|nebenwirkung`,
      String.raw`schmerz|arthrose|arthritis|rheuma|migräne|entzündung|schlafstörung|depression|cellulite|(?<!\p{L})(?:akne|pickel|narben)|pigmentfleck|krampfader|haarausfall|haarwachstum|schuppen(?!shampoo)|durchblutung|stoffwechsel|immunsystem|giftstoff|entgift|fettverbrennung|verspannung|bandscheibe|wirbelsäule|anti-?aging|gegen falten|falten (?:reduz|glätt|minder)`,
    ),
  ],
  [
    'fr',
    oneOf(
      'iu',
      String.raw`(?<!\p{L})l(?:e|a|es) (?:plus|meilleure?s?)(?!\p{L})[^.]{0,40}(?:du monde|au monde|du marché|de France)|(?<!\p{L})n° ?1(?!\d)|numéro (?:1|un)(?!\p{L})`,
      String.raw`(?:mieux|meilleure?s?|plus \p{L}+) que (?:tous|toutes|les autres|n['’]importe)|contrairement aux autres|bas de gamme|comme par magie|9\d[.,]\d+ ?%|femmes? enceintes?|grossesse|varices|jambes lourdes|médecins?|n['’](?:explosent|éclatent) (?:pas|jamais)|(?<!\p{L})(?:indestructible|incassable)|pour toujours`,
      String.raw`(?<!\p{L})(?:résultats?|effets?) (?:visibles?|immédiats?|garantis?|prouvés?|lifting|botox|dès|en \d)|(?<!\p{L})en (?:seulement )?\d+ (?:jours|semaines)(?!\p{L})|ans de moins|effets? secondaires?`,
      String.raw`(?<!\p{L})(?:rides?|ridules?|taches brunes|taches d['’]âge|points noirs|poches sous les yeux|les injections|dermatologues?|cicatrices)(?!\p{L})|efface les (?:taches|rides)`,
      String.raw`(?<!\p{L})(?:douleurs?|arthrose|arthrite|rhumatisme|migraine|insomnie|anxiété|dépression|cellulite|acné|eczéma|psoriasis|cholestérol|glycémie|métabolisme|immunitaire|toxine|scoliose)|pellicules|repousse|tension artérielle|circulation sanguine|perte de poids|chute des cheveux|ventre plat`,
    ),
  ],
  [
    'es',
    oneOf(
      'iu',
      String.raw`(?<!\p{L})(?:el|la|los|las) (?:mejor(?:es)?|más \p{L}+)(?!\p{L})[^.]{0,40}(?:del mundo|del mercado|de España|del \d{4})|(?<!\p{L})n[.º°]+ ?1(?!\d)|número (?:1|uno)(?!\p{L})|insuperable|inmejorable`,
      String.raw`(?<!\p{L})superan? a(?!\p{L})|mejor(?:es)? que (?:cualquier|otr|los demás|las demás)|veces (?:más car|mejor)|como otr[oa]s más barat|(?:lo que|que) otr[oa]s \p{L}+ no|a diferencia de otr|veces más que l[oa]s|arte de magia|9\d[.,]\d+ ?%|embarazad|varices|piernas cansadas|médicos?(?!\p{L})|(?<!\p{L})(?:indestructible|irrompible)|para siempre|(?<!garantía )de por vida`,
      String.raw`(?<!\p{L})(?:resultados?|efectos?) (?:visibles?|inmediatos?|notables?|probados?|de clínica|en \d|desde)|(?<!\p{L})en (?:solo |sólo )?\d+ (?:días|semanas)(?!\p{L})|años más joven|efectos? secundarios?`,
      String.raw`antiarrugas|(?<!\p{L})(?:las arrugas|patas de gallo|líneas de expresión|manchas de (?:la )?edad|adiós a las manchas|marcas de acné|dermatólog)`,
      String.raw`(?<!\p{L})(?:dolor(?:es)?(?!\p{L})|artritis|artrosis|reuma|migraña|insomnio|ansiedad|depresión|celulitis|eccema|psoriasis|colesterol|glucosa|metabolismo|inmun|toxina|contractura|ciática|escoliosis|adelgaz|fascitis|espolón|acné|pies planos|caspa|alopecia|calvicie)|crecimiento (?:del|de) (?:pelo|cabello)|presión arterial|circulación sanguínea|quema (?:de )?grasa|vientre plano`,
    ),
  ],
  [
    'it',
    oneOf(
      'iu',
      String.raw`(?<!\p{L})(?:il|la|i|le|lo) (?:migliore?|migliori|più \p{L}+)(?!\p{L})[^.]{0,40}(?:al mondo|del mondo|sul mercato|del mercato|in assoluto)|(?<!\p{L})n[.°]+ ?1(?!\d)|numero (?:1|uno)(?!\p{L})`,
      String.raw`(?:meglio|migliore?|più \p{L}+) (?:di|rispetto a) (?:qualsiasi|tutt|altr)|a differenza d(?:i|egli) altri|come per magia|non scoppia mai|9\d[.,]\d+ ?%|incinta|gravidanza|varici|gambe pesanti|(?<!\p{L})medic[oi](?!\p{L})|il (?:doppio|triplo) d|(?<!\p{L})(?:indistruttibil|infrangibil)|per sempre`,
      String.raw`(?<!\p{L})(?:risultat[oi]|effett[oi]) (?:visibil[ei]|immediat[oi]|garantit[oi]|in \d|già)|(?<!\p{L})in (?:soli |sole )?\d+ (?:giorni|settimane)(?!\p{L})|anni più giovane|effetti collaterali`,
      String.raw`(?<!\p{L})(?:rughe|macchie della pelle|macchie scure|pancia piatta|dermatolog|fisioterapist)`,
      String.raw`(?<!\p{L})(?:dolor[ei](?!\p{L})|artrite|artrosi|reumatism|emicrania|insonnia|depressione|cellulite|eczema|psoriasi|colesterolo|glicemia|metabolismo|immunitari|tossine|scoliosi|cifosi|dimagr|acne|brufoli|forfora|ricrescita|anticaduta|calvizie)|mal di (?:schiena|testa|collo|pancia)|pressione sanguigna|circolazione sanguigna|brucia (?:i )?grassi|(?:respirazione|umore|sonno) e (?:respirazione|umore|sonno)`,
    ),
  ],
  [
    'zh',
    oneOf(
      'u',
      '强\\d+倍|比(?:市面|其他|同类|别家)|超越同类|堪比|媲美|一辈子|永不|永远不|用不坏|[Nn][Oo]\\.?1|医生(?:都|也|们)?推荐|德国工艺|正品',
      '见效|效果(?:显著|明显|立竿见影|惊人)|一用就|(?:\\d+|几|一|两|三|七)(?:天|周|个月)(?:就|即|内)?[^，。,]{0,4}(?:有效|见|变|白|消失|瘦|减|淡)',
      '美白|淡斑|祛(?:斑|痘|湿|皱|疤)|痘印|痘坑|抗皱|抗衰|去黄|暗沉|斑点|排毒|减肥|瘦身|血压|血糖|血脂|失眠|疼痛|关节炎|颈椎病|腰椎|便秘|湿气|寒湿|老寒腿|风湿|滑膜炎|半月板|积液|磁疗|远红外|就不疼|免疫|9\\d\\.\\d+ ?[%％]|孕妇专用|灭蚊|驱蚊|三天学会|孕妇(?:可用|都可)|敏感肌',
    ),
  ],
  [
    'ja',
    oneOf(
      'u',
      '(?:業界|日本|世界|売上|人気|国内|楽天)\\s?(?:[Nn]o\\.?\\s?1|ナンバーワン|[1１一]位|一(?!般)|初|最)|[Nn]o\\.\\s?1|絶対|100[%％](?:守|安全|効|満足)|永久|一生|完璧|最強|最高級|他社(?:製|品)?(?:より|と)|9\\d\\.\\d+ ?[%％]|妊婦|虫歯予防|医師|(?:他|ほか)の\\S{1,6}はもういりません',
      '実感|効果(?:抜群|絶大|てきめん|が期待)|即効|(?:日|週間|か月|ヶ月)で(?:変わ|差が|違い)|テレビで|雑誌で',
      '血圧|血糖|歯周病|歯石|口臭|原因菌|治った|便秘|むくみ|肩こり|腰痛|冷え性|不眠|毒素|デトックス|体重(?:が|を)?(?:落|減)|痩せ|ダイエット|若返|\\d+歳若|薄毛|育毛|アンチエイジング|薬に頼|手放せ|まつ(?:げ|毛).{0,8}(?:伸び|生え)|(?:小|目元の|お肌の|顔の)(?:シワ|しわ)|(?:シワ|シミ)(?:が|を|も)?(?:消|取|改善|薄)',
    ),
  ],
]);
