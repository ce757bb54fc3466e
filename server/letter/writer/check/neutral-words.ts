/** Words that only build a sentence: they name nothing and nobody, and no idiom of doing, moving or blaming is made of them. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the this that these those it its they them their we our us he she his her who whom whose which what when ' +
    'and but or while whereas though although as than if ' +
    'in on at by from to of for with into over under between against after before since until within through among per like about up down ' +
    'is are was were be been being has have had did does do not no there then now also still too both each either neither ' +
    'some any all none more less fewer most much many few another same so'
  ).split(' '),
)

/** Words that say nothing of money by themselves: of showing, counting, naming and sorting. Not here is what has a direction,
 *  buys or sells, judges, explains or says who knows it, what names a thing or a person that a statement's own could be mistaken
 *  for, and what idioms are made of: 'get away with', 'a case to answer', 'the other side', 'goes on', 'stock offerings aside'.
 *  Where a word could be either, it is not here. */
export const NEUTRAL: ReadonlySet<string> = new Set(
  (
    'become became remain remains remained happened occurred ranged ranges span spans spanned reached touched arrived ' +
    'show shows showed shown showing saw seen see looks looked appear appears appeared read reading tell tells told ' +
    'count counts counted counting include includes included including covers covered contain contains contained ' +
    'shares linked tied total totals totaled amount amounts amounted equal equals equaled measure measures measured compare compared comparing comparison ' +
    'name named list lists listed listing mention mentions mentioned describe describes described figure figures number numbers sum sums size sizes value valued worth ' +
    'rate rates level levels pace line lines item items detail details part parts kind kinds sort sorts type types thing things ' +
    'time times date dates period periods made came come comes stood together separately later earlier last latest previous prior current currently ' +
    'straight consecutive overall combined respectively different differently similar stock share made says saying dated itself themselves otherwise meanwhile ' +
    'own stands stand standing transaction transactions trade trades stake stakes position positions perspective scale went ’s'
  ).split(' '),
)

/** And these of what nobody buys or sells: of prices, pay, jobs and rates. */
export const NEUTRAL_OF_SERIES: ReadonlySet<string> = new Set(
  (
    'faced where cost costs costing country nation nationwide national economy index gauge reading readings faced where move moves moved moving movement ran run runs ' +
    'people put get gets got lender lenders borrower borrowers asking homebuyers loan loans data nationally job jobs weekly monthly yearly annual swing swings ' +
    'filed filing filings first claimed claim applying apply applied benefits gone turned ended began inched inch edged edge ticked crept nudged settled'
  ).split(' '),
)
