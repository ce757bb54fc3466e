import { describe, expect, it } from 'vitest'

import { chooseColumns, type ColumnOptions, type ImportProgram } from './import-columns.ts'

/** Judges the records of a file, given as its lines. */
function judge(header: string, records: readonly string[], options: ColumnOptions = {}): string[] {
  const columns = chooseColumns(header.split(','), { from: 'none', ...options })
  if (columns === undefined) throw new Error('no column of addresses')
  return records.map((record, index) => {
    const verdict = columns.judge({ line: index + 2, cells: record.split(',') })
    return typeof verdict === 'string' ? verdict : verdict.problem
  })
}

describe('exports of other programs', () => {
  it('listmonk: by status', () => {
    expect(
      judge('uuid,email,name,attributes,status,created_at,updated_at', [
        'u,a@b.c,A,{},enabled,2024,2024',
        'u,a@b.c,A,{},disabled,2024,2024',
        'u,a@b.c,A,{},blocklisted,2024,2024',
      ]),
    ).toEqual(['subscribed', 'unsubscribed', 'blocked'])
  })

  it('Ghost: by email subscription and deletion', () => {
    expect(
      judge(
        'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers',
        [
          '1,a@b.c,A,,true,false,,2024-03-01T09:30:00.000Z,,,',
          '2,a@b.c,A,,false,true,,2024-03-01T09:30:00.000Z,,,',
          '3,a@b.c,A,,true,false,,2024-03-01T09:30:00.000Z,2025-01-01T00:00:00.000Z,,',
        ],
      ),
    ).toEqual(['subscribed', 'unsubscribed', 'unsubscribed'])
  })

  it('Substack: by whether emails go out, not by whether somebody pays', () => {
    expect(
      judge('email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at', [
        'a@b.c,false,,other,false,2024,',
        'a@b.c,true,2026,yearly,true,2024,2024',
      ]),
    ).toEqual(['subscribed', 'unsubscribed'])
    expect(
      judge('Email,Subscription type,Cancel date,Days active (last 30 days),Emails enabled', [
        'a@b.c,Free,,3,True',
        'a@b.c,Free,2025-01-01,0,False',
      ]),
    ).toEqual(['subscribed', 'unsubscribed'])
    expect(
      judge('email,expiry,email_disabled,stripe_connected_customer_id,type', [
        'a@b.c,2025,false,,gift',
        'a@b.c,2025,true,,comp',
      ]),
    ).toEqual(['subscribed', 'unsubscribed'])
  })

  it('beehiiv: by status and the time of leaving', () => {
    expect(
      judge(
        'email,First Name,status,tier,created_at,stripe_customer_id,Free Tier,unsubscribed_at,Subscription Date (Substack)',
        [
          'a@b.c,A,active,free,2023,,Yes,,2022',
          'a@b.c,A,inactive,free,2023,,Yes,,',
          'a@b.c,A,pending,free,2023,,Yes,,',
          'a@b.c,A,active,premium,2023,,No,2024-03-13 11:33:53 UTC,',
          'a@b.c,A,needs_approval,free,2023,,Yes,,',
          'a@b.c,A,needs_attention,free,2023,,Yes,,',
        ],
      ),
    ).toEqual(['subscribed', 'unsubscribed', 'unconfirmed', 'unsubscribed', 'unconfirmed', 'unconfirmed'])
  })

  it('MailerLite: by status and the time of leaving, whatever the time of subscribing', () => {
    expect(
      judge(
        'Subscriber,Status,Subscribed,Location,Unsubscribed',
        [
          'a@b.c,Active,2024-02-01 10:00:00,US,',
          'a@b.c,Unsubscribed,2024-02-01 10:00:00,US,2024-05-01 10:00:00',
          'a@b.c,Bounced,2024-02-01 10:00:00,US,',
          'a@b.c,Junk,2024-02-01 10:00:00,US,',
          'a@b.c,Unconfirmed,2024-02-01 10:00:00,US,',
        ],
        { column: 'Subscriber' },
      ),
    ).toEqual(['subscribed', 'unsubscribed', 'bounced', 'complained', 'unconfirmed'])
    expect(
      judge('Email,Subscribed,Unsubscribed', [
        'a@b.c,02/01/2024,',
        'a@b.c,02/01/2024,05/01/2024',
        'a@b.c,,',
        'a@b.c,no,',
      ]),
    ).toEqual(['subscribed', 'unsubscribed', 'Its "Subscribed" is empty.', 'unsubscribed'])
    expect(judge('Email,Unsubscribed', ['a@b.c,', 'a@b.c,2024-05-01'])).toEqual([
      'Its "Unsubscribed" is empty.',
      'unsubscribed',
    ])
  })

  it('Brevo: by its blocklist for email, not by those for other ways to write', () => {
    expect(
      judge('EMAIL,EMAIL_BLACKLIST,SMS_BLACKLIST,WHATSAPP_BLACKLIST', [
        'a@b.c,No,Yes,Yes',
        'a@b.c,Yes,No,No',
        'a@b.c,,No,No',
      ]),
    ).toEqual(['subscribed', 'blocked', 'Its "EMAIL_BLACKLIST" is empty.'])
    expect(judge('email,blacklisted', ['a@b.c,0', 'a@b.c,1'])).toEqual(['subscribed', 'blocked'])
  })

  it('Mailchimp: each of its three files', () => {
    const common = 'Email Address,First Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP'
    expect(
      judge(`${common},LAST_CHANGED,LEID,EUID,NOTES,TAGS`, ['a@b.c,A,2,2018,,2018,,2020,1,e,,']),
    ).toEqual(['subscribed'])
    expect(
      judge(
        `${common},UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_CAMPAIGN_ID,UNSUB_REASON,UNSUB_REASON_OTHER,TAGS`,
        ['a@b.c,A,2,2018,,2018,,2018-07-23 12:19:27,,,,,'],
      ),
    ).toEqual(['unsubscribed'])
    expect(
      judge(`${common},CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID`, [
        'a@b.c,A,1,2018,,2018,,2020-03-23,,',
      ]),
    ).toEqual(['bounced'])
  })

  it('Buttondown: by type', () => {
    const types = ['regular', 'premium', 'trialed', 'unpaid', 'gifted', 'churning', 'past_due', 'paused']
    const left = ['unsubscribed', 'removed', 'unactivated', 'spammy', 'undeliverable', 'complained']
    expect(
      judge(
        'email,notes,tags,type,source,unsubscription_date',
        [...types, ...left].map((type) => `a@b.c,,,${type},api,`),
      ),
    ).toEqual([
      ...types.map(() => 'subscribed'),
      'unsubscribed',
      'unsubscribed',
      'unconfirmed',
      'blocked',
      'bounced',
      'complained',
    ])
  })

  it('Buttondown: an unknown type is no permission to mail, if the file is said to be from there', () => {
    const records = ['a@b.c,,,throttled,api,', 'a@b.c,,,,api,', 'a@b.c,,,regular,api,']
    expect(
      judge('email,notes,tags,type,source,unsubscription_date', records, { from: 'buttondown' }),
    ).toEqual(['Its "type" is not a word that is known here.', 'Its "type" is empty.', 'subscribed'])
  })

  it('our own', () => {
    expect(judge('email,consented_at,confirmed_at', ['a@b.c,2026,2026'])).toEqual(['subscribed'])
  })
})

