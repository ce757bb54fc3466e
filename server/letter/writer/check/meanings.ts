/** Phrases and their meanings: 'dir:up' is a sort and a value. '*' stands for any ending, '#' for a slot. The longest
 *  phrase wins; 'plain' phrases mean nothing, so that 'set up' is not 'up'. */
export const MEANINGS: Readonly<Record<string, string>> = {
  plain:
    'you pay|you’d pay|you would pay|years of pay|did so|do so|does so|doing so|meaning first|meaning bosses|flat weekly pay|flat $1,000|flat at $1,000|if you|so we|that much|how much|for scale|for perspective|to put that in perspective|in perspective|in plain words|in plain terms|in plain english|here ’s|works out to|work out to|it turns out|turns out|turned out|as it happens|that said|mind you|by the way|over in|closer to home|for the record|home buyers|home buyer|homebuyers|house hunters|took out a new|take out a new|taking out a new|set it up|set the sale up|set this up|set that up|in advance|that one|this one|over # trades|in fact|far back|took # trades|takes # trades|in the world of|the year began|home truths|one of its|one of his|one of her|one of their|even so|laid down|add up to|adds up to|added up to|have to look back to|had to look back to|or mean|may mean|you have to go back to|give only|gives only|reports give|give ranges|gives ranges|prices of the year|put another way|in other words|put differently|next to|puts down|put down|leading up to|over # and|set up ahead|set up in advance|set up|made up|makes up|make up|making up|put in|puts in|putting in|flat pay|same day|same sum|in all|all told|all in all|taken together|at first|out of|went through|over the week|accounts for|accounted for|account for|the form lists|up against|so far|after the trade|the last month|the last time|part of the letter|up to date|likely to be|in a row|at the end|high school|low end|high end|leave out|leaving out|short for|ahead of time|have to go back to|has to go back to|must go back to|would have to go back to|one reason|one of the|an old one|no one factor|compared with|given as|year as a whole|form gives|forms give|form gave|forms gave|gave us no reason|gave no reason|gives no reason|we can count|we can check|we can read',
  'event:report':
    'disclosing|disclosure|disclosures|published|made public|public|reported|report|reports|filed|filing|came to light|come to light|came out|come out|comes out|disclosed|listed|surfaced',
  'event:adoption': 'adopted|set up on|put in place on|entered on|made on|entered into on',
  'dir:up':
    'leap*|leapt|shot up|shoot* up|from red to black|balloon*|mount*|up|upward*|rise|rises|rising|risen|rose|climb*|gain*|grew|grow|grows|grown|growing|increas*|jump*|advanc*|higher|costlier|dearer|lift*|raise*|raising|swell*|swelled|widen*|expand*|went up|in the green|improv*|in the black',
  'dir:down':
    'down|off|off from|downward*|fall|falls|falling|fallen|fell|lower|lowered|drop*|declin*|decreas*|slid|slide|slides|sliding|slip|slips|slipp*|sank|sink*|sunk|ease|eases|eased|easing|dip|dips|dipp*|shrank|shrink*|shrunk|lose|loses|losing|lost|loss|losses|cheaper|reduc*|retreat*|give up|gives up|gave up|given up|came down|off the|narrow*|weaken*|cool*|went down|recede*|slow|slows|slowed|slowing|subside*|in the red|diminish*|dwindl*|worsen*|minus|negative',
  'hold:up': 'put on|puts on|putting on|add|adds|added|adding',
  'hold:down': 'wiped out|wipes out|wiping out|shed|sheds|shedding|cut|cuts|cutting|trim*',
  'qual:either': 'up or down|down or up|up and down|either way|in either direction',
  'dir:same':
    'the same as in #|same as in #|unchanged|did not budge|didn’t budge|did not change|didn’t change|did not move|didn’t move|steady|flat|stay|stays|stayed|staying|held at|holds at|level with',
  'cmp:up':
    'more|extra|additional|above|larger|bigger|greater|top|tops|topped|topping|beat|beats|beating|exceed*|surpass*|beyond|outpac*|outstrip*|ahead of',
  'cmp:down': 'less|fewer|below|beneath|smaller|short of|behind',
  'ext:high':
    'that high|that large|that big|that many|highest|largest|biggest|greatest|this high|this large|this fast|so fast|this much|so much|this big|this many|as many|so high|so large|so many|high|peak*|more jobs than any|more than any|as large|as high|strongest|fastest|steepest',
  'ext:low':
    'that low|that small|that few|lowest|smallest|fewest|this low|this little|so little|this slowly|so slowly|this small|this few|this scarce|so low|so small|so few|low|slowest|cheapest|weakest|scarce*|as low|as small|mildest',
  'side:buy':
    'paid # for|pays # for|paying # for|paying # a share|pays # a share|acquisition*|buy|buys|buying|bought|buyer*|purchas*|acquir*|pick up|picks up|picked up|picking up|pick* # up|snap* up|scoop* up|spend|spends|spent|spending|put # into|puts # into|putting # into|laid out|invested|bought into|paid # a share for|stock* up on|took a stake',
  'side:sell':
    'sell|sells|selling|sold|sell off|sells off|selling off|sold off|seller*|sale|sales|unload*|offload*|dispos*|divest*|part with|parts with|parted with|parting with|let go|lets go|letting go|got rid|liquidat*',
  'other:gift':
    'gift*|gave|give|gives|giving|given away|given to|was given|were given|donat*|charit*|bequeath*|present of',
  'other:conversion':
    'convert*|conversion*|turned other holdings|turning other holdings|holdings turning|holdings turned|turned into|turn other holdings',
  'other:exchange': 'exchang*|swap*|redeem*|redemption*|paid it off|paid off|payoff|pay off',
  'other:reinvest': 'reinvest*|dividend*',
  'other:exercise': 'exercis*|option|options|warrant|warrants|vest|vested|vesting|granted|grants',
  'other:transfer': 'transfer*|inherit*|handed over|moved to',
  'other:short': 'short|shorts|shorted|shorting|short-*|hedg*|leverag*|pledg*',
  'qual:trust': 'trust|trusts',
  'qual:spouse': 'spouse|spouses|wife|husband|partner|wives|husbands',
  'qual:child': 'child|children|son|sons|daughter|daughters|kid|kids|dependent*',
  'qual:joint': 'joint|jointly',
  'qual:plan':
    'plan|planned|planned in advance|arranged in advance|arranged ahead|planned ahead|the sale was set up ahead|preset|prearranged|preplanned|scheduled',
  'qual:offering': 'offering|offerings|placement|placements',
  'qual:private': 'private deal*|private|privately',
  'qual:managed': 'others manage|managed|manager|managers|manages|others run|run by others|others decide',
  'qual:fund': 'fund|funds|firm|firms|partnership*|affiliate*|entity|entities|compan* tied|vehicle*',
  'qual:account': 'account|accounts',
  'qual:family': 'family|relative|relatives|parent|parents|mother|father|and others|others',
  'qual:market': 'open market',
  'qual:maybe':
    'means this may not be|means it may not be|means that it may not be|so it may not be|so this may not be|so that may not be|may not be|may not have been|maybe not|might not be|might not have been|may be something other|may have been something other',
  'qual:unchecked':
    'no closing price|no price to check|no price to hold it against|no closing prices|not checked|unchecked|not check|lacked|without a close|no close|not be checked|couldn’t be checked|couldn’t check|can’t be checked|cannot be checked|couldn’t be held against',
  'qual:part':
    'only part|just part|only in part|partly|in part|partial*|part of it|part of that|part of the|part was|a part of|some of|some was|a portion of|portion',
  'qual:slip': 'a slip',
  'qual:tax': 'tax|taxes',
  'qual:late': 'late|overdue|deadline|past the limit|tardy',
  'qual:uncounted':
    'count none|counted none|counts none|none are counted|none is counted|don’t count any|do not count any|not include|don’t include|not included|not part of our count|set it aside|set that aside|keep it out|kept it out|left out of our count|leave that out|leave this out|leave them out|leave those out|leave these out|left that out|left this out|left them out|left those out|left these out|leaving that out|leaving this out|leaving them out|leaving those out|leaving these out|not count|not counted|leave it out|left it out|leaves it out|count no|counted no|no trade|not in our count|out of our count|uncounted|don’t count|doesn’t count|isn’t counted|didn’t count',
  'qual:average':
    'typical week|normal week|ordinary week|average|averages|averaged|averaging|the mean|on average|usual',
  'qual:typical': 'typical*|median',
  'qual:farms':
    'not counting farms|without counting farms|farms not counted|without farms|outside farms|outside farming|leaving out farms|leaving farms out|leaves out farms|farms aside|farms left out|farms are left out|farms are not counted|off the farm|off farms|leave out farms|leave farms out|excluding farms|farms excluded|nonfarm|other than on farms|not on farms|apart from farms|except farms',
  'measure:farms': 'farm|farms|farming',
  'post:ceo': 'ceo|chief executive|chief executive officer|boss',
  'post:finance': 'finance chief|cfo|chief financial officer|chief finance officer',
  'post:executive': 'executive|executives|exec|execs|officer|officers|manager of|vice president',
  'post:director':
    'director|directors|board member|board members|on the board|on its board|on the board of|sits on the board|sits on its board|sits on the board of|sit on the board|board seat',
  'post:owner': 'owner|owners|large shareholder|major shareholder|big holder|shareholder|shareholders',
  'post:chair': 'chair|chairman|chairwoman|president|founder|cofounder|treasurer|lawyer|counsel',
  'post:insider': 'insider|insiders',
  'post:member': 'capitol hill|lawmaker*|member|members|congress*|politician*',
  'post:senator': 'senator|senators|senate',
  'post:house': 'house democrat|house republican|representative|representatives|congressman|congresswoman',
  'post:democrat': 'democrat|democrats|democratic',
  'post:republican': 'republican|republicans|gop',
  'post:former': 'former*|used to|ex|retired|outgoing|incoming|longtime',
  'post:worker': 'worker*|employee*|staff',
  'post:university': 'university|college|school|church|hospital|foundation',
  'measure:mortgage': 'mortgage*|home loan*|30-year rate|30-year average|30-year loan*',
  'measure:other-loan': 'car loan*|auto loan*|student loan*|credit card*|personal loan*',
  'measure:prices': 'house prices|home prices|housing prices|home values|house values|house price|home price',
  'measure:homes': 'homes|houses|home sales|house sales',
  'measure:yearly-rise':
    'growth|yearly rise|annual rise|yearly increase|annual increase|yearly gain|annual gain|yearly change|yearly growth|annual growth|risen this little|risen so little|risen this fast|risen so fast|risen this much|risen so much',
  'measure:rent': 'rent|rents|rental*|renter*|landlord*|tenant*',
  'measure:starts': 'housing starts|builder*|broke ground|groundbreak*|began homes|permits',
  'measure:unemployment':
    'unemployment|unemployed|jobless rate|had no job|without a job|out of a job|without work|joblessness|out of work',
  'measure:claims': 'claim|claims|first filing*|new filing*|jobless benefits|claiming',
  'measure:openings':
    'jobs stood open|jobs were open|jobs are open|jobs still open|open jobs|jobs open|unfilled jobs|job postings|opening|openings|open job|vacanc*|jobs to fill|wanted to fill|unfilled',
  'measure:consumer':
    'consumer prices|consumer price|consumers pay|consumer pays|prices for consumers|inflation|cost of living|living costs',
  'measure:gas': 'gas|gasoline|fuel|petrol|diesel|at the pump|oil',
  'measure:food': 'grocer*|food|supermarket*|eggs|meat',
  'measure:pay': 'pay|wage|wages|salary|salaries|earnings|paycheck*|income*',
  'measure:bitcoin': 'bitcoin',
  'measure:crypto': 'crypto*|coin|coins|token|tokens|ether*',
  'measure:index': 's&p|s&p 500|stock market|wall street',
  'measure:other-index': 'dow|dow jones|nasdaq|russell|ftse|nikkei|dax',
  'measure:treasury':
    'treasury|treasuries|10-year notes|10-year note|bond|bonds|government loans|government borrowing',
  'measure:yield': 'yield|yields|yielded|yielding',
  'measure:metal': 'gold|silver|copper',
  'unit:day': 'day|days|daily|overnight',
  'unit:week': 'week|weeks|weekly|one week|seven days|week ’s',
  'unit:month': 'month|months|monthly|one month|month ’s',
  'unit:year':
    'a year of weeks|year to date|so far this year|this year so far|year|years|yearly|one year|annual*|12 months|twelve months|year ’s|per annum',
  'unit:other':
    'quarterly|decade*|century|centuries|hour|hours|hourly|fortnight*|season*|summer|winter|spring|autumn|generation*',
  'ago:week':
    'a week ago|a week before|a week earlier|the week before|last week|the previous week|one week ago|one week before|the prior week',
  'ago:month':
    'a month ago|a month before|a month earlier|last month|the previous month|one month ago|one month before|the prior month',
  'ago:year':
    'a year ago|a year before|a year earlier|the year before|last year|the previous year|one year ago|one year before|the prior year',
  'ago:day': 'the day before|a day before|the day after|the next day|the previous day|days later',
  'per:share': 'a share|per share|apiece',
  'quant:only':
    'only to cover|just to cover|solely to cover|only #|just #|merely|mere|solely|exclusively|nothing but|the only|the sole|alone|only a|only one|just one|just a|only for|only in|only on|only because|only after',
  'quant:every': 'every|each|everyone|everybody|everything|always',
  'quant:all': 'all|whole|entire*|fully|completely|everything',
  'quant:rest': 'the rest|the remainder|remainder',
  'quant:many':
    'many|most|much of|majority|mostly|the bulk|largely|mainly|lots|numerous|plenty|countless|a lot',
  'quant:some': 'a few|few|handful|minority|sliver|chunk|slice|various|multiple',
  'quant:weeks':
    'past four weeks|last four weeks|four weeks|several weeks|four week|several week|four week average',
  'quant:several': 'several',
  'quant:about': 'about #|about half|roughly|around #|approximately|close to #|some #|or so',
  'quant:near': 'nearly|almost|as much as|over #|under #|as little as',
  'quant:under':
    'under a quarter|less than a quarter|below a quarter|under a third|less than a third|under half|less than half|below half|under a half',
  'quant:over':
    'over a quarter|more than a quarter|over three quarters|more than three quarters|over half|more than half|over a third|more than a third|over two thirds|more than two thirds',
  'quant:any': 'any|anyone|anybody|whichever',
  'quant:none': 'nobody|none|no one|nothing|neither|nor|never',
  negation:
    'far from|anything but|came close|come close|comes close|close to sell*|close to buy*|in name only|as good as|all but|on paper|not yet|stopped|stop|stops|stopping|ceas*|spare*|took it back|called off|would-be|not|no|without|cannot|*n’t|fail* to|lack*|absent|hardly|barely|scarcely|rather than|instead of|refus* to|declin* to|denie*|avoided|outside|outside of|counter to|contrary to|unlike|except|except for|excluding|apart from|other than|aside from|free of|independent* of|unrelated|regardless|barring|save for|exempt*|no longer|held off|stopped short|opposite|supposed|purported*|nominal*',
  modal: 'so it may|so this may|so that may|may|might|maybe|perhaps|possibly|possible|can|could have',
  'quant:least': 'at least #|no less than #|or more|in excess of|upwards of|upward of|north of',
  'quant:most': 'at most #|no more than #|or less',
  turn: 'the other way round|the other way around|another story|while|whereas|though|although|but|yet|however|even as|even though|instead|in contrast|by contrast|conversely|nevertheless|nonetheless|still ,',
  likewise: 'too|as well|likewise|similarly|in step|in tandem|in line|alike|both',
}
