import { isGibberish } from './random.ts';

/**
 * Words that may follow `password is`, `with password` and the like without being a password. Words with typical endings
 * (`-ed`, `-ing`, `-tion`) need no entry.
 */
const COMMON: ReadonlySet<string> = new Set(
  `about above absent accepted account active after again all allowed alone already also always and any anyway app application
  apps are as ask at auth authentication authorization available back bad based basic because been before being below between both
  box broken but button bytes cache call can case change check checker clear cleartext client code column common compromised
  config correct could count data database default different dialog diff digest does done down dump each easy either email empty
  encoded enough entry env error even ever every example exact exists expired extra failed false feature field fields file files
  filled fine first fixed flag flow for form format forms free from generator gone good grant guess half handler hard has hash
  hashed hashes hashing have help helper here hidden hint history html icon if implicit in inactive incorrect input inputs instead
  insecure into invalid is it its item just keep kept key known label last leaked left length less like line link list local locked
  log login logic logs long longer lost made mail managed manager many may mean meant method min minimum missing mode model more
  most much must name names nearly need never new next nil no none not nothing null obvious off often okay old on once one only
  open option optional or other our out output over own page panel part party passed path pattern per plain plaintext please
  policies policy present printed private prompt prompts protected provided public random read ready really recovery rejected
  require required requires reset resets right rotated rotation rule rules safe same saved screen secret secrets secure see send
  sent server session set sets setting settings short should show shown side similar simple since so some soon sound special step
  still store stored strength strings strong stuff such support sure system table tables task temporary test tests text than that
  the them then there these they this those through time times to today token tokens too tool true type under unique unknown unset
  until up update upon usable use used useful user users valid validation value values variable variables verified version very
  via view visible wait was way weak well were what when where whether which while who will with within without word work works
  wrong yes yet you your
  anymore anyways altogether
  accordingly alphanumeric ambiguous anywhere argument arguments array attempt attribute authenticator blank blob boolean
  challenge character characters class clipboard column command confirm confirmation container context cookie credential credentials
  dict directly disabled elsewhere enabled encryption endpoint equal event expiry external fallback forever forgotten function
  gateway generic global header headers identical immediately inline instance integer internal irrelevant itself keychain keyring
  layer ldap literal logged mandatory mask masked match matches message metadata middleware mismatch module needed normal object
  ordinary outdated outside owner page parameter parameters params plugin policy prefix property protection provider query recommended redacted
  reference request respectively response safely scheme schema script sensitive separate separately service somewhere source
  spray spraying static stdin string struct suffix template terminal there therefore together tool toggle trimmed truncated
  twice typo unavailable undefined unencrypted unlock unsafe unsalted untouched update url username utility vault vulnerable
  given pair component combination taken chosen known shown written broken stolen seen found kept hidden behavior behaviour resource change detail details
  description reason instance instances route routes controller render renders redirect notification confirmation session
  falsch korrekt richtig leer sicher unsicher abgelaufen zu nicht bekannt gesetzt geheim schwach stark kurz lang noch hier der die
  das ungültig gültig erforderlich leer ein eine kein keine immer nur auch wird wurde ist sind muss soll kann vergessen gleich schon damit dann aber oder und
  incorrecte invalide trop vide requis requise obligatoire faible valide oublié expiré le la les un une des en pas bien mal sont
  doit peut être très toujours aussi dans pour avec sur
  incorrecta inválida inválido obligatoria obligatorio requerida requerido válida débil muy demasiado el los las correcta correcto
  incorrecto vacía vacío nueva nuevo segura seguro para por con sin
  incorreta errada fraca forte vazia muito uma não obrigatória
  errata sbagliata corretta vuota debole molto non una obbligatoria scaduta
  nie jest puste błędne słabe bardzo niepoprawne wymagane
  není špatné slabé prázdné
  niet verkeerd onjuist leeg zwak te een het vereist
  inte fel tomt svagt för ett en den det ikke forkert tomt`.split(/\s+/),
);
const ENDING =
  /(?:ed|ing|tion|sion|ment|ness|able|ible|ity|ance|ence|ancy|ency|al|ly|ful|less|ive|ous|ic|ical|ent|ant|ism|ist|ship|ward|wise|like|proof|ung|heit|keit|lich|isch|ieren|iert|bar|ment|eux|elle|ción|ado|ada|ido|ida|ção|zione|ato|ata|ość|nie|ného)$/;

/** Whether a word is in the list. */
export const isCommonWord = (word: string): boolean => COMMON.has(word.toLowerCase());

/** Whether a word of letters only is an ordinary word that may follow the word password. */
export function isCommon(word: string): boolean {
  if (!/^(?:\p{Lu}?\p{Ll}+|\p{Lu}+)(?:-\p{Ll}+)*$/u.test(word)) return false;
  const plain = word.toLowerCase();
  const parts = plain.split('-');
  // `checks`, `changes`
  if (COMMON.has(plain) || COMMON.has(plain.replace(/s$/, '')) || parts.some((one) => COMMON.has(one))) return true;
  // `hogjurvsmed` is random, but it ends like a word.
  return parts.length < 3 && plain.length > 5 && ENDING.test(plain) && !(plain.length > 8 && isGibberish(plain));
}
