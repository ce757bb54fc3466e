import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('collect_run')
    .addColumn('on_paper', 'jsonb', (column) => column.notNull().defaultTo(sql`'[]'::jsonb`))
    .addColumn('notes', 'jsonb', (column) => column.notNull().defaultTo(sql`'[]'::jsonb`))
    .execute()

  await db.schema
    .createTable('insider_day')
    .addColumn('day', 'date', (column) => column.primaryKey())
    .addColumn('other_forms', 'integer', (column) => column.notNull())
    .addColumn('document_id', 'bigint', (column) => column.notNull().references('source_document.id'))
    .execute()

  await db.schema
    .createTable('insider_filing')
    .addColumn('accession', 'text', (column) =>
      column.primaryKey().check(sql`accession ~ '^[0-9]{10}-[0-9]{2}-[0-9]{6}$'`),
    )
    .addColumn('form', 'text', (column) => column.notNull().check(sql`form in ('4', '4/A')`))
    .addColumn('filed_on', 'date', (column) => column.notNull())
    .addColumn('page_url', 'text', (column) => column.notNull())
    .addColumn('record_url', 'text', (column) => column.notNull())
    .addColumn('unread_reason', 'text')
    .addColumn('document_id', 'bigint', (column) => column.references('source_document.id'))
    .addColumn('issuer_cik', 'text')
    .addColumn('issuer_name', 'text')
    .addColumn('issuer_ticker', 'text')
    .addColumn('owners', 'jsonb', (column) => column.notNull().defaultTo(sql`'[]'::jsonb`))
    .addColumn('period_of_report', 'date')
    .addColumn('original_filed_on', 'date')
    .addColumn('holdings', 'jsonb', (column) => column.notNull().defaultTo(sql`'[]'::jsonb`))
    .addCheckConstraint(
      'insider_filing_read_or_not',
      sql`unread_reason is not null or (document_id is not null and issuer_cik is not null)`,
    )
    .execute()
  await sql`create index insider_filing_by_day on insider_filing (filed_on, accession)`.execute(db)
  await sql`create index insider_filing_by_ticker on insider_filing (issuer_ticker, filed_on desc)
    where unread_reason is null`.execute(db)

  await db.schema
    .createTable('insider_line')
    .addColumn('accession', 'text', (column) =>
      column.notNull().references('insider_filing.accession').onDelete('cascade'),
    )
    .addColumn('line', 'integer', (column) => column.notNull())
    .addColumn('is_derivative', 'boolean', (column) => column.notNull())
    .addColumn('security', 'text', (column) => column.notNull())
    .addColumn('traded_on', 'date', (column) => column.notNull())
    .addColumn('deemed_executed_on', 'date')
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('direction', 'text', (column) => column.check(sql`direction in ('acquired', 'disposed')`))
    .addColumn('shares', 'numeric')
    .addColumn('price', 'numeric')
    .addColumn('owned_after', 'numeric')
    .addColumn('ownership', 'text', (column) => column.check(sql`ownership in ('direct', 'indirect')`))
    .addColumn('ownership_nature', 'text')
    .addColumn('is_planned', 'boolean')
    .addPrimaryKeyConstraint('insider_line_once', ['accession', 'line'])
    .execute()

  await db.schema
    .createTable('congress_report')
    .addColumn('chamber', 'text', (column) => column.notNull().check(sql`chamber in ('house', 'senate')`))
    .addColumn('report_id', 'text', (column) => column.notNull())
    .addColumn('member', 'text', (column) => column.notNull())
    .addColumn('state', 'text')
    .addColumn('district', 'integer')
    .addColumn('title', 'text')
    .addColumn('amendment', 'integer')
    .addColumn('filed_on', 'date', (column) => column.notNull())
    .addColumn('page_url', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) =>
      column.notNull().check(sql`status in ('read', 'in part', 'on paper', 'unread')`),
    )
    .addColumn('reason', 'text')
    .addColumn('document_id', 'bigint', (column) => column.references('source_document.id'))
    .addPrimaryKeyConstraint('congress_report_once', ['chamber', 'report_id'])
    .addCheckConstraint(
      'congress_report_has_reason',
      sql`(reason is not null) = (status in ('in part', 'unread'))`,
    )
    .addCheckConstraint(
      'congress_report_has_document',
      sql`document_id is not null or status in ('on paper', 'unread')`,
    )
    .execute()
  await sql`create index congress_report_by_day on congress_report (filed_on, chamber)`.execute(db)

  await db.schema
    .createTable('congress_line')
    .addColumn('chamber', 'text', (column) => column.notNull())
    .addColumn('report_id', 'text', (column) => column.notNull())
    .addColumn('row', 'integer', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull().check(sql`owner in ('self', 'SP', 'DC', 'JT')`))
    .addColumn('asset', 'text', (column) => column.notNull())
    .addColumn('asset_detail', 'text')
    .addColumn('ticker', 'text')
    .addColumn('asset_type', 'text')
    .addColumn('type', 'text', (column) =>
      column.notNull().check(sql`type in ('P', 'S', 'S (partial)', 'E')`),
    )
    .addColumn('traded_on', 'date', (column) => column.notNull())
    .addColumn('notified_on', 'date')
    .addColumn('low', 'numeric', (column) => column.notNull())
    .addColumn('high', 'numeric')
    .addColumn('filing_status', 'text')
    .addColumn('amends_id', 'text')
    .addColumn('subholding', 'text')
    .addColumn('description', 'text')
    .addColumn('comments', 'text')
    .addColumn('doubts', 'jsonb', (column) => column.notNull().defaultTo(sql`'[]'::jsonb`))
    .addPrimaryKeyConstraint('congress_line_once', ['chamber', 'report_id', 'row'])
    .addForeignKeyConstraint(
      'congress_line_of_report',
      ['chamber', 'report_id'],
      'congress_report',
      ['chamber', 'report_id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
  await sql`create index congress_line_by_ticker on congress_line (ticker, traded_on desc)`.execute(db)

  await db.schema
    .createTable('member')
    .addColumn('bioguide_id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_forms', 'jsonb', (column) => column.notNull())
    .addColumn('chamber', 'text', (column) => column.notNull().check(sql`chamber in ('house', 'senate')`))
    .addColumn('party', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('district', 'integer')
    .addColumn('terms', 'jsonb', (column) => column.notNull())
    .addColumn('committees', 'jsonb', (column) => column.notNull().defaultTo(sql`'[]'::jsonb`))
    .addColumn('is_serving', 'boolean', (column) => column.notNull())
    .addColumn('document_id', 'bigint', (column) => column.notNull().references('source_document.id'))
    .addColumn('committees_document_id', 'bigint', (column) => column.references('source_document.id'))
    .execute()
}
