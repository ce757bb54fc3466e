import { describe, expect, it } from 'vitest'

import { chooseConsentColumns, readTime } from './import-consent.ts'
import { chooseColumns, type ImportProgram } from './import-columns.ts'

const NOW = '2026-11-23T12:00:00Z'

function read(from: ImportProgram | 'none', header: string, record: string) {
  return chooseConsentColumns(header.split(','), from, NOW)(record.split(','))
}

describe('when and where somebody agreed, in the export of', () => {
  it('listmonk: created_at as Go writes it', () => {
    expect(
      read(
        'listmonk',
        'uuid,email,name,attributes,status,created_at,updated_at',
        'u,a@b.c,A,{},enabled,2024-03-01 09:30:00.123456 +0100 CET,2025-01-01 00:00:00 +0000 UTC',
      ),
    ).toEqual({
      consent: { consentedAt: '2024-03-01T08:30:00.123456Z', source: 'import:listmonk' },
      problem: undefined,
    })
  })

  it('Ghost: created_at', () => {
    const { consent } = read('ghost', 'id,email,created_at,deleted_at', '1,a@b.c,2024-03-01T09:30:00.000Z,')
    expect(consent).toEqual({ consentedAt: '2024-03-01T09:30:00Z', source: 'import:ghost' })
  })

  it('Substack: created_at of the archive, the start date and the source of the dashboard', () => {
    expect(read('substack', 'email,email_disabled,created_at', 'a@b.c,false,2024-03-01').consent).toEqual({
      consentedAt: '2024-03-01T00:00:00Z',
      source: 'import:substack',
    })
    expect(
      read(
        'substack',
        'Email,Emails enabled,Start date,Subscription source (free)',
        'a@b.c,True,2025-06-17T10:21:38.759Z,substack-notes',
      ).consent,
    ).toEqual({ consentedAt: '2025-06-17T10:21:38.759Z', source: 'import:substack (substack-notes)' })
  })

  it('beehiiv: created_at, and where readers came from', () => {
    const header = 'email,status,created_at,utm_source,acquisition_source'
    expect(read('beehiiv', header, 'a@b.c,active,2023-03-24 10:23:10 UTC,x,website').consent).toEqual({
      consentedAt: '2023-03-24T10:23:10Z',
      source: 'import:beehiiv (website)',
    })
  })

  it('Mailchimp: OPTIN_TIME, or CONFIRM_TIME if that is empty, and no IP address', () => {
    const header = 'Email Address,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP'
    expect(
      read('mailchimp', header, 'a@b.c,2018-02-12 10:54:27,192.0.2.7,2018-02-12 10:55:00,192.0.2.7'),
    ).toEqual({
      consent: {
        consentedAt: '2018-02-12T10:54:27Z',
        confirmedAt: '2018-02-12T10:55:00Z',
        source: 'import:mailchimp',
      },
      problem: undefined,
    })
    expect(read('mailchimp', header, 'a@b.c,,,2018-02-12 10:55:00,').consent).toMatchObject({
      consentedAt: '2018-02-12T10:55:00Z',
    })
  })

  it('Buttondown: creation_date and source', () => {
    const header = 'email,type,source,creation_date'
    expect(read('buttondown', header, 'a@b.c,regular,organic,2024-03-01T09:30:00.000Z').consent).toEqual({
      consentedAt: '2024-03-01T09:30:00Z',
      source: 'import:buttondown (organic)',
    })
  })

  it('Keila: no time, since it exports none', () => {
    expect(read('keila', 'Email,Status', 'a@b.c,active').consent).toEqual({ source: 'import:keila' })
  })

  it('our own: as exported', () => {
    const header = 'email,consented_at,confirmed_at,consent_source'
    const times = '2024-03-01T09:30:00.000Z,2024-03-01T09:31:00.000Z'
    expect(read('none', header, `a@b.c,${times},import:ghost`).consent).toEqual({
      consentedAt: '2024-03-01T09:30:00Z',
      confirmedAt: '2024-03-01T09:31:00Z',
      source: 'import:ghost',
    })
  })

  it('a program that is not named: the time is ignored', () => {
    expect(read('none', 'email,created_at', 'a@b.c,2024-03-01').consent).toEqual({ source: 'import' })
  })
})

