/** Words that carry a meaning, by what they mean; '*' stands for any ending, '#' for a slot. The longest phrase counts, and
 *  what has no meaning of its own in a phrase is freed by it ('plain'). Words that are not here say nothing by themselves.
 *
 *  A code 'dir:up' has a sort and a value. Where the sort is in BY_WORD, the value is the very word. */
export const MEANINGS: Readonly<Record<string, string>> = {
  plain:
    'prices of the year|put another way|in other words|put differently|next to|puts down|put down|leading up to|over # and|set up ahead|set up in advance|set up|made up of|makes up|make up|came out|come out|comes out|put in|puts in|putting in|flat pay|same form|same day|same forms|in all|all told|all in all|taken together|at first|out of|went through|over the week|accounts for|accounted for|account for|the form lists|up against|so far|after the trade|just over|came to light|the last month|the last time|part of the letter|up to date|likely to be|in a row|at the end|high school|low end|high end|leave out|made public|short for',
  'dir:up':
    'up|upward*|rise|rises|rising|risen|rose|climb*|gain*|grew|grow|grows|grown|growing|growth|increas*|jump*|advanc*|higher|costlier|dearer|lift*|raise*|raising|swell*|swelled|widen*|expand*|went up|in the green|improv*',
  'dir:down':
    'down|downward*|fall|falls|falling|fallen|fell|lower|lowered|drop*|declin*|decreas*|slid|slide|slides|sliding|slip|slips|slipp*|sank|sink*|sunk|ease|eases|eased|easing|dip|dips|dipp*|shrank|shrink*|shrunk|lose|loses|losing|lost|loss|losses|cheaper|reduc*|retreat*|give up|gives up|gave up|given up|came down|off the|narrow*|weaken*|cool*|went down|recede*|slow|slows|slowed|slowing|subside*|in the red|diminish*|dwindl*|worsen*',
  'hold:up': 'add|adds|added|adding',
  'hold:down': 'shed|sheds|shedding|cut|cuts|cutting|trim*',
  'dir:same': 'same|unchanged|steady|flat|stay|stays|stayed|staying|held at|holds at|level with',
  'cmp:up':
    'more|above|larger|bigger|greater|top|tops|topped|topping|beat|beats|beating|exceed*|surpass*|beyond|outpac*|outstrip*|ahead of',
  'cmp:down': 'less|fewer|below|beneath|smaller|short of|behind',
  'ext:high':
    'highest|largest|biggest|greatest|this high|this large|this fast|so fast|this much|so much|this big|this many|as many|so high|so large|so many|high|peak*|more jobs than any|more than any|as large|as high|strongest|fastest|steepest',
  'ext:low':
    'lowest|smallest|fewest|this low|this little|so little|this slowly|so slowly|this small|this few|this scarce|so low|so small|so few|low|slowest|cheapest|weakest|scarce*|as low|as small|mildest',
  'side:buy':
    'buy|buys|buying|bought|buyer*|purchas*|acquir*|pick up|picks up|picked up|picking up|pick* # up|snap* up|scoop* up|spend|spends|spent|spending|put # into|puts # into|putting # into|laid out|invested|bought into|paid # for|paid # a share for|pays # for|stock* up on|took a stake',
  'side:sell':
    'sell|sells|selling|sold|seller*|sale|sales|unload*|offload*|dispos*|divest*|part with|parts with|parted with|parting with|let go|lets go|letting go|got rid|liquidat*',
  'other:gift': 'gift*|gave|give|gives|giving|given|donat*|charit*|bequeath*|present of',
  'other:conversion':
    'convert*|conversion*|turned other holdings|turning other holdings|holdings turning|holdings turned|turned into|turn other holdings',
  'other:exchange': 'exchang*|swap*|redeem*|redemption*|paid it off|paid off',
  'other:reinvest': 'reinvest*|dividend*',
  'other:exercise': 'exercis*|option|options|warrant|warrants|vest|vested|vesting|granted|grants',
  'other:transfer': 'transfer*|inherit*|handed over|moved to',
  'other:short': 'short|shorts|shorted|shorting|short-*|hedg*|leverag*|pledg*',
  'qual:trust': 'trust|trusts',
  'qual:spouse': 'spouse|spouses|wife|husband|partner|wives|husbands',
  'qual:child': 'child|children|son|sons|daughter|daughters|kid|kids|dependent*',
  'qual:joint': 'joint|jointly',
  'qual:plan': 'plan|planned|planned ahead|the sale was set up ahead|preset|prearranged|preplanned|scheduled',
  'qual:offering': 'offering|offerings|placement|placements',
  'qual:private': 'private deal*|private|privately',
  'qual:managed': 'others manage|managed|manager|managers|manages|others run|run by others|others decide',
  'qual:fund': 'fund|funds|firm|firms|partnership*|affiliate*|entity|entities|compan* tied|vehicle*',
  'qual:account': 'account|accounts',
  'qual:family': 'family|relative|relatives|parent|parents|mother|father|and others|others',
  'qual:market': 'open market',
  'qual:maybe':
    'may not be|may not have been|maybe not|might not be|might not have been|may be something other|may have been something other',
  'qual:unchecked':
    'no closing price|no closing prices|a closing price|not checked|unchecked|not check|lacked|without a close|no close',
  'qual:part': 'only part|just part|only in part|partly|in part|partial*',
  'qual:slip': 'a slip',
  'qual:tax': 'tax|taxes',
  'qual:late': 'late|overdue|deadline|past the limit|tardy',
  'qual:uncounted':
    'not count|not counted|leave it out|left it out|leaves it out|count no|counted no|no trade|not in our count|out of our count|uncounted',
  'qual:average': 'average|averages|averaged|averaging|mean|on average',
  'qual:typical': 'typical*|median',
  'qual:farms': 'farm|farms|farming',
  'post:ceo': 'ceo|chief executive|chief executive officer|boss of',
  'post:finance': 'finance chief|cfo|chief financial officer|chief finance officer',
  'post:executive': 'executive|executives|officer|officers|manager of|vice president',
  'post:director': 'director|directors|board member|board members',
  'post:owner': 'owner|owners|large shareholder|major shareholder|big holder|shareholder|shareholders',
  'post:chair': 'chair|chairman|chairwoman|president|founder|cofounder|treasurer|lawyer|counsel',
  'post:insider': 'insider|insiders',
  'post:member': 'lawmaker*|member|members|congress*|politician*',
  'post:senator': 'senator|senators|senate',
  'post:house': 'house democrat|house republican|representative|representatives|congressman|congresswoman',
  'post:democrat': 'democrat|democrats|democratic',
  'post:republican': 'republican|republicans|gop',
  'post:former': 'former*|used to|ex|retired|outgoing|incoming|longtime',
  'post:university': 'university|college|school|church|hospital|foundation',
  'measure:mortgage': 'mortgage*|home loan*',
  'measure:prices': 'house prices|home prices|housing prices|home values|house values',
  'measure:yearly-rise':
    'yearly rise|annual rise|yearly increase|annual increase|yearly gain|annual gain|yearly change|risen this little|risen so little|risen this fast|risen so fast|risen this much|risen so much',
  'measure:rent': 'rent|rents|rental*|landlord*|tenant*',
  'measure:starts': 'housing starts|builder*|broke ground|groundbreak*|began homes|permits',
  'measure:unemployment': 'unemployment|unemployed|jobless rate|had no job|joblessness|out of work',
  'measure:claims': 'claim|claims|first filing*|new filing*|jobless benefits',
  'measure:openings': 'open jobs|opening|openings|open job|vacanc*|jobs to fill|wanted to fill|unfilled',
  'measure:consumer': 'consumer prices|consumer price|inflation|cost of living|living costs',
  'measure:gas': 'gas|gasoline|fuel|petrol|diesel|at the pump|oil',
  'measure:food': 'grocer*|food|supermarket*|eggs|meat',
  'measure:pay': 'pay|wage|wages|salary|salaries|earnings|paycheck*|income*',
  'measure:bitcoin': 'bitcoin',
  'measure:crypto': 'crypto*|coin|coins|token|tokens|ether*',
  'measure:index': 's&p|s&p 500|dow|nasdaq|stock market|wall street',
  'measure:treasury': 'treasury|treasuries|10-year notes|10-year note|bond|bonds|government loans',
  'measure:yield': 'yield|yields|yielded|yielding',
  'measure:metal': 'gold|silver|copper',
  'unit:day': 'day|days|daily|overnight',
  'unit:week': 'week|weeks|weekly|seven days|week ’s',
  'unit:month': 'month|months|monthly|month ’s',
  'unit:year': 'year|years|yearly|annual*|12 months|twelve months|year ’s|per annum',
  'unit:other':
    'quarterly|decade*|century|centuries|hour|hours|hourly|fortnight*|season*|summer|winter|spring|autumn|generation*',
  'ago:week':
    'a week ago|a week before|a week earlier|the week before|last week|the previous week|one week ago|one week before',
  'ago:month':
    'a month ago|a month before|a month earlier|last month|the previous month|one month ago|one month before',
  'ago:year':
    'a year ago|a year before|a year earlier|the year before|last year|the previous year|one year ago|one year before',
  'per:share': 'a share|per share|apiece',
  'quant:only': 'only|just|merely|mere|solely|exclusively|nothing but',
  'quant:every': 'every|each|everyone|everybody|everything|always',
  'quant:all': 'all|whole|entire*|fully|completely|the rest|everything',
  'quant:many': 'many|most|much of|majority|mostly|bulk|largely|mainly|lots|numerous|plenty|countless|a lot',
  'quant:some': 'some|few|handful|a bit of|minority|portion|sliver|chunk|slice|various|multiple',
  'quant:weeks': 'four weeks|several weeks|four week|several week|four week average',
  'quant:several': 'several',
  'quant:about':
    'about|roughly|around|nearly|almost|approximately|close to|some #|as much as #|at least|at most|no less than|no more than|or more|over #|under #|upwards of',
  'quant:any': 'any|anyone|anybody|whichever',
  'quant:none': 'nobody|none|no one|nothing|neither|nor|never',
  'course:again':
    'again|another|further|kept|extend*|remain*|persist*|once more|more and more|streak|running',
  'course:turn':
    'revers*|rebound*|recover*|rall*|bounc*|reversal|turnaround|comeback|snap* back|end* a|ended a|broke a|halt*|stall*|pause*|resum*|accelerat*|finally',
  negation:
    'not|no|without|didn’t|don’t|doesn’t|isn’t|wasn’t|weren’t|hasn’t|haven’t|hadn’t|cannot|fail* to|lack*|absent|hardly|barely|scarcely|rather than|instead of|refus* to|declin* to|denie*',
  modal: 'may|might|maybe|perhaps|possibly|possible|can|could have',
  turn: 'while|whereas|though|although|but|yet|however|even as|even though|instead|in contrast|by contrast|conversely|nevertheless|nonetheless|still ,',
  likewise: 'too|as well|likewise|similarly|in step|in tandem|in line|alike|both',
  advice:
    'should|must|ought|consider|avoid|avoiding|watch|beware|worth a|worth buying|worth watching|opportunit*|recommend*|advis*|suggest*|time to|good time|bad time|need to|needs to|have to|do well to|want to|wise to|better to|better off|keep an eye|keep in mind|remember|take note|act now|hurry|don’t|lock in|follow suit|bargain*|undervalued|overvalued|overpriced|a steal|attractive|target|portfolio*|copy|get in|stay away|deserv*',
  forecast:
    'will|won’t|would|wouldn’t|could|shall|expect*|unexpected*|likely|unlikely|soon|upcoming|forecast*|predict*|outlook|probabl*|tomorrow|next|looming|loom*|is set to|are set to|set to|about to|going to|on track|heading for|headed for|head* toward*|poised|bound to|sooner or later|before long|coming week*|coming month*|future|prospect*|foresee*|anticipat*|project*|plans to|plan to|planning to|intend*|portend*|herald*|bode*|foreshadow*|point* to|path to|threaten*|promis*|hint*|signal*|sign of|a sign|signs of|omen|potential*|trend*|for now|for good|temporar*|permanent*|from here|start of a|beginning of a|in store|down the road|eventual*|continu*|keeps|keep|keeping',
  motive:
    'bet|bets|betting|wager*|confiden*|bullish*|bearish*|believ*|convict*|hope*|hoping|wants|wanted|want|wish*|fear*|worr*|nervous*|optimis*|pessimis*|faith|convinced|doubt*|loaded up|load* up|gambl*|lost faith|vote of|seem*|appear*|apparent*|eager*|keen*|reluctant*|aim*|seek*|sought|try|tries|trying|tried|hedge|to profit|profit|profits|profiting|lock* in|to raise|to diversify|diversif*|in order to|to fund|to pay for|to avoid|knew|knows|know|knowing|decid*|chose|choose|chooses|desir*|panic*|rush*|urgent*|desperat*|greed*|think|thinks|thought|sees|felt|feel*|sentiment|mood|cautious*|jitter*|appetite|enthusias*|excit*|concern*|anxi*|position* for|ahead of #|prepar*|cashed out|cashing out|cash out|cashed in|personally|himself|herself|themselves',
  cause:
    'because|so|due to|thanks to|helped|helps|hurt|hurts|driven|drives|drove|driving|pushed|pushes|push|pushing|pulled|pull*|lifted by|led to|lead* to|amid|means|meant|meaning|therefore|thus|hence|caus*|reason*|owing|result*|spur*|trigger*|prompt*|fuel*|spark*|forc*|respon*|react*|reaction|on news|in reply|in answer|on the back|on the heels|on hopes|on fears|in the wake|as a result|following the|after the|behind the|boost*|drag*|weigh*|which is why|why|consequen*|thereby|influenc*|affect*|impact*|blow|attribut*|explain*|make* it|making it|allow*|enabl*|contribut*|bring* about|reflect*|in light of|given the|given that|since the company|relat*|tied in with|coincid*|by way of|stem*|despite|in spite|regardless|even with|now that|just as|just before|just after|days before|days after|shortly|ahead',
  blame:
    'dump*|blam*|fault*|suspicio*|secret*|quiet*|hid|hidden|hide*|hiding|insider trading|illegal*|unlawful*|crim*|fraud*|cheat*|scandal*|shady|questionabl*|improper*|unethical*|conflict*|violat*|breach*|broke the|break* the law|sneak*|cover* up|conceal*|investigat*|prob|probe*|accus*|alleg*|suspect*|guilt*|corrupt*|exploit*|abus*|mislead*|mislabel*|wrong*|error|errors|mistake*|controvers*|shame*|embarrass*|bail*|flee*|fled|abandon*|ditch*|betray*|claimed|admit*|confess*|careless*|sloppy|reckless*|irresponsib*|late again|loophole*|sly|slyly|inside|back door',
  praise:
    'smart*|shrewd*|savvy|clever*|wise|wisely|bold|boldly|brave*|good|great|excellent|strong|strongly|solid|healthy|robust|impressive*|stellar|success*|lucky|luck|welcome|happy|nice|bright|win|wins|winning|winner*|triumph*|best|well timed|timely|perfect*|brilliant*|skill*|prudent*|generous*|proud*|bad|badly|poor|poorly|terribl*|awful*|dire|grim|worst|worse|weak|bleak|ugly|painful*|pain|disappoint*|disaster*|alarming*|alarm|troubl*|unfortunate*|sad|sadly|fortunate*|relief|comfort*|unhealthy|dangerous*|danger|risk*|fragile|shaky|favorabl*|blessing|gloom*',
  judgement:
    'soar*|even|surg*|plung*|plummet*|tumbl*|crash*|collaps*|skyrocket*|spik*|rocket*|explod*|nosediv*|slump*|freefall|dramatic*|sharp*|steep|steeply|massive*|huge|hugely|enormous*|gigantic|giant|vast*|whopping|staggering|tiny|trivial|heavy|heavily|significant*|substantial*|considerabl*|major|big time|modest*|remarkabl*|notabl*|unusual*|surpris*|shock*|stun*|extraordinar*|rare|rarely|strange*|odd|oddly|curious*|interesting*|importan*|crucial*|key|hot|cold|affordab*|unaffordab*|expensive|cheap|cheaply|hefty|pricey|aggressive*|eye-*|eye popping|striking|historic*|unprecedented|mere|hard|harder|easy|easier|normal*|abnormal*|ordinary|extreme*|excessive*|handsome*|sizable|sizeable|steadily|rapid*|quick*|fast|sudden*|abrupt*|wild*|volatil*|crisis|boom*|bubble*|recession*|bear market|bull market|correction|turmoil|chaos|frenz*|spree|splurg*|exodus|fire sale|windfall|fortune|jackpot|norm|norms|stake|doubl*|tripl*|quadrupl*|halv*',
  guarantee:
    'guarantee*|certain*|surely|sure|safe|safely|undoubted*|no doubt|without doubt|definite*|clearly|obvious*|of course|proof|prove*|proving|confirm*|inevitabl*|assur*|secure*|risk-*|risk free|indeed|truly|really|in fact|actual*|undeniabl*|unquestionabl*|evident*|everyone knows|no question|beyond doubt|show* that|demonstrat*|indicat*|impl*',
  superlative:
    'record|records|ever|most ever|all time|never before|unmatched|unrivaled|unparalleled|top of the|number one|of them all|rank*|biggest ever',
  outside:
    'fed|federal reserve|central bank|tariff*|trade war|war|wars|election*|white house|trump|biden|musk|powell|tesla|apple|nvidia|amazon|china|europe|america|american|americans|washington|earnings report|quarterly results|merger*|takeover*|lawsuit*|layoff*|strike|storm*|hurricane*|pandemic*|shutdown|policy|policies|rate cut*|rate hike*|stimulus|news|rumor*|analyst*|economist*|expert*|critic*|observer*|investors|traders|markets|customer*|competitor*|rival*|gdp|deficit*|debt*|budget*|supply|demand|shortage*|immigra*|government spending|committee*|bill|vote|voted|hearing|regulator*|regulation*|legislation|contract|contracts|ceo pay|product*|launch*',
  address: 'you|your|yours|yourself|i|my|me|let ’s|dear|reader*|click|visit|subscribe*|call|please|http*|www',
  number:
    'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen*|hundred*|thousand*|million*|billion*|trillion*|half|halves|third|thirds|quarter|quarters|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twice|thrice|once|double*|triple*|couple|pair|first|second|secondly|last of|single|percent|percentage|fraction|fold|zero|twofold|tenfold|score|scores|cent|cents|penny|pennies|a dollar|dollar|dollars',
  date: 'january|february|march|april|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|monday*|tuesday*|wednesday*|thursday*|friday*|saturday*|sunday*|yesterday|today|tonight|tomorrow|weekend*|christmas|thanksgiving|easter|holiday*|recent*|lately|earlier this|last night|morning|midday|noon|afternoon|evening|so called|nowadays|a while|long ago|long time|for months|for weeks|for years|for days|since then|all year|all week|year round|to date',
}

/** Sorts of which the very word must be one of the statement's own. */
export const BY_WORD: ReadonlySet<string> = new Set([
  'advice',
  'forecast',
  'motive',
  'cause',
  'blame',
  'praise',
  'judgement',
  'guarantee',
  'superlative',
  'outside',
  'address',
  'number',
  'date',
])
