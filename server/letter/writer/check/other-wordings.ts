import type { Statement } from '../../statements/statement.ts'
import { readOwn, type Wording } from './know-statement.ts'

/** Constructions that mean the same: a clause or phrase of a statement's own on the left may be worded as on the right.
 *  They are complete, so that none of their words can be used otherwise. */
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
    'The $1 $2 at the $3 since {since}.',
    'The $1 $2 at its $3 since {since}.',
    'The $1 $2 the $3 number since {since}.',
  ],
  [/^Not since \{since\} has the (.+) been (this \w+)\.$/, 'The last time the $1 was $2 was {since}.'],
  [
    /^Not since \{since\} had a month lost as many jobs as \{month\}/,
    'No month since {since} had lost as many jobs as {month}',
    '{month} lost more jobs than any month since {since}',
  ],
  [/largest in a month since/, 'largest for any month since', 'largest of any month since'],
  [/An average week of the past year moved it/, 'In an average week of the past year it moved'],
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
    /^New jobless claims (?:\(.*\) )?averaged \{mean\} a week over four weeks, (down|up) from/,
    'The four-week average of new jobless claims was {mean} a week, $1 from',
    'An average of {mean} people a week filed a first claim for jobless benefits over four weeks, $1 from',
  ],
  [
    /^New jobless claims (?:\(.*\) )?averaged (\{mean\} a week) over four weeks, (?=down from)/,
    'The four-week average of new jobless claims fell to $1, ',
  ],
  [
    /^New jobless claims (?:\(.*\) )?averaged (\{mean\} a week) over four weeks, (?=up from)/,
    'The four-week average of new jobless claims rose to $1, ',
  ],
  [/The four-week average of new jobless claims/, 'New jobless claims, by their four-week average,'],
  [/at a pace of \{level\} a year/, 'at a yearly pace of {level}'],
  [/, and down \{year\}/, ' and {year}'],
  [/^(Housing starts): (a yearly pace of)/, '$1 ran at $2'],
  [/more than it did last week/, 'more than at last week’s rate'],
  [/means about (\{difference\} a month more) on (a new \$300,000 loan)/, 'means $2 costs about $1'],
  [
    /^At \$1,000 a week, it takes about \{years\} years to earn (what .+)\.$/,
    'On $$1,000 a week, it takes about {years} years to earn $1.',
    'On $$1,000 a week, it would take about {years} years to earn $1.',
    'At $$1,000 a week, you would need about {years} years to earn $1.',
  ],
  [
    /^(What .+) is what \$1,000 a week earns in about \{years\} years\.$/,
    '$1 takes about {years} years to earn at $$1,000 a week.',
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
    /^Of every dollar (.*), \{cents\} came from sales by \{who\}/,
    '{cents} of every dollar $1 came from sales by {who}',
    '{cents} of every dollar $1 came from {who}’s sales',
  ],
  // What a record says.
  [
    /^(?:But its|Read on, and the report’s|The report’s) own note says it was (.+)\.$/,
    'By the report’s own note, it was $1.',
    'The report’s own note says it was $1.',
  ],
  // A part of a whole.
  [
    /^Not all of the (sale|purchase) was a new decision: \{plan\} ran on/,
    'Not all was a new decision: {plan} ran on',
    'Not all of it was a new decision: {plan} ran on',
    'Of the $1, {plan} ran on',
    'Of that, {plan} ran on',
    '{plan} of it ran on',
  ],
  [/^For the rest, we found no reason on the forms\.$/, 'For the rest, the forms give no reason.'],
  [/, part of it planned/, ', part of it on a plan set up ahead'],
  [/in the reports, or in how we read them/, 'in how we read the reports, or in the reports'],
  // From the old figure to the new.
  [
    /(rose|fell) to (\{\w+\})((?: on \{day\}| in \{month\})?), from (\{\w+\})((?: a \w+ before| in \{before\})?)/,
    '$1 from $4$5 to $2$3',
    'went from $4$5 to $2$3',
  ],
  [
    /^On \{base\} it was (up|down) \{before\} for the year; now it is (up|down) \{year\}\.$/,
    'It went from $1 {before} for the year on {base} to $2 {year}.',
  ],
  [
    /^At the end of \{month\} there were (\{level\} open jobs)\./,
    'At the end of {month}, employers had $1.',
    'Employers had $1 at the end of {month}.',
  ],
  [/^Then it /, 'It then ', 'But then it '],
  [
    /^Before \{month\}, the last month that lost as many jobs was \{since\}/,
    'The last month before {month} that lost as many jobs was {since}',
    'The last month before it that lost as many jobs was {since}',
    'The last month to lose as many jobs was {since}',
  ],
  [/12 months before \{month\}/, '12 months before'],
  [/; this week’s is (nearer the \w+)/, '; this week’s mortgage rate is $1 of the past year'],
  [/^Mortgage rates of the past year ran/, 'Mortgage rates ran'],
  [/^(It is now|Now it is) (nearer the \w+)\./, '$1 $2 of the past year.'],
  [/an? “(\w+)” of \{short\} (.*)on \{from\}, \{amount\}/, 'a “$1” of {amount} of {short} $2on {from}'],
  [/, as in \{before\}/, ', the same as in {before}', ', unchanged from {before}'],
  [
    /ran from \{low\} in \{lowMonth\} to/,
    'went from as low as {low} in {lowMonth} to as high as',
    'was between {low} in {lowMonth} and',
  ],
]

/** @param template  one of a statement's own wordings
 *  @returns other wordings that say the same as one of its sentences */
const listOtherWordings = (template: string): readonly string[] =>
  template
    .split('\n')
    .flatMap((sentence) =>
      CONSTRUCTIONS.flatMap(([pattern, ...others]) =>
        pattern.test(sentence) ? others.map((other) => sentence.replace(pattern, other)) : [],
      ),
    )

/** Other wordings that say the same as one of its own sentences. */
export const readOthers = ({
  tellings,
  shorter = [],
  lines = [],
  heads = [],
}: Statement): readonly Wording[] =>
  [...tellings, ...shorter, ...lines, ...heads].flatMap(listOtherWordings).map(readOwn)
