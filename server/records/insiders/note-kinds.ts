import { type NoteKind, PLAIN_WORDS, wordsOf } from '../names/known-words.ts'

const GRAMMAR = `
  a an the this that these those such each any all both of in on at by for to with within as per and or is are was were be been being has have had
  it its his him her their them they he she whom whose which who i we our also otherwise herein hereof hereto respective respectively collectively together if no not mr ms mrs dr messrs
  january february march april may june july august september october november december
`
/** Who holds shares, controls or disclaims them. */
export const OF_HOLDERS: NoteKind = {
  begins:
    /^(?:(?:represents|includes|consists of|all|of|the|these|such|reported|certain|by|\d[\d,]*) )*(?:shares|securities|stock|common|class|ads)\b|^(?:each of |the |mr |ms |mrs |dr |messrs )*(?:reporting (?:person|owner)s?|holder|[a-z][\w&'’.,()"“”/-]* )|^by |^held |^owned /i,
  words: wordsOf(`${GRAMMAR}
    share shares securities stock common class ordinary held hold holds owned owns directly indirectly record beneficially beneficial ownership owner reporting person
    name nature trust trustee trustees co-trustee co trusteeship chain subsidiary subsidiaries deputization grat annuity annuitant retained family living revocable revokable irrevocable grantor settlor beneficiary custodian custodial utma ugma account ira roth brokerage joint
    spouse wife husband child children son daughter minor member manager managing general limited partner partnership llc lp inc ltd fund funds investment investments adviser advisor sole shared
    share voting dispositive power control over respect may deemed retains serve serves represents includes consists pecuniary interest therein thereof except extent disclaims disclaim disclaiming shall should admission purposes purpose
    section exchange act securities inclusion report filing form although president director officer board directors chief executive stockholder shareholder issuer company corporation
    make makes decisions decision committee group more than outstanding percent dated connection capacity capacities through behalf benefit u/a/d u/t/a dtd files separate own reported one constitute construed
    under does master management advised controls individual 13d group affirmatively files sub-adviser feeder offshore beneficiaries any other
  `),
  not: /^(?!.*\b(?:held|hold|holds|owned|owns|ownership|beneficial(?:ly)?|voting|dispositive|investment|pecuniary|partners?|members?|managers?|trustees?|custodia\w+|trust|deputization|admission|director|spouse|wife|husband|children)\b)|\bown account\b|\b(?:by|of|to) (?:an|any) other|\bnot (?:the |an? )?(?:beneficial(?:ly)? )?(?:owner|shares|held|owned|trust|member|partner)|\bno (?:shares|securities|stock|interest|ownership)\b|\b(?:has|have|had) not\b/i,
}
/** What a security is, and when it vests. */
const OF_SECURITIES: NoteKind = {
  begins:
    /^(?:(?:each|the|these|this|such|certain|of|[\d,]+) )*(?:(?:restricted|performance|deferred|phantom)(?: stock| share)? units?|rsus?|psus?|dsus?|(?:stock |employee )?options?|awards?|warrants?|(?:shares? of )?class [a-z] (?:common )?(?:stock|shares?|units?)|american depositary (?:shares?|receipts?)|adss?|adrs?|ordinary shares|depositary shares|securities)(?: \([^()]{1,40}\))?,? (?:(?:currently|each) )?(?:represents?|is convertible|are convertible|are represented|vests?|vested|became|becomes?|converts? into|will vest|have vested|has vested|expires?|were granted|was granted|are restricted|are entitled|have no expiration)\b/i,
  words: wordsOf(`${GRAMMAR}
    share shares stock common class ordinary american depositary ads adss restricted performance unit units rsu rsus psu psus option options award awards warrant right contingent receive
    upon settlement represents represent represented convertible convert time holder option into one-for-one basis expiration date expire expires vest vests vested vesting exercisable
    fully immediately equal annual quarterly monthly installment installments anniversary grant granted commencing beginning first second third fourth year years month months one two three four five ten twenty
    subject continued continuous service employment provided through reporting person issuer company so long remains employed thereafter remainder remaining balance became becomes become will may
    currently certain securities entitled vote issuable every following day
  `),
}
/** What else is held afterwards. */
export const OF_HOLDINGS: NoteKind = {
  begins:
    /^(?:a portion of these shares|reflects? (?:an?|the) (?:[\w'’-]+ ){1,4}(?:stock|share) split)\b|^(?:also )?(?:includes?|including|excludes?|does not include|do not include|consists of)\b|^(?:the |this )?(?:total|balance|amount|number)s?(?: [\w()]+){0,8} (?:includes?|excludes?|consists? of)\b|^(?:the |this )?(?:total|balance|amount|number)(?: of (?:shares|securities))? reflects? (?:an? |the )?(?:exempt )?transfers? of [\d,]+ shares from (?:in)?direct\b|^following (?:the|this|these) (?:reported )?(?:transactions?|sales?),? the reporting (?:person|owner)|^share numbers have been adjusted to reflect\b/i,
  words: new Set([
    ...PLAIN_WORDS,
    ...OF_SECURITIES.words,
    ...wordsOf(`
      acquired purchased received reporting person owner beneficially owns owned held hold directly indirectly employee plan espp 401 k dividend reinvestment purchase savings retirement trust spouse
      wife husband child children son daughter family ira account shares unvested deferred total column amount balance numbers adjusted reflect changes form ownership beneficial consideration
      transfers exempt section rule securities exchange act amended exclude excludes excluding report reports last remain remains grat grantor retained annuity equivalent equivalents right rights accrued credited issuer company split forward reverse effected effective transaction transactions adult disclaims previously reported reinvested number interest pecuniary extent yet not vested continues continue direct indirect transfer
    `),
  ]),
  not: /(?<!\bdo(?:es)? )\bnot\b(?! (?:yet |been )*vest)|\b(?:sold|sales?|sell|gift\w*|donat\w*|cancel\w*|this (?:line|sale|purchase|trade)|in this transaction)\b|^reflects?\b.*\b(?:purchased|acquired|received|prices?)\b|\btransactions? (?:includ|exclud|consist|of|by)/i,
}
/** The remarks on the form itself. */
const OF_FORMS: NoteKind = {
  begins:
    /^form \d+ of \d+\b|^(?:exhibits?|ex[. ]|power of attorney|see exhibit|due to (?:an?|the) \d+[- ]line|the form \d has been split into|each form 4 will be filed by|this form \d(?:\/a)? (?:is the (?:first|second|third|last) of|has been compiled|is being filed late|was filed late|is one of)|for additional details regarding)/i,
  words: new Set([
    ...PLAIN_WORDS,
    ...wordsOf(`
      exhibit list power attorney form forms filed filing filings split cover individual transactions transaction line item limitation table part because edgar system limits maximum separate
      additional details regarding reporting person overall stock equity holdings please see issuer proxy statement sec heading security ownership certain beneficial owners owner management schedule
      originally compiled based applicable requirements reflect specific described intended disclose describe shares securities owned beneficially held relating event late error administrative
      broker delay delayed technical issue attached file hereto incorporated reference copy software access code codes inadvertent oversight agent not occurred well subject amended restated time case definitions explanations periods therein described
    `),
  ]),
  not: /\b(?:not(?! intended)|no|never)\b|\boccurred\b(?! on the same)/i,
}
/** A role, without a verb. */
const OF_TITLES: NoteKind = {
  begins:
    /^officer title:?$|^(?:(?:title|role|officer title) |(?:the )?reporting (?:person|owner) (?:is|serves as) (?:also )?(?:the |an? )?(?:(?:issuer|company)['’]s )?)?(?:former |interim |acting |executive |senior |group |corporate |regional |first |assistant |global )*(?:vice )?(?:president|chair(?:man|woman|person)?|chief|general counsel|treasurer|secretary|controller|director|evp|svp|vp|ceo|cfo|coo)\b/i,
  words: wordsOf(`
    former interim acting executive senior group corporate regional first assistant global vice president chair chairman chairwoman chairperson chief general counsel treasurer secretary controller director
    evp svp vp ceo cfo coo cto officer reporting person owner is serves as its also title and of the a subsidiary issuer company bank division financial operating accounting legal people human resources technology information marketing commercial medical scientific
    development operations science risk revenue product strategy investor relations communications compliance ethics finance administrative tax treasury sales manufacturing engineering digital data security
    business customer supply chain north america americas europe asia international head unit brand retail services deputy board emeritus
  `),
}
/** The offer to disclose each single price. */
const OF_REQUESTS: NoteKind = {
  begins:
    /^(?:upon (?:written )?request,? )?(?:the reporting (?:person|owner)s?|the holder|the filer|the undersigned|the issuer)(?: hereby)? (?:undertakes?|agrees?|will)(?: to)? (?:provide|supply|furnish)\b[^.;]*\binformation (?:regarding|about|concerning|on|as to) (?:the )?(?:number|amount)|^(?:details|(?:full|detailed) information) (?:(?:are|is) )?available upon request\b|^full information (?:regarding|about|concerning) the number/i,
  words: wordsOf(`${GRAMMAR}
    upon written request undertakes undertake agrees hereby will provide supply supplied furnish issuer company corporation security stock holder shareholder stockholder staff sec commission securities exchange
    full complete detailed provided be details available any information regarding concerning about number amount shares ads adss sold purchased bought acquired transaction transactions trades effected executed every separate individual different sale sales purchase
    price prices range ranges set forth described above footnote footnotes form through
    reporting person respective inc ltd corp
  `),
  not: /\b(?:sold|purchased|bought|acquired|shares|securities) (?:to|from|by|with|for|in)\b|\b(?:not|no)\b/i,
}
/** A manager or broker who traded without being asked. */
export const OF_CHOICE: NoteKind = {
  begins:
    /^(?:the|this|these|such|made|sold|purchased|bought|all|transactions?|trades?|sales?|purchases?|shares)\b/i,
  words: wordsOf(`${GRAMMAR}
    transaction transactions trade trades sale sales purchase purchases share shares made effected executed sold purchased bought reporting person owner investment financial portfolio asset adviser advisor manager
    broker third-party third party independent professional discretionary managed account without prior advance knowledge consent input consultation approval direction authorization involvement discretion sole initiative
    own exercised over know did does aware notice
  `),
  not: /\b(?:sold|purchased|bought|sales?|purchases?) (?:to|from|of the account)\b|\bown account\b/i,
}
/** Profit within six months, which the law makes an owner pay to the company. */
const OF_SHORT_SWINGS: NoteKind = {
  begins:
    /^(?:the|this|these) (?:reported )?(?:transactions?|sales?|purchases?)\b[^.;]*\b16\(b\)|^the reporting person (?:has )?(?:agreed to pay|paid|will pay|agreed to remit|remitted)\b/i,
  words: wordsOf(`${GRAMMAR}
    reported transaction transactions sale purchase may matchable matched section 16 securities exchange act reporting person has agreed pay paid will remit remitted issuer company full amount
    profit profits realized connection short-swing short swing shares share under extent
  `),
  not: /^(?!.*\b(?:profits?|16\(b\)))|\b(?:not|no)\b/i,
}
/** A price in dollars that was converted from another currency. */
const OF_CURRENCIES: NoteKind = {
  begins:
    /^(?:the )?(?:reported |sales? |purchase )?(?:prices?|amounts?)(?: (?:reported|per share|shown))?,? (?:was|were|is|are|has been|have been)(?: originally)? (?:converted|translated)\b/i,
  words: wordsOf(`${GRAMMAR}
    price prices reported sale purchase per share converted translated from into canadian us u.s dollar dollars euro euros pound pounds sterling swiss franc francs exchange rate rates bank day date using based daily average
  `),
  not: /\bnot\b/i,
}
/** What an amendment with trades of its own corrects. Those trades say what is true now. */
export const OF_CORRECTIONS: NoteKind = {
  begins:
    /^(?:the purpose of )?(?:this|the) (?:amendment(?: no\.? \d+)?|form 4\/a|amended form 4|amended filing)\b[^.;]*\b(?:correct|include|add|report|reflect|amend|revise|restate|check)s?\b/i,
  words: wordsOf(`${GRAMMAR}
    purpose amendment amended form 4 4/a filed filing being solely only correct corrects include includes add adds report reports reflect reflects amend amends revise revises restate restates
    original originally previously inadvertently incorrectly omitted misstated reported reporting person persons owner owners clerical typographical administrative
    number amount total shares share per securities common stock class price prices weighted average date dates code transaction transactions sale sales purchase purchases sold purchased table line lines row rows
    column columns ii footnote footnotes beneficially owned ownership directly indirectly following additional one two three check box 10b5-1 rule plan exhibit power attorney signature name title due which
    inaccurately set forth from all other information remains unchanged
  `),
  not: /^(?!.*\b(?:numbers?|amounts?|prices?|dates?|codes?|name|title|box|footnotes?)\b).*\b(?:reported|incorrectly|inaccurately)\b|\b(?:not|no|never|gift\w*|should)\b|\b(?:sales?|sold|purchase[sd]?|shares|securities|stock|owned) (?:to\b|from\b(?! the original\b)|by\b(?! the reporting (?:person|owner)s?\b(?!['’])))|(?<!10b5-1 )\bplan\b/i,
}
export const ASIDE: readonly NoteKind[] = [
  OF_REQUESTS,
  OF_SECURITIES,
  OF_FORMS,
  OF_TITLES,
  OF_CHOICE,
  OF_SHORT_SWINGS,
  OF_CURRENCIES,
]
