import { sql, type Kysely, type RawBuilder } from 'kysely'

/** Codes for what a source did, or what we did not do. */
const CODES = [
  'not-read',
  'refused',
  'missing',
  'slow-down',
  'server-failed',
  'no-answer',
  'stopped',
  'incomplete',
  'connection',
  'too-much',
  'unreadable',
  'other',
]

/** Adds codes for why a report of Congress, or any other record of a run, is not read; `reason` keeps the details for
 *  people. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const codes = CODES.map((code) => sql.lit(code))
  await sql`
    alter table insider_filing
      drop constraint insider_filing_unread_code,
      add constraint insider_filing_unread_code check (unread_code in (${sql.join(codes)}))`.execute(db)
  await sql`
    alter table congress_report add column unread_code text
      constraint congress_report_unread_code check (unread_code in (${sql.join(codes)}, 'rows'))`.execute(db)
  await sql`
    update congress_report set unread_code = ${codeOf(sql`reason`)} where reason is not null`.execute(db)
  await sql`
    update collect_run set unread = (
      select jsonb_agg(
        one || jsonb_build_object('code', case outcome when 'off' then 'off' else ${codeOf(sql`one ->> 'reason'`)} end)
        order by place
      )
      from jsonb_array_elements(unread) with ordinality as given (one, place)
    )
    where unread <> '[]'`.execute(db)
}

function codeOf(reason: RawBuilder<unknown>): RawBuilder<string> {
  return sql`case
    when ${reason} = 'not read yet' then 'not-read'
    when ${reason} ~ '^not asked:|stopped answering' then 'stopped'
    when ${reason} ~ 'answered 40[13]|refused this server' then 'refused'
    when ${reason} ~ 'answered 404|has published no index' then 'missing'
    when ${reason} ~ 'answered 429' then 'slow-down'
    when ${reason} ~ 'answered 5\\d\\d' then 'server-failed'
    when ${reason} ~ 'did not answer within|no answer in time' then 'no-answer'
    when ${reason} ~ '^it took (more|longer) than|sent more than \\d+ bytes' then 'too-much'
    when ${reason} ~ 'HTML|cut off|damaged|empty answer|it is empty|is not a PDF|no report of the Senate' then 'incomplete'
    when ${reason} ~ 'connection' then 'connection'
    when ${reason} ~ '^row \\d|of its (\\d+ )?rows c' then 'rows'
    when ${reason} ~ 'has no value of it|^the document ends on' then 'no-value'
    when ${reason} ~ '^its? ' then 'unreadable'
    else 'other' end`
}
