// Well-known brands in their own spelling, and words that compare a product with another one.
import { phrasesOf } from '../words/phrase-lists.rules.ts';

/**
 * Names that are everyday words where they stand, such as Braun in German, are left out, or have a word with them that makes them
 * a brand, such as 苹果手机. In Latin letters they count with a capital only.
 */
export const KNOWN_BRANDS: readonly string[] = [
  'Adidas|Airbnb|Alexa|Amazon|Android|Apple|Arcos|Asus|Bahco|Beyerdynamic|Bialetti|Black & Decker|Bodum|Bosch|Bose|Brita|Brother|Calvin Klein|Canon|Carhartt|Casio|Cuisinart|Decathlon|Dell|DeLonghi|Disney|Domyos|Dyson',
  'Eastpak|Epson|Fiskars|Fitbit|Frigidaire|Fujifilm|Garmin|Gillette|Google|GoPro|Gucci|Hamilton Beach|Hario|Harley-Davidson|Hasbro|Honda|Huawei|Hugo Boss|Husqvarna|Hydro Flask|IKEA|Illy|Instagram|iPad|iPhone|Instant Pot|JBL|Joseph Joseph|Kenmore|Keurig|KitchenAid|Krups|Lavazza|Le Creuset|LEGO|Lenovo|Leuchtturm|Levi’s|Levis|Logitech|Makita|Marvel|Mattel|Mercedes|Microsoft|Miele|Milwaukee|Moleskine|Motorola',
  'Nespresso|NIKE|Nikon|Ninja|Nintendo|Ninebot|North Face|OPPO|Oral-B|Osprey|OXO|Panasonic|Patagonia|Philips|PlayStation|Pokémon|Pringles|Puma|Pyrex|Quechua|Razer|Ray-Ban|Reebok|Rolex|Rowenta|Russell Hobbs|Ryobi|Samsonite|Samsung|Sennheiser|Shimano|Shure|Siemens|SIGG|Skullcandy|Smeg|Sonos|Sony|Spotify|Stanley|Starbucks|STIHL|Swarovski|T-fal|Tefal|Tesla|TikTok|Timberland|Toshiba|Toyota|TP-Link|Tupperware|Under Armour|Velcro|Victorinox|Vitamix|WMF|Wüsthof|Xbox|Xiaomi|Yamaha|YETI|YouTube|Zojirushi',
  '膳魔师|虎牌|象印|小米手机|华为|苹果手机|三星|索尼|松下|飞利浦|耐克|阿迪达斯|双立人|苏泊尔|美的电器|海尔|格力|戴森|博世|星巴克|联想电脑|佳能|尼康',
  'ソニー|パナソニック|キヤノン|ニコン|シャープ製|東芝|日立|任天堂|タイガー魔法瓶|サーモス|アップル|サムスン|無印良品|ナイキ|アディダス|トヨタ|ホンダ|貝印|ティファール|デロンギ|バルミューダ|タイガー製|タイガーの電気|タイガーのケトル|タイガーの炊飯|タイガーの水筒|タイガーのポット|タイガーのステンレス|ダイソン|フィリップス|ボッシュ|ゼンハイザー',
].flatMap((line) => line.split('|'));

/**
 * Words with which a text sets a product above, or beside, another maker's. “With” is one too: what works with another maker's
 * product does so by the facts alone.
 */
export const COMPARING: readonly string[] = [
  'better than|(longer|faster|quieter|softer|safer|sharper|thinner|thicker|more _) than|superior to|cheaper than|lighter than|brighter than|louder than|stronger than|beats|beat anything|beat|outperforms|unlike|versus|vs|compared to|with|alternative to|rivals|like those of',
  '*er als|besser als|im gegensatz zu|alternative zu|im vergleich zu|kosten die hälfte',
  'meilleur que|meilleure que|meilleurs que|plus _ que|(dure|durent|chauffe|chauffent|coûte|pèse|résiste|consomme) (plus|moins) que|mieux que|contrairement|comparé',
  'mejor que|mejores que|más _ que|(dura|duran|aguanta|aguantan|resiste|calienta|enfría|corta|limpia|pesa|cuesta|rinde|consume) (más|menos) que|mejor|superior a|a diferencia de|comparado',
  'migliore di|migliore|migliori|più _ di|più _ dei|più _ delle|più _ degli|più _ della|(dura|durano|resiste|resistono|costa|costano|pesa|rende|scalda|taglia|cuoce|pulisce|consuma) (di |)(più|meno) (di|del|dei|degli|della|delle)|meglio di|a differenza|rispetto a',
  '比|优于|胜过|媲美|超越|より|に負けない|を超え|に匹敵',
].flatMap(phrasesOf);