describe('an additional column next to those of the program that wrote the file', () => {
  it.each<[ImportProgram, string, string, string]>([
    ['listmonk', 'uuid,email,status,subscription_status', 'u,a@b.c,enabled,unsubscribed', 'unsubscribed'],
    ['ghost', 'id,email,subscribed_to_emails,email_disabled', '1,a@b.c,true,1', 'unsubscribed'],
    ['beehiiv', 'email,status,bounced_at', 'a@b.c,active,2024-01-01', 'bounced'],
    ['beehiiv', 'email,status,type,state', 'a@b.c,active,anything,Ohio', 'subscribed'],
  ])('of %s still counts if its words are known: %s', (from, header, record, verdict) => {
    expect(judge(header, [record], { from })).toEqual([verdict])
  })

  it('is refused if it seems to say who gets mail', () => {
    const header = 'Email Address,OPTIN_TIME,CONFIRM_TIME,GDPR_Email'
    expect(() => judge(header, ['a@b.c,2018,2018,N'], { from: 'mailchimp' })).toThrow(
      '"GDPR_Email" seems to say',
    )
    expect(() =>
      judge('uuid,email,status,attributes', ['u,a@b.c,enabled,{"unsubscribed":true}'], { from: 'listmonk' }),
    ).toThrow('has "unsubscribed" in the column "attributes"')
    const ignoredColumns = ['GDPR_Email']
    expect(judge(header, ['a@b.c,2018,2018,N'], { from: 'mailchimp', ignoredColumns })).toEqual([
      'subscribed',
    ])
  })
})

