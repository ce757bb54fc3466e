/** Words that say nothing of money by themselves: common verbs of being, moving, showing and counting, words of place and order.
 *  Not here is what has a direction, buys or sells, judges, explains or says who knows it, and what names a thing or a person
 *  that a statement's own could be mistaken for. Where a word could be either, it is not here. */
export const NEUTRAL: ReadonlySet<string> = new Set(
  (
    'being become becomes became remain remains remained remaining stand stands stood standing sit sits sat sitting lie lies lay lying rest rests rested ' +
    'move moves moved moving movement go goes went going gone come comes came run runs ran running turn turns turned turning shift shifts shifted ' +
    'change changes changed changing swing swings swung range ranges ranged ranging span spans spanned settle settles settled end ends ended ending ' +
    'begin begins began begun beginning start starts started starting finish finishes finished inch inched inches edge edged edges tick ticked ticks creep creeps crept nudge nudged ' +
    'reach reaches reached reaching hit hits hitting touch touches touched pass passes passed arrive arrives arrived happen happens happened happening occur occurs occurred ' +
    'show shows showed shown showing see sees saw seen look looks looked looking find finds found read reads reading tell tells told telling ' +
    'count counts counted counting include includes included including cover covers covered covering contain contains contained learn learns learned learnt ' +
    'total totals totaled amount amounts amounted equal equals equaled measure measures measured compare compares compared comparing comparison ' +
    'hold holds held able order bit present leaves numbered tracks basket call calls called put puts face faces faced facing name names named list lists listed listing note notes noted mark marks marked carry carries carried work works worked bear bears appear appears appeared ' +
    'mention mentions mentioned describe describes described calculate calculated figure figures number numbers sum sums size sizes value valued worth rate rates level levels pace ' +
    'line lines item items entry entries page pages letter detail details part parts piece pieces share kind kinds sort sorts type types ' +
    'thing things way ways side sides place places point points time times date dates period periods stretch case cases example story picture answer question truth truths ' +
    'make makes made making take takes taken taking get gets got getting bring brings brought left use uses used using need needs needed ' +
    'here there where again already still even just now then ever earlier later afterward meanwhile back away busy table kitchen home stock company ' +
    'before after between apart aside along across around through together separately alone itself themselves himself herself oneself own ’s ' +
    'otherwise else elsewhere instead simply plainly only rather quite very too also besides both either neither each other others another same little ' +
    'different differently separate similar respectively directly overall combined full right left middle ahead next last latest previous prior current currently ' +
    'straight consecutive say says said saying dated dating really actually marking bringing batch batches transaction transactions spread behalf trade trades instance person people folks direction stake stakes holding holdings position positions perspective scale ' +
    'us ours theirs him them whom whose whoever whatever whichever someone something somewhere'
  ).split(' '),
)

/** And these of what nobody buys or sells: of prices, pay, jobs and rates. */
export const NEUTRAL_OF_SERIES: ReadonlySet<string> = new Set(
  (
    'cost costs costing country nation nationwide national economy index gauge measure measures reading readings lender lenders borrower borrowers ' +
    'investment household households asking homebuyers loan loans data payment payments nationally job jobs shopper shoppers saver savers weekly monthly yearly annual pace speed swing swings filed filing filings first claimed claim applying apply applied benefits'
  ).split(' '),
)
