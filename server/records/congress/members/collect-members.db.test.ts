import { describe, expect, it } from 'vitest'

import { setUpDatabase } from '../../../testing/set-up-database.ts'
import { collectOne } from '../../core/testing/collect-one.ts'
import { setUpUpstream } from '../../core/testing/set-up-upstream.ts'
import { membersSource } from './collect-members.ts'
import { createMemberEntry, createMembersFile } from './testing/members-files.ts'

const FOLDER = 'unitedstates.github.io/congress-legislators'
const COMMITTEES = '- name: House Committee on Examples\n  thomas_id: HSEX\n'
const SEATS = 'HSEX:\n- name: Jane Doe\n  bioguide: D000001\n'
const JANE = createMemberEntry()
const OTHERS = createMembersFile(500)

let files: Record<string, string | { status: number }>

const upstream = setUpUpstream((address) => files[address.slice(FOLDER.length + 1)])
const opened = setUpDatabase(async (db) => {
  files = {
    'legislators-current.yaml': JANE + OTHERS,
    'committees-current.yaml': COMMITTEES,
    'committee-membership-current.yaml': SEATS,
  }
  await db.deleteFrom('member').execute()
  await db.deleteFrom('source_document').execute()
})

const collect = () => collectOne(opened.db, upstream, membersSource)
const listMembers = () => opened.db.selectFrom('member').selectAll().orderBy('bioguide_id').execute()
const findJane = () =>
  opened.db.selectFrom('member').selectAll().where('bioguide_id', '=', 'D000001').executeTakeFirst()

describe('membersSource', () => {
  it('stores members with party, seat and committees, and a second run changes nothing', async () => {
    expect(await collect()).toMatchObject({ outcome: 'complete', listed: 503, read: 503, unread: [] })
    expect(await findJane()).toMatchObject({
      name: 'Jane Doe',
      terms: [{ chamber: 'house', party: 'Purple', state: 'ZZ', district: 7 }],
      is_serving: true,
      committees: [{ id: 'HSEX', name: 'House Committee on Examples' }],
    })
    const before = await listMembers()
    expect(await collect()).toMatchObject({ outcome: 'complete' })
    expect(await listMembers()).toEqual(before)
    expect(await opened.db.selectFrom('source_document').select('url').execute()).toHaveLength(3)
  })

  it('keeps members who leave and follows changes', async () => {
    await collect()
    files['legislators-current.yaml'] = OTHERS
    await collect()
    expect(await findJane()).toMatchObject({ is_serving: false, committees: [{ id: 'HSEX' }] })
    files['legislators-current.yaml'] = createMemberEntry({ party: 'Green' }) + OTHERS
    await collect()
    expect(await findJane()).toMatchObject({ is_serving: true, terms: [{ party: 'Green' }] })
  })

  it.each([
    [
      'committees-current.yaml',
      ['congress-legislators answered 404', 'not used: committees-current.yaml could not be read'],
    ],
    [
      'committee-membership-current.yaml',
      ['not used: committee-membership-current.yaml could not be read', 'congress-legislators answered 404'],
    ],
  ])('keeps the stored committees if %s is missing', async (file, reasons) => {
    await collect()
    files[file] = { status: 404 }
    const { outcome, listed, read, unread } = await collect()
    expect([outcome, listed, read]).toEqual(['partial', 503, 501])
    expect(unread.map(({ reason }) => reason)).toEqual(reasons)
    expect(await findJane()).toMatchObject({ committees: [{ id: 'HSEX' }] })
  })

  it('leaves the members unchanged after an error, HTML, half a file and aliases', async () => {
    await collect()
    const before = await listMembers()
    for (const [answer, reason] of [
      [{ status: 503 }, 'congress-legislators answered 503'],
      ['<!DOCTYPE html><title>Not found</title>\n', 'a page of HTML came instead'],
      [OTHERS.slice(0, 5000), 'it is cut off in the middle of a line'],
      [createMembersFile(300), 'it names only 300 members'],
      [`${OTHERS}- &a []\n- *a\n`, 'it is no YAML that can be read: Alias resolution is disabled'],
    ] as const) {
      files['legislators-current.yaml'] = answer
      expect(await collect()).toMatchObject({ outcome: 'failed', unread: [{ reason }] })
      expect(await listMembers()).toEqual(before)
    }
  })
})