it('stops at a line that names columns again: such a file is several in one', () => {
  expect(() =>
    judge('Email Address,OPTIN_TIME', ['a@b.c,2018', 'Email Address,UNSUB_TIME', 'd@e.f,2024']),
  ).toThrow('Line 3 names columns once more')
  expect(() => judge('email,name', ['a@b.c,Ada', 'name,email'])).toThrow('Line 3 names columns once more')
  expect(judge('email,name', ['email@b.c,email'])).toEqual(['subscribed'])
})

describe('a line with more cells than the first line has names', () => {
  const TOO_MANY = 'It has more cells than the first line has names.'

  it('is rejected if a column says who gets mail: an unquoted comma has shifted it', () => {
    const records = ['a@b.c,Smith,,2024-01-01', 'a@b.c,Smith,2024-01-01', 'a@b.c,Smith,,', 'a@b.c,Smith']
    expect(judge('email,name,unsubscribed_at', records)).toEqual([
      TOO_MANY,
      'unsubscribed',
      'subscribed',
      'subscribed',
    ])
  })

  it('is rejected if the extra cells say that somebody left, and otherwise read', () => {
    expect(judge('email', ['a@b.c,Ada', 'a@b.c,Ada,Unsubscribed', 'a@b.c,Ada,no'])).toEqual([
      'subscribed',
      TOO_MANY,
      TOO_MANY,
    ])
  })
})

