/** Constructions that say the same of whatever stands in them: what a statement's own words have on the left may be told as on the
 *  right. Each is a whole clause or phrase, so that no word of it can be put to another use. */
const CONSTRUCTIONS: readonly (readonly [RegExp, ...string[]])[] = [
  [
    /^The (.+?) (rose|fell|shrank) for the \{nth\} (week|month) in a row\.$/,
    'It was the {nth} $3 in a row that the $1 $2.',
    'The $1 $2 for the {nth} straight $3.',
    'The $1 has now $2 for {count} $3s in a row.',
    'That was the {nth} $3 in a row.',
  ],
  [
    /^The (.+) (is|are) (?:now )?the (\w+) since \{since\}\.$/,
    'The last time the $1 was the $3 was {since}.',
    'The $1 $2 at the $3 since {since}.',
    'The $1 $2 at its $3 since {since}.',
    'The $1 $2 the $3 number since {since}.',
  ],
  [/^Not since \{since\} had a month lost/, 'No month since {since} had lost'],
  [/largest in a month since/, 'largest for any month since', 'largest of any month since'],
  [
    /In an average week of the past year it moved/,
    'An average week of the past year moved it',
    'In the past year its average week moved it',
  ],
  [
    /That is about its average week: \{usual\}/,
    'Its average week is about that, {usual}',
    'That is close to its average week of {usual}',
  ],
  [/The year is another story: /, 'But over the year, ', 'Over the year it is another story: '],
  [
    /(?:was|brought) an? (?:average )?gain of \{usual\} jobs a month/,
    'the average gain was {usual} jobs a month',
    'jobs grew by {usual} a month on average',
  ],
  [
    /^New jobless claims (?:\(.*\) )?averaged \{mean\} a week over four weeks, (?:down|up) from/,
    'The four-week average of new jobless claims was {mean} a week, down from',
    'The four-week average of new jobless claims fell to {mean} a week, down from',
    'An average of {mean} people a week filed a first claim for jobless benefits over four weeks, down from',
  ],
  [/The four-week average of new jobless claims/, 'New jobless claims, by their four-week average,'],
  [/at a pace of \{level\} a year/, 'at a yearly pace of {level}'],
  [/, and down \{year\}/, ' and {year}'],
  [
    /^At \$1,000 a week, it takes about \{years\} years to earn (what .+)\.$/,
    'On $$1,000 a week, it takes about {years} years to earn $1.',
    'On $$1,000 a week, it would take about {years} years to earn $1.',
    'At $$1,000 a week, you would need about {years} years to earn $1.',
    'Someone on $$1,000 a week earns $1 in about {years} years.',
  ],
  [/ \((Case-Shiller), (a national index)\)/, ', by the $1 national index', ', by $1, $2'],
  [/ \((a national index of the housing agency FHFA)\)/, ', by $1'],
  [/\{amount\} of \{short\}/, '{amount} worth of {short}', '{amount} of {short} stock'],
  [
    /^\{who\} (bought|sold) (.*), in a (trust|joint) account\.$/,
    'A $3 account of {who} $1 $2.',
    '{who} $1 $2, through a $3 account.',
  ],
  [/^\{who\} sold (.*), in a (trust|joint) account\.$/, '{who} sold $1, from a $2 account.'],
  [
    /^The report of \{who\} shows (an? \w+|\w+) of \{short\} (.*): \{amount\}/,
    '{who} reported $1 of {amount} of {short} $2',
  ],
  [/^A (“\w+” of .*) by (.*) was a gift\.$/, '$2’s $1 was a gift.'],
  [
    /^Of every dollar (.*), (\{cents\}) came from sales by \{who\}, by our count\.$/,
    'By our count, {cents} of every dollar $1 came from {who}’s sales.',
  ],
  [/an? “(\w+)” of \{short\} (.*)on \{from\}, \{amount\}/, 'a “$1” of {amount} of {short} $2on {from}'],
  [/, as in \{before\}/, ', the same as in {before}', ', unchanged from {before}'],
  [
    /ran from \{low\} in \{lowMonth\} to/,
    'went from as low as {low} in {lowMonth} to as high as',
    'was between {low} in {lowMonth} and',
  ],
]

/** @param template  one of a statement's own wordings
 *  @returns what says the same as one of its sentences in other words */
export const listOtherWordings = (template: string): readonly string[] =>
  template
    .split('\n')
    .flatMap((sentence) =>
      CONSTRUCTIONS.flatMap(([pattern, ...others]) =>
        pattern.test(sentence) ? others.map((other) => sentence.replace(pattern, other)) : [],
      ),
    )
