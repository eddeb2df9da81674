// What German buyers also search for, by the kind of product.
import type { Kinds } from './port.ts';

export const GERMAN_KINDS: Kinds = {
  '*wasserkocher|*wasserkessel': 'teekocher wasserkessel teekessel heißwasser tee kaffee kocher frühstück',
  '*pfanne|*pfannen': 'bratpfanne pfanne steakpfanne kochgeschirr braten anbraten herd küche',
  '*topf|*töpfe|*kochtopf': 'kochtopf kochgeschirr suppe eintopf kochen küche',
  '*küchenmesser|*kochmesser|*messerset': 'kochmesser schneiden gemüse fleisch klinge kochen',
  '*schneidebrett|*schneidbrett|*schneidebretter':
    'küchenbrett hackbrett servierbrett brotzeitbrett schneiden küche',
  '*tasse|*tassen|*becher': 'becher kaffeebecher teetasse pott kaffee tee geschirr',
  '*trinkflasche|*thermosflasche|*isolierflasche':
    'wasserflasche flasche sportflasche trinken büro schule unterwegs',
  '*brotdose|*lunchbox': 'brotbox vesperdose brotzeitdose frühstücksdose schule kindergarten büro',
  '*espressokocher|*kaffeekanne|*kaffeemaschine': 'mokkakanne kaffeebereiter espresso kaffee zubereiter',
  '*bank|*bänke|*sitzbank': 'sitzbank sitzgelegenheit sitzmöbel flur',
  '*gartenbank|*gartenbänke|*parkbank': 'parkbank sitzbank terrasse balkon outdoor sitzmöbel terrassenbank',
  '*stuhl|*stühle|*sessel': 'sitzmöbel sitzgelegenheit möbel',
  '*bürostuhl|*drehstuhl|*schreibtischstuhl':
    'schreibtischstuhl drehstuhl chefsessel homeoffice arbeitszimmer computerstuhl',
  '*tisch|*tische': 'möbel wohnzimmer',
  '*hocker': 'sitzhocker schemel badhocker sitzgelegenheit',
  '*regal|*regale|*wandregal': 'wandboard bücherregal ablage aufbewahrung hängeregal deko',
  '*kissen|*kopfkissen': 'kopfkissen schlafkissen bett schlafen polster',
  '*kuscheldecke|*wolldecke|*tagesdecke': 'wohndecke sofadecke plaid überwurf tagesdecke',
  '*handtuch|*handtücher|*duschtuch': 'badetuch duschtuch gästetuch bad sauna frottee',
  '*bettwäsche|*bettbezug|*bettwäscheset':
    'bettbezug bettgarnitur deckenbezug bettdecke bezug schlafzimmer wäscheset',
  '*vorhang|*vorhänge|*gardine|*gardinen': 'gardine fensterdeko dekoschal wohnzimmer schlafzimmer',
  '*teppich|*teppiche': 'läufer vorleger bodenbelag wohnzimmer schlafzimmer flur',
  '*jacke|*jacken|*parka': 'übergangsjacke freizeitjacke oberbekleidung herbst frühling mantel',
  '*softshelljacke|*outdoorjacke|*regenjacke|*funktionsjacke|*softshelljacken':
    'outdoorjacke funktionsjacke übergangsjacke windjacke regenjacke wandern freizeit anorak',
  '*hemd|*hemden|*bluse|*blusen': 'oberteil freizeithemd büro freizeit',
  '*pullover|*pulli|*strickpullover': 'pulli strickpullover sweater oberteil winter herbst strick',
  '*kleid|*kleider': 'damenkleid freizeit sommer party',
  '*schuhe|*schuh|*stiefel': 'fußbekleidung outdoor freizeit',
  '*socken|*strümpfe': 'strümpfe strumpf füßlinge fußbekleidung alltag',
  '*wandersocken|*trekkingsocken|*wanderstrümpfe':
    'strümpfe funktionssocken trekkingsocken wanderstrümpfe outdoor stiefel trekking winter',
  '*schal|*schals|*halstuch': 'halstuch stola winter accessoire',
  '*gürtel': 'hosengürtel jeansgürtel taillengürtel schnalle accessoire',
  '*kabel|*ladekabel': 'ladekabel datenkabel anschlusskabel schnellladekabel handy laptop',
  '*kopfhörer|*headset': 'headset headphones musik hören hifi ohrhörer',
  '*ohrhörer|*earbuds|*inear': 'earbuds kopfhörer headset musik telefonieren',
  '*lautsprecher': 'box musikbox soundbox speaker boombox musik',
  '*powerbank|*powerbanks': 'zusatzakku externer akku ladegerät handyakku akkupack mobiles reise',
  '*ladegerät|*netzteil|*ladestecker': 'ladestecker netzstecker ladeadapter handy',
  '*handyhalterung|*handyhalter|*smartphonehalterung':
    'handyhalter smartphonehalterung kfz navi halterung pkw',
  '*handyhülle|*schutzhülle': 'schutzhülle case cover smartphone handytasche',
  '*lampe|*leuchte|*leuchten|*lampen': 'leuchte licht beleuchtung wohnzimmer deko',
  '*schreibtischlampe|*schreibtischleuchte|*leselampe':
    'tischlampe leselampe schreibtischleuchte büro arbeitsplatz arbeitszimmer homeoffice nachttisch leuchte lernen',
  '*kugelbahn|*kugelbahnen|*murmelbahn':
    'murmelbahn klickerbahn rollbahn konstruktionsspielzeug lernspielzeug kinder kleinkind',
  '*bausteine|*bauklötze|*bausteinset':
    'bauklötze klötzchen stapelspiel lernspielzeug kinder kleinkind kindergarten',
  '*puzzle|*puzzles|*steckpuzzle': 'geduldsspiel legespiel lernspiel kinder familie',
  '*kuscheltier|*plüschtier|*stofftier': 'plüschtier stofftier schmusetier kinder baby',
  '*hundebett|*hundekissen|*hundekorb':
    'hundekorb hundekissen schlafplatz liegeplatz hundesofa welpen matratze hundematte',
  '*kratzbaum|*kratzbrett|*kratzmatte': 'kratzpappe kratzmöbel katzenmöbel katze krallenpflege',
  '*leine|*hundeleine': 'hundeleine führleine gassi welpen spaziergang',
  '*notizbuch|*notizbücher|*notizheft|*spiralblock':
    'notizheft schreibbuch tagebuch journal kladde schreiben schule uni büro',
  '*kalender|*planer|*terminplaner': 'terminplaner terminkalender organizer agenda büro schule',
  '*füller|*füllfederhalter|*kugelschreiber': 'schreibgerät schreiben büro schule tinte',
  '*yogamatte|*yogamatten|*gymnastikmatte|*fitnessmatte':
    'gymnastikmatte sportmatte fitnessmatte trainingsmatte pilates turnen gymnastik workout zuhause',
  '*rucksack|*rucksäcke':
    'wanderrucksack trekkingrucksack tagesrucksack backpack outdoor camping reise bergsteigen',
  '*koffer|*trolley': 'reisekoffer trolley gepäck reise urlaub',
  '*regenschirm|*schirm|*taschenschirm': 'taschenschirm regenschutz schirm unterwegs',
  '*zelt|*zelte': 'camping outdoor trekking festival',
  '*seife|*seifen': 'handseife körperseife waschen bad dusche hautpflege',
  '*handcreme|*handcremes|*handlotion':
    'handlotion handbalsam hautpflege feuchtigkeitspflege pflegecreme maniküre winter',
  '*shampoo|*shampoos': 'haarwäsche haarpflege haarshampoo kopfhaut dusche',
  '*babyschlafsack|*babyschlafsäcke|*kinderschlafsack':
    'kinderschlafsack strampelsack säugling kleinkind babybett junge mädchen erstausstattung nacht',
  'tee|*grüntee|*schwarztee|*kräutertee|tees': 'blätter aufguss heißgetränk teekanne',
  '*kaffeebohnen|kaffee|*espressobohnen':
    'bohnenkaffee espresso röstkaffee cafe mahlen cappuccino espressobohnen',
  '*schokolade|*pralinen': 'süßigkeit süßwaren kakao naschen',
  '*gartenschere|*gartenscheren|*rosenschere|*astschere':
    'rebschere baumschere astschere handschere blumenschere gartenwerkzeug strauch hecke rückschnitt',
  '*gartenwerkzeug|*gartengeräte': 'gartengeräte handgeräte pflanzen jäten blumenkelle beet',
  '*bohrschrauber|*bohrmaschine|*akkuschrauber':
    'akkuschrauber bohrmaschine schraubendreher elektrowerkzeug heimwerker werkstatt bohren schrauben',
  '*roman|*romane|*krimi': 'buch belletristik literatur lesen lektüre',
};