describe('an unknown column', () => {
  it.each([
    'subscription_state_active',
    'Opt-in',
    'OptIn',
    'accepts_marketing',
    'Email consent',
    'isActive',
    'bounce',
    'spam complaints',
    'newsletter',
    'blacklist',
    'cancelled_at',
    'email_verified',
    'MC Status',
    'Do not contact',
    'Do not mail',
    'DNC',
    'do_not_email',
    'Receive emails',
    'mailing',
    'delivery',
    'deactivated',
    'left',
    'gdpr',
    'Abgemeldet',
    'Einwilligung',
    'Kontaktstatus',
    'STATUT',
    'Désabonné',
    'consentimiento',
    'Disiscritto',
    'Abmeldedatum',
    'Legal basis for processing contact data',
  ])('is refused if its name suggests that it says who gets mail: %s', (name) => {
    expect(() => judge(`email,${name}`, [])).toThrow(`The column "${name}" seems to say who gets mail`)
  })

  it.each([
    ['newsletter,bounce', 'a@b.c,x,y', 'The columns "newsletter", "bounce" seem to say who gets mail'],
    ['Circular,Post', 'a@b.c,1,0', 'The columns "Circular", "Post" hold 0 and 1 alone'],
  ])('is refused together with the others, and the remedy names each: %s', (names, record, words) => {
    const refusal = () => {
      const columns = chooseColumns(`email,${names}`.split(','), { from: 'none' })
      columns?.judge({ line: 2, cells: record.split(',') })
      columns?.refuseSwitches()
    }
    const ignored = names.split(',').map((name) => `--ignore-column "${name}"`)
    expect(refusal).toThrow(words)
    expect(refusal).toThrow(`--status-column NAME --subscribed-values`)
    expect(refusal).toThrow(ignored.join(' '))
  })

  it.each([
    'last_active',
    'city',
    'State',
    'active_subscription',
    'OPTIN_IP',
    'unsub_reason',
    'soft_bounce_count',
    'spam_score',
    'created_at',
    'confirmed_at',
    'Company',
    'subscriptions gifted',
  ])('is ignored if its name does not suggest that: %s', (name) => {
    expect(judge(`email,${name}`, ['a@b.c,1'])).toEqual(['subscribed'])
  })

  it.each(['bounce_count', 'complaint_count', 'unsubscribe_count', 'bounced count'])(
    'is refused if it counts what failed, above zero: %s',
    (name) => {
      expect(judge(`email,${name}`, ['a@b.c,0', 'a@b.c,'])).toEqual(['subscribed', 'subscribed'])
      expect(() => judge(`email,${name}`, ['a@b.c,0', 'a@b.c,3'])).toThrow(
        `Line 3 has "3" in the column "${name}"`,
      )
      const options = { statusColumn: name, subscribedValues: ['0'] }
      expect(judge(`email,${name}`, ['a@b.c,0', 'a@b.c,3'], options)).toEqual(['subscribed', 'other'])
    },
  )

  it('is refused if a cell holds a status word', () => {
    expect(() => judge('email,Group', ['a@b.c,friends', 'a@b.c,Unsubscribed'])).toThrow(
      'Line 3 has "unsubscribed" in the column "Group", which is not known here.',
    )
    expect(judge('email,Group', ['a@b.c,Unsubscribed'], { ignoredColumns: ['group'] })).toEqual([
      'subscribed',
    ])
  })

  it.each([
    ['VIP', 'yes', 'yes'],
    ['Rundschreiben', 'Nein', 'nein'],
    ['circulaire', 'désabonné', 'desabonne'],
    ['estado', 'dado de baja', 'dado de baja'],
    ['Stato', 'inattivo', 'inattivo'],
    ['Mode', 'x', 'x'],
    ['letter', 'disabled', 'disabled'],
    ['privacy', 'refused', 'refused'],
    ['Tags', 'vip;unsubscribed', 'unsubscribed'],
    ['labels', 'vip | Do not mail', 'do not mail'],
    ['Tags', 'vip; unsub', 'unsub'],
    ['Notes', 'please unsubscribe me', 'unsubscribe'],
    ['comment', 'UNSUBSCRIBED 2024', 'unsubscribed'],
    ['Wypisany', 'tak', 'tak'],
    ['Descadastrado', 'Não', 'nao'],
    ['Отписан', 'да', 'да'],
    ['退订', '是', '是'],
  ])('is refused if a cell switches something on or off: %s=%s', (name, cell, word) => {
    expect(() => judge(`email,${name}`, ['a@b.c,', `a@b.c,${cell}`])).toThrow(
      `Line 3 has "${word}" in the column "${name}", which is not known here.`,
    )
  })

  it.each([
    ['cc', 'NO'],
    ['REGION', 'ON'],
    ['complimentary_plan', 'true'],
    ['Free Tier', 'Yes'],
    ['digest_enabled', 'true'],
    ['First Name', 'Si'],
    ['Notes', 'yes'],
    ['Tags', 'vip;friends'],
    ['state', 'NO'],
    ['Bestseller', 'False'],
    ['favourite colour', 'blue'],
    ['visits', '1'],
    ['Referrer URL', 'https://example.com/unsubscribe'],
  ])('is ignored if it is about something else: %s=%s', (name, cell) => {
    expect(judge(`email,${name}`, [`a@b.c,${cell}`])).toEqual(['subscribed'])
  })

  it('is refused if it holds only 0, 1 or nothing', () => {
    const refuse = (header: string, records: readonly string[], options: ColumnOptions = {}) => {
      const columns = chooseColumns(header.split(','), { from: 'none', ...options })
      for (const record of records) columns?.judge({ line: 2, cells: record.split(',') })
      columns?.refuseSwitches()
    }
    expect(() => refuse('email,Circular', ['a@b.c,1', 'a@b.c,', 'a@b.c,0'])).toThrow(
      'The column "Circular" holds 0 and 1 alone, and is not known here.',
    )
    refuse('email,Visits,City,opens,last_active,Empty', [
      'a@b.c,1,1,1,1,',
      'a@b.c,0,0,0,1,',
      'a@b.c,7,1,1,1,',
    ])
    refuse('email,Circular', ['a@b.c,1'], { ignoredColumns: ['Circular'] })
  })

  it.each(['Austragung', 'Uitgeschreven op', 'End of mail date', 'Exit date', 'Last bounce'])(
    'is refused if it holds a day for some and nothing for others: %s',
    (name) => {
      const refuse = (cells: readonly string[], header = `email,${name}`) => {
        const columns = chooseColumns(header.split(','), { from: 'none' })
        for (const cell of cells) columns?.judge({ line: 2, cells: ['a@b.c', cell] })
        columns?.refuseSwitches()
      }
      expect(() => refuse(['', '2024-03-12'])).toThrow(
        `The column "${name}" holds a day for some and nothing for others, and is not known here.`,
      )
      refuse(['2024-03-12', '12.3.2024'])
      refuse(['', '2024-03-12', 'never'])
      refuse(['', '2024-03-12'], 'email,Date d’inscription')
      refuse(['', '2024-03-12'], 'email,Last opened')
      refuse(['', '2024-03-12'], 'email,Birthday')
    },
  )

  it('counts as leaving for records in which it gives a reason for leaving', () => {
    expect(judge('email,Unsubscribe reason', ['a@b.c,', 'a@b.c,too many'])).toEqual([
      'subscribed',
      'unsubscribed',
    ])
  })

  it.each(['Mailing Street', 'Contact ID', 'Contact owner', 'Date d’inscription', 'Aktivität'])(
    'is ignored if its name is about something else: %s',
    (name) => {
      expect(judge(`email,${name}`, ['a@b.c,anything'])).toEqual(['subscribed'])
    },
  )

  it.each(['Suppression reason', 'suppressed_reason', 'SuppressionOrigin'])(
    'counts as blocked for records in which it says why no mail is sent: %s',
    (name) => {
      expect(judge(`email,${name}`, ['a@b.c,', 'a@b.c,Manual'])).toEqual(['subscribed', 'blocked'])
    },
  )

  it.each(['BOUNCE', 'Complaint', 'HardBounce'])('is refused, whatever its name, at the word %s', (word) => {
    expect(() => judge('EmailAddress,Reason,LastUpdateTime', [`a@b.c,${word},2024-01-01`])).toThrow(
      'in the column "Reason", which is not known here',
    )
  })

  it('named "state" counts only with known status words', () => {
    expect(judge('email,state', ['a@b.c,Ohio', 'a@b.c,active', 'a@b.c,cancelled'])).toEqual([
      'subscribed',
      'subscribed',
      'unsubscribed',
    ])
  })

  it('follows the given options, and known words still count', () => {
    const options = { statusColumn: 'Group', subscribedValues: ['Friends', 'A-list'] }
    expect(
      judge(
        'email,Group,opt in',
        ['a@b.c,friends,no', 'a@b.c,a-LIST,', 'a@b.c,foes,', 'a@b.c,,', 'a@b.c,bounced,', 'a@b.c,active,'],
        options,
      ),
    ).toEqual(['subscribed', 'subscribed', 'other', 'other', 'bounced', 'other'])
  })
})