it.each([
  ['listmonk', 'uuid,email,name,attributes,status,created_at,updated_at'],
  ['ghost', 'id,email,name,note,subscribed_to_emails,created_at,deleted_at,labels,tiers'],
  ['substack', 'email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at'],
  ['substack', 'Email,Emails enabled,Start date'],
  ['beehiiv', 'email,First Name,status,tier,created_at,unsubscribed_at'],
  ['mailchimp', 'Email Address,First Name,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP'],
  ['buttondown', 'email,notes,tags,type,source,creation_date,unsubscription_date'],
] as const)(
  'refuses a file that is obviously from %s unless the program is named, by its name or as "none"',
  (from, header) => {
    const names = header.split(',')
    expect(() => chooseColumns(names, {})).toThrow(
      `This looks like an export of ${from}. Run it again with --from ${from} to keep the time of consent`,
    )
    expect(chooseColumns(names, { from })).toBeDefined()
    expect(chooseColumns(names, { from: 'none' })).toBeDefined()
  },
)

it.each([
  ['keila', 'beehiiv', 'email,status,tier,created_at,unsubscribed_at'],
  ['listmonk', 'beehiiv', 'email,status,created_at,acquisition_source,unsubscribed_at'],
  ['beehiiv', 'listmonk', 'uuid,email,name,attributes,status,created_at,updated_at'],
] as const)('refuses a file said to be from %s that is obviously from %s', (from, program, header) => {
  expect(() => chooseColumns(header.split(','), { from })).toThrow(
    `This looks like an export of ${program}, not of ${from}. Run it again with --from ${program}`,
  )
})

it('accepts a program’s file with a column left over from another program', () => {
  const header = 'email,status,tier,created_at,unsubscribed_at,OPTIN_TIME'
  expect(chooseColumns(header.split(','), { from: 'beehiiv' })).toBeDefined()
})

it.each([
  'email,created_at',
  'email,status,created_at',
  'Email,First name,Last name,Data,Status,External ID',
  'email,consented_at,confirmed_at,consent_source',
])('accepts %s if no program is named', (header) => {
  expect(chooseColumns(header.split(','), {})).toBeDefined()
})

it.each(['192.0.2.7', '2001:db8::1', 'by ada@mail.example'])('does not keep %s as a source', (source) => {
  expect(read('buttondown', 'email,source', `a@b.c,${source}`).consent.source).toBe('import:buttondown')
})

it.each([
  ['Feb 24, 2024', '2024-02-24'],
  ['1 March 2024', '2024-03-01'],
  ['September 9, 2024', '2024-09-09'],
  ['9. Sept. 2024', '2024-09-09'],
])('reads %s, which can only be one day', (text, day) => {
  expect(readTime(text, NOW)).toBe(`${day}T00:00:00Z`)
})

it('names the column that could not be read, and guesses nothing', () => {
  const header = 'Email Address,OPTIN_TIME,CONFIRM_TIME'
  expect(read('mailchimp', header, 'a@b.c,03/04/2024,2027-01-01 00:00:00')).toEqual({
    consent: { source: 'import:mailchimp' },
    problem: 'Its "OPTIN_TIME" is not a time that can be read. Its "CONFIRM_TIME" is in the future.',
  })
})

it.each([
  ['2024-02-30', 'is not a time that can be read'],
  ['2024-03-01 25:00:00', 'is not a time that can be read'],
  ['30 Feb 2024', 'is not a time that can be read'],
  ['1 Marble 2024', 'is not a time that can be read'],
  ['1709285400', 'is not a time that can be read'],
  ['2026-11-23T12:00:01Z', 'is in the future'],
  ['0001-01-01 00:00:00 +0000 UTC', 'is too long ago to be one'],
  ['1970-01-01T00:00:00Z', 'is too long ago to be one'],
])('%s %s', (text, problem) => {
  expect(readTime(text, NOW)).toEqual({ problem })
})