it('lets the gravest of several columns decide, and rejects unreadable records', () => {
  expect(
    judge('email,status,bounced,complained', [
      'a@b.c,active,no,no',
      'a@b.c,active,yes,no',
      'a@b.c,unsubscribed,1,true',
      'a@b.c,,no,no',
      'a@b.c,aktiv,no,no',
      'a@b.c,active,maybe,no',
      'a@b.c,constructor,no,no',
    ]),
  ).toEqual([
    'subscribed',
    'bounced',
    'complained',
    'Its "status" is empty.',
    'Its "status" is not a word that is known here.',
    'Its "bounced" is not a word that is known here.',
    'Its "status" is not a word that is known here.',
  ])
})

describe('the column of addresses', () => {
  it.each([
    ['email', 0],
    ['name,E-mail', 1],
    ['name,E-Mail Address', 1],
    ['name,EmailAddress', 1],
    ['subscriber_email,name', 0],
    ['Mail,E-mail,EMAIL', 2],
  ])('is found in %s', (header, index) => {
    expect(chooseColumns(header.split(','), {})?.address).toBe(index)
  })

  it('must be named if there are several, or none with a usual name', () => {
    expect(() => chooseColumns(['E-mail', 'Email Address'], {})).toThrow(
      'More than one column may hold the addresses: "E-mail", "Email Address". Say which with --column.',
    )
    expect(chooseColumns(['E-mail', 'Email Address'], { column: 'e-mail' })?.address).toBe(0)
    expect(() => chooseColumns(['email', 'Email'], {})).toThrow('More than one column is called "email".')
    expect(chooseColumns(['Work', 'Home'], {})).toBeUndefined()
    expect(chooseColumns(['Work', 'Home'], { column: 'home' })?.address).toBe(1)
  })
})
